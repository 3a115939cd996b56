import { useRef } from 'react';
import { FileInput } from '../app/FileInput.tsx';
import { Icon } from '../app/Icon.tsx';
import { putBeside } from '../app/open-given.ts';
import { useApp } from '../state/store.ts';

/** Buttons that put files, or all that lies in a folder, beside the trace that is shown. */
export function AddBeside() {
  return (
    <>
      <AddButton label="Add files…" folder={false} />
      <AddButton label="Add a folder…" folder />
    </>
  );
}

function AddButton({ label, folder }: { readonly label: string; readonly folder: boolean }) {
  const active = useApp((state) => state.active);
  const input = useRef<HTMLInputElement>(null);
  if (active === null) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => input.current?.click()}>
        <Icon name="open" size={14} />
        {label}
      </button>
      <FileInput ref={input} label={label} folder={folder} onGiven={(given) => putBeside(active, given)} />
    </>
  );
}
