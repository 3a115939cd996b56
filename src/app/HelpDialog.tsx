import { Dialog } from '@base-ui/react/dialog';
import { showDialog, useApp } from '../state/store.ts';
import { TABLE_KEYS } from '../table/grid-keys.ts';
import { COMMAND_GROUPS } from './command.ts';
import { COMMANDS } from './commands.ts';
import styles from './HelpDialog.module.css';
import { Icon } from './Icon.tsx';
import { Keys } from './Keys.tsx';

/** All commands with their keys, from the table that they run by. */
export function HelpDialog() {
  const shown = useApp((state) => state.dialog?.kind === 'help');
  return (
    <Dialog.Root open={shown} onOpenChange={() => showDialog(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className={`dialog ${styles.wide}`}>
          <div className="dialog-head">
            <Dialog.Title>Keys and help</Dialog.Title>
            <Dialog.Close className="icon-button" aria-label="Close">
              <Icon name="close" />
            </Dialog.Close>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
          <section className="dialog-body" aria-label="Keys" tabIndex={0}>
            <p className={styles.note}>
              Drop a PyTorch-profiler trace anywhere on the page. Nothing leaves this page: files are read here, in your
              browser. <Keys of="Ctrl+k" /> finds every command by its words.
            </p>
            <div className={styles.groups}>
              {COMMAND_GROUPS.map((group) => (
                <KeyList key={group} title={group} rows={COMMANDS.filter((command) => command.group === group)} />
              ))}
              <KeyList title="In a table" rows={TABLE_KEYS} />
            </div>
          </section>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface KeyListProps {
  readonly title: string;
  readonly rows: readonly { readonly title: string; readonly key: string | null }[];
}

function KeyList({ title, rows }: KeyListProps) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <dl className={styles.keys}>
        {rows.map((row) => (
          <div key={row.title}>
            <dt>{row.title}</dt>
            <dd>
              <Keys of={row.key} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
