/** Ids of the file inputs behind the dialogs; the page renders each once. */
export const OPEN_FILES_ID = 'open-files';
export const OPEN_FOLDER_ID = 'open-folder';

/** Shows the browser's dialog to choose files. */
export function openDialog(): void {
  document.getElementById(OPEN_FILES_ID)?.click();
}

/** Shows the browser's dialog to choose a folder. */
export function openFolderDialog(): void {
  document.getElementById(OPEN_FOLDER_ID)?.click();
}
