import type { AppState } from '../state/store.ts';

/** Parts of the help overlay, in its order. */
export const COMMAND_GROUPS = [
  'Views',
  'Timeline',
  'Selection',
  'Tables',
  'Files',
  'Scope',
  'Counting',
  'Page',
] as const;

/** Something the user can do. One table of them drives the keys, the palette and the help overlay. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: (typeof COMMAND_GROUPS)[number];
  /** As `KeyboardEvent.key`, with `Ctrl+` before it where held (⌘ on a Mac counts as Ctrl); null: by the palette alone. */
  readonly key: string | null;
  /** Its key works in fields and dialogs too. */
  readonly everywhere?: true;
  /** Whether it can be done now; without it always. */
  readonly when?: (state: AppState) => boolean;
  readonly run: () => void;
}
