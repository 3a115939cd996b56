import { chosenFiles } from './given-files.ts';
import { OPEN_FILES_ID, OPEN_FOLDER_ID } from './open-dialog.ts';
import { openGiven } from './open-given.ts';

/** The file inputs behind `openDialog` and `openFolderDialog`. They take any file: content decides, not the name. */
export function OpenInputs() {
  return (
    <>
      <OpenInput id={OPEN_FILES_ID} label="Open traces" />
      <OpenInput id={OPEN_FOLDER_ID} label="Open a folder" folder />
    </>
  );
}

interface OpenInputProps {
  readonly id: string;
  readonly label: string;
  readonly folder?: true;
}

function OpenInput({ id, label, folder }: OpenInputProps) {
  return (
    <input
      id={id}
      type="file"
      multiple
      webkitdirectory={folder && ''}
      hidden
      aria-label={label}
      onChange={({ currentTarget }) => {
        openGiven(chosenFiles(currentTarget.files ?? []));
        // So that choosing the same file again is a change again.
        currentTarget.value = '';
      }}
    />
  );
}
