import { Dialog } from '@base-ui/react/dialog';
import { showDialog, useApp } from '../state/store.ts';
import { TABLE_KEYS } from '../table/grid-keys.ts';
import { COMMANDS } from './commands.ts';
import styles from './HelpDialog.module.css';
import { Icon } from './Icon.tsx';
import { keyCaps } from './keyboard.ts';

const GROUPS = ['Views', 'Files', 'Scope', 'Page'] as const;

/** The keys, from the table that they run by. */
export function HelpDialog() {
  const shown = useApp((state) => state.dialog?.kind === 'help');
  return (
    <Dialog.Root open={shown} onOpenChange={() => showDialog(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog">
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
              browser.
            </p>
            <div className={styles.groups}>
              {GROUPS.map((group) => (
                <section key={group}>
                  <h3>{group}</h3>
                  <dl className={styles.keys}>
                    {COMMANDS.filter((command) => command.group === group).map(({ id, title, key }) => (
                      <KeyRow key={id} title={title} keys={key} />
                    ))}
                  </dl>
                </section>
              ))}
              <section>
                <h3>Tables</h3>
                <dl className={styles.keys}>
                  {TABLE_KEYS.map(({ title, key }) => (
                    <KeyRow key={title} title={title} keys={key} />
                  ))}
                </dl>
              </section>
            </div>
          </section>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function KeyRow({ title, keys }: { readonly title: string; readonly keys: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {keyCaps(keys).map((cap, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the caps of a key never change.
          <kbd key={i}>{cap}</kbd>
        ))}
      </dd>
    </div>
  );
}
