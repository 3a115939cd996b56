import type { RefObject } from 'react';
import { chosenFiles, type Given } from './given-files.ts';

interface FileInputProps {
  /** Holds the input, to be clicked. */
  readonly ref?: RefObject<HTMLInputElement | null>;
  readonly id?: string;
  readonly label: string;
  /** Whether it takes a folder with all that lies in it, rather than files. */
  readonly folder?: boolean;
  onGiven(given: Given): void;
}

/** The browser's dialog to choose files, behind a button. It takes any file: content decides, not the name. */
export function FileInput({ ref, id, label, folder = false, onGiven }: FileInputProps) {
  return (
    <input
      ref={ref}
      id={id}
      type="file"
      multiple
      webkitdirectory={folder ? '' : undefined}
      hidden
      aria-label={label}
      onChange={({ currentTarget }) => {
        onGiven(chosenFiles(currentTarget.files ?? []));
        // So that choosing the same file again is a change again.
        currentTarget.value = '';
      }}
    />
  );
}
