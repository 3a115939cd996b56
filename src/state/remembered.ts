import { type AppState, useApp } from './store.ts';
import { THEMES } from './url.ts';

/** What this browser remembers between visits beside the link: how the page is arranged, nothing of any trace. */
type Remembered = Pick<AppState, 'details' | 'theme' | 'chosenColumns'>;

const KEY = 'roofscope';

/** Takes over what was remembered and remembers what changes from now on. Without storage it does nothing. */
export function rememberSettings(): void {
  useApp.setState(read());
  useApp.subscribe(({ details, theme, chosenColumns }, last) => {
    if (details !== last.details || theme !== last.theme || chosenColumns !== last.chosenColumns) {
      write({ details, theme, chosenColumns });
    }
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
  const chosenColumns = 'chosenColumns' in stored ? columnsIn(stored.chosenColumns) : undefined;
  return { ...(theme && { theme }), ...(details && { details }), ...(chosenColumns && { chosenColumns }) };
}

function columnsIn(stored: unknown): Remembered['chosenColumns'] | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  return Object.fromEntries(
    Object.entries(stored).flatMap(([table, columns]) =>
      Array.isArray(columns) ? [[table, columns.filter((id) => typeof id === 'string')] as const] : [],
    ),
  );
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
