import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { Icon } from '../app/Icon.tsx';
import { visibleText } from '../format/visible-text.ts';
import { useShownDevice } from '../state/basis.ts';
import { deleteHardware, saveHardware } from '../state/saved-hardware.ts';
import { notify, showDialog, useApp } from '../state/store.ts';
import styles from './DeviceDialog.module.css';
import { DEVICE_TRIGGER_ID } from './DeviceMenu.tsx';
import { nameFault } from './device-names.ts';
import { type Draft, draftOf, editedDevice, figureFault, isEdited } from './draft.ts';
import { type DeviceRead, editSubject } from './edit-subject.ts';
import { FigureTable } from './FigureTable.tsx';
import { FIGURE_IDS } from './figures.ts';

/** Every figure of a device, to look up, edit and save under a name. */
export function DeviceDialog() {
  const dialog = useApp((state) => (state.dialog?.kind === 'device' ? state.dialog : null));
  const name = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open={dialog !== null} onOpenChange={() => showDialog(null)} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          className={`dialog ${styles.dialog}`}
          initialFocus={name}
          finalFocus={() => document.getElementById(DEVICE_TRIGGER_ID)}
        >
          {dialog && <Editor read={dialog.read} nameField={name} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface EditorProps {
  readonly read: DeviceRead | undefined;
  readonly nameField: RefObject<HTMLInputElement | null>;
}

function Editor({ read, nameField }: EditorProps) {
  const shown = useShownDevice();
  const saved = useApp((state) => state.savedHardware);
  // As the dialog opened: what is shown or saved meanwhile, in another tab too, does not change what is edited.
  const [subject] = useState(() => editSubject(read, shown, saved));
  const [draft, setDraft] = useState(() => draftOf(subject.device, subject.name));
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { replaced } = subject;
  const others = saved.filter(({ name }) => name !== replaced);
  const fault = nameFault(draft.name, others);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault !== null) nameField.current?.focus();
    else if (FIGURE_IDS.every((id) => figureFault(draft, id) === null)) keep(draft, replaced);
    else form.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus();
  };
  return (
    <>
      <div className="dialog-head">
        <Dialog.Title>{subject.title}</Dialog.Title>
        <Dialog.Close className="icon-button" aria-label="Close">
          <Icon name="close" />
        </Dialog.Close>
      </div>
      <form ref={form} className={styles.form} onSubmit={save} noValidate>
        <div className={styles.top}>
          <NameField
            field={nameField}
            name={draft.name}
            // A name that is not there yet is no fault until it is to be saved.
            fault={tried || draft.name !== '' ? fault : null}
            onName={(name) => setDraft({ ...draft, name })}
          />
          <Dialog.Description className={styles.note}>{subject.note}</Dialog.Description>
        </div>
        <FigureTable draft={draft} onDraft={setDraft} />
        <div className={styles.buttons}>
          {replaced !== null && <DeleteButton name={replaced} />}
          <button
            type="button"
            className="button tall"
            disabled={!isEdited(draft)}
            onClick={() => setDraft(draftOf(subject.device, draft.name))}
          >
            Reset figures
          </button>
          <span className={styles.space} />
          <Dialog.Close className="button tall">Cancel</Dialog.Close>
          <button type="submit" className="button primary tall">
            Save and use
          </button>
        </div>
      </form>
    </>
  );
}

/** Saves what was edited, shows its roofs, and says whether the browser keeps it. */
function keep(draft: Draft, replaced: string | null): void {
  const device = editedDevice(draft);
  const kept = saveHardware(device, replaced);
  showDialog(null);
  notify(
    kept
      ? `${device.name} is saved in this browser`
      : `${device.name} lasts until you close this page: the browser stores nothing for it`,
  );
}

interface NameFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly name: string;
  readonly fault: string | null;
  readonly onName: (name: string) => void;
}

function NameField({ field, name, fault, onName }: NameFieldProps) {
  const id = useId();
  return (
    <div className={styles.nameField}>
      <label htmlFor={id}>Name</label>
      <input
        ref={field}
        id={id}
        className={styles.name}
        value={name}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-fault`}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <span id={`${id}-fault`} className={styles.fault}>
        {fault && visibleText(fault)}
      </span>
    </div>
  );
}

/** Deletes after a second press, as nothing brings the device back. */
function DeleteButton({ name }: { readonly name: string }) {
  const [sure, setSure] = useState(false);
  const remove = () => {
    deleteHardware(name);
    showDialog(null);
    notify(`${name} is deleted`);
  };
  return (
    <button
      type="button"
      className="button tall"
      onClick={() => (sure ? remove() : setSure(true))}
      onBlur={() => setSure(false)}
    >
      {sure ? 'Press again to delete for good' : 'Delete'}
    </button>
  );
}
