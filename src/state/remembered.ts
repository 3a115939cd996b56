import { type AppState, useApp } from './store.ts';
import { THEMES } from './url.ts';

/** What this browser remembers between visits beside the link: how the page is arranged, nothing of any trace. */
type Remembered = Pick<AppState, 'details' | 'theme'>;

const KEY = 'roofscope';

/** Takes over what was remembered and remembers what changes from now on. Without storage it does nothing. */
export function rememberSettings(): void {
  useApp.setState(read());
  useApp.subscribe(({ details, theme }, last) => {
    if (details !== last.details || theme !== last.theme) write({ details, theme });
  });
}

function read(): Partial<Remembered> {
  try {
    return remembered(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    // Storage is off, or holds something that we did not write: start with the defaults.
    return {};
  }
}

function remembered(stored: unknown): Partial<Remembered> {
  if (typeof stored !== 'object' || stored === null) return {};
  const theme = 'theme' in stored ? THEMES.find((one) => one === stored.theme) : undefined;
  const details = 'details' in stored ? detailsIn(stored.details) : undefined;
  return { ...(theme && { theme }), ...(details && { details }) };
}

function detailsIn(stored: unknown): Remembered['details'] | undefined {
  if (typeof stored !== 'object' || stored === null || !('folded' in stored) || !('width' in stored)) return undefined;
  const { folded, width } = stored;
  return typeof folded === 'boolean' && typeof width === 'number' ? { folded, width } : undefined;
}

function write(settings: Remembered): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage is off or full; the page works without.
  }
}
