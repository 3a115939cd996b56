import { appState, notify } from '../state/store.ts';
import { COMMANDS, type Command } from './commands.ts';

/** How long a second key of a sequence may take, in ms. */
const SEQUENCE_MS = 800;

/** Runs the commands by their keys until the returned function is called. */
export function listenToKeys(): () => void {
  let last = { key: '', at: Number.NEGATIVE_INFINITY };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isTyping(event)) return;
    const key = keyOf(event);
    const sequence = event.timeStamp - last.at < SEQUENCE_MS ? `${last.key} ${key}` : key;
    last = { key, at: event.timeStamp };
    const command = possible(sequence) ?? possible(key);
    if (command) {
      event.preventDefault();
      last = { key: '', at: Number.NEGATIVE_INFINITY };
      command.run();
    } else {
      announceSequence(key);
    }
  };
  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}

function possible(key: string): Command | undefined {
  const state = appState();
  return COMMANDS.find((command) => command.key === key && (command.when?.(state) ?? true));
}

/** After the first key of a sequence, says what the second would do. */
function announceSequence(key: string): void {
  const state = appState();
  const begun = COMMANDS.find((command) => command.key.startsWith(`${key} `) && (command.when?.(state) ?? true));
  if (begun) notify(`${KEY_NAMES[key] ?? key} again: ${begun.title.toLowerCase()}`);
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
  // The open dialog works from everywhere.
  if (keyOf(event) === 'Ctrl+o') return false;
  return (
    target.closest('input, textarea, select, [contenteditable=true], [role=menu], [role=dialog], [role=listbox]') !==
    null
  );
}

const KEY_NAMES: Readonly<Record<string, string>> = { Escape: 'Esc' };

/** The keys of a command as they are shown: each entry one key cap. */
export function keyCaps(key: string): readonly string[] {
  return key
    .split(/[ +]/)
    .map((part) => KEY_NAMES[part] ?? (part.length === 1 && key.includes('+') ? part.toUpperCase() : part));
}
