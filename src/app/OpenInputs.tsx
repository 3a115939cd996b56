import { FileInput } from './FileInput.tsx';
import { OPEN_FILES_ID, OPEN_FOLDER_ID } from './open-dialog.ts';
import { openGiven } from './open-given.ts';

/** The inputs behind `openDialog` and `openFolderDialog`. */
export function OpenInputs() {
  return (
    <>
      <FileInput id={OPEN_FILES_ID} label="Open traces" onGiven={openGiven} />
      <FileInput id={OPEN_FOLDER_ID} label="Open a folder" folder onGiven={openGiven} />
    </>
  );
}
