import { appState, notify } from '../state/store.ts';
import type { Command } from './command.ts';
import { possibleCommands } from './commands.ts';
import { keyCaps } from './key-caps.ts';

/** How long a second key of a sequence may take, in ms. */
const SEQUENCE_MS = 800;
const NO_KEY = { key: '', at: Number.NEGATIVE_INFINITY };

/**
 * Runs the commands by their keys until the returned function is called. A key that did something where the focus is still counts as the
 * first of a sequence: Escape drops a selection, and the scope right after. A key that is held down is one press.
 */
export function listenToKeys(): () => void {
  let before = NO_KEY;
  let last = NO_KEY;
  const onAnyKeyDown = (event: KeyboardEvent) => {
    before = event.repeat ? NO_KEY : last;
    if (event.repeat) return;
    last = isTyping(event) ? NO_KEY : { key: keyOf(event), at: event.timeStamp };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const typing = isTyping(event);
    const commands = possibleCommands(appState()).filter(({ everywhere }) => everywhere || !typing);
    const key = keyOf(event);
    const sequence = event.timeStamp - before.at < SEQUENCE_MS ? `${before.key} ${key}` : key;
    const command = byKey(commands, sequence) ?? byKey(commands, key);
    if (command) {
      event.preventDefault();
      last = NO_KEY;
      // What was announced is done.
      if (command.key === sequence && sequence !== key) notify('');
      command.run();
    } else {
      announceSequence(commands, key);
    }
  };
  addEventListener('keydown', onAnyKeyDown, { capture: true });
  addEventListener('keydown', onKeyDown);
  return () => {
    removeEventListener('keydown', onAnyKeyDown, { capture: true });
    removeEventListener('keydown', onKeyDown);
  };
}

function byKey(commands: readonly Command[], key: string): Command | undefined {
  return commands.find((command) => command.key === key);
}

/** After the first key of a sequence, says what the second would do. */
function announceSequence(commands: readonly Command[], key: string): void {
  const begun = commands.find((command) => command.key?.startsWith(`${key} `));
  if (begun) notify(`${keyCaps(key).join(' ')} again: ${begun.title.toLowerCase()}`);
}

function keyOf(event: KeyboardEvent): string {
  const { key } = event;
  if (event.altKey) return `Alt+${key}`;
  if (event.ctrlKey || event.metaKey) return `Ctrl+${key.toLowerCase()}`;
  return event.shiftKey && /^[A-Z]$/.test(key) ? `Shift+${key}` : key;
}

/** Whether the key belongs to a field, a menu or a dialog that has the focus. */
function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  return (
    target.closest('input, textarea, select, [contenteditable=true], [role=menu], [role=dialog], [role=listbox]') !==
    null
  );
}
