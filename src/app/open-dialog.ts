const INPUT_ID = 'open-files';

/** Id of the file input that `openDialog` clicks; the shell renders it once. */
export { INPUT_ID as OPEN_INPUT_ID };

/** Shows the browser's dialog to choose files. */
export function openDialog(): void {
  document.getElementById(INPUT_ID)?.click();
}
