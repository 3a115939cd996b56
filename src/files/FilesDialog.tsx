import { Dialog } from '@base-ui/react/dialog';
import type { FileRole, KnownFile } from '../../workers/engine/engine.ts';
import { Icon } from '../app/Icon.tsx';
import { formatCount } from '../format/format.ts';
import { shortText, visibleText } from '../format/visible-text.ts';
import { files } from '../state/files.ts';
import { ROLE_TEXTS, ROLES } from '../state/role-texts.ts';
import { activeFile, notify, showDialog, useApp } from '../state/store.ts';
import { AddBeside } from './AddBeside.tsx';
import styles from './FilesDialog.module.css';

/** Files listed of a role; a folder of something else may hold thousands. */
const MOST = 200;

/** The open trace and the files beside it: what each was taken for and by what, to change and to add to. */
export function FilesDialog() {
  const shown = useApp((state) => state.dialog?.kind === 'files');
  const file = useApp(activeFile);
  if (file?.status.kind !== 'open') return null;
  const { known, adding } = file.status;
  return (
    <Dialog.Root open={shown} onOpenChange={() => showDialog(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className={`dialog ${styles.dialog}`}>
          <div className="dialog-head">
            <Dialog.Title>Files of this trace</Dialog.Title>
            <Dialog.Close className="icon-button" aria-label="Close">
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <div className={styles.top}>
            <Dialog.Description className={styles.note}>
              What a file holds says what it is. Graph captures give replayed kernels their operators and shapes; an
              eager trace of the same model gives them shapes, by the names and the order of kernels.
            </Dialog.Description>
            <div className={styles.add}>
              <AddBeside />
            </div>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
          <section className={styles.scroll} aria-label="Files" tabIndex={0} aria-busy={adding !== null}>
            <table className={styles.files}>
              <thead>
                <tr>
                  <th scope="col">File</th>
                  <th scope="col">Taken for</th>
                  <th scope="col">By what it holds</th>
                </tr>
              </thead>
              <tbody>
                <OpenRow file={known[0]} name={file.name} />
                {ROLES.map((role) => (
                  <RoleRows key={role} id={file.id} role={role} beside={known.slice(1)} />
                ))}
              </tbody>
            </table>
          </section>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function OpenRow({ file, name }: { readonly file: KnownFile | undefined; readonly name: string }) {
  return (
    <tr>
      <th scope="row" className="mono">
        {visibleText(name)}
      </th>
      <td>{`Open${file ? `: ${ROLE_TEXTS[file.role].title.toLowerCase()}` : ''}`}</td>
      <td>{file && visibleText(file.evidence)}</td>
    </tr>
  );
}

interface RoleRowsProps {
  readonly id: number;
  readonly role: FileRole;
  readonly beside: readonly KnownFile[];
}

function RoleRows({ id, role, beside }: RoleRowsProps) {
  const ofRole = beside.filter((file) => file.role === role);
  const more = ofRole.length - MOST;
  return (
    <>
      {ofRole.slice(0, MOST).map((file) => (
        <FileRow key={file.name} id={id} file={file} />
      ))}
      {more > 0 && (
        <tr>
          <td colSpan={3} className="dim">{`and ${formatCount(more)} more: ${ROLE_TEXTS[role].many}`}</td>
        </tr>
      )}
    </>
  );
}

function FileRow({ id, file }: { readonly id: number; readonly file: KnownFile }) {
  const { name, role, evidence, refusal, faults } = file;
  const choose = (chosen: FileRole) => {
    files.setRole(id, name, chosen);
    notify(`${shortText(name)} is taken for: ${ROLE_TEXTS[chosen].title.toLowerCase()}`);
  };
  return (
    <tr>
      <th scope="row" className="mono">
        {visibleText(name)}
      </th>
      <td>
        <select
          className={styles.role}
          aria-label={`What ${visibleText(name)} is taken for`}
          value={role}
          onChange={({ currentTarget }) => {
            const chosen = ROLES.find((one) => one === currentTarget.value);
            if (chosen) choose(chosen);
          }}
        >
          {ROLES.map((one) => (
            <option key={one} value={one}>
              {one === 'workload' && role !== one ? 'Workload, to open instead' : ROLE_TEXTS[one].title}
            </option>
          ))}
        </select>
      </td>
      <td>
        {visibleText(refusal ?? evidence)}
        {faults.map((fault) => (
          <span key={fault} className={styles.fault}>
            <Icon name="warning" size={14} />
            {visibleText(fault)}
          </span>
        ))}
      </td>
    </tr>
  );
}
