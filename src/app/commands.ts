import { isWhole } from '../../workers/base/scope.ts';
import { files } from '../state/files.ts';
import {
  type AppState,
  activeFile,
  appState,
  openSummary,
  setDetails,
  setScope,
  showDialog,
  showView,
} from '../state/store.ts';
import { openDialog, openFolderDialog } from './open-dialog.ts';
import { saveReport } from './save-report.ts';
import { nextTheme } from './theme.ts';
import { VIEWS } from './views.ts';

/** Something the user can do from the keyboard. One table drives the keys and the help overlay. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: 'Views' | 'Files' | 'Scope' | 'Page';
  /** As `KeyboardEvent.key`, with `Ctrl+` before it where held (⌘ on a Mac counts as Ctrl). */
  readonly key: string;
  /** Whether it can be done now; without it always. */
  readonly when?: (state: AppState) => boolean;
  readonly run: () => void;
}

const traceIsOpen = (state: AppState) => openSummary(state) !== undefined;

export const COMMANDS: readonly Command[] = [
  ...VIEWS.map(
    ({ id, key, title }): Command => ({
      id: `view-${id}`,
      title,
      group: 'Views',
      key,
      when: traceIsOpen,
      run: () => showView(id),
    }),
  ),
  { id: 'open', title: 'Open traces', group: 'Files', key: 'Ctrl+o', run: openDialog },
  { id: 'open-folder', title: 'Open a folder', group: 'Files', key: 'Shift+O', run: openFolderDialog },
  {
    id: 'close',
    title: 'Close the trace that is shown',
    group: 'Files',
    key: 'Shift+W',
    when: (state) => state.active !== null,
    run: closeActive,
  },
  {
    id: 'files',
    title: 'Files of the trace and what they are taken for',
    group: 'Files',
    key: 'f',
    when: traceIsOpen,
    run: () => showDialog({ kind: 'files' }),
  },
  {
    id: 'report-zip',
    title: 'Report as CSV files (zip)',
    group: 'Files',
    key: 'Shift+E',
    when: traceIsOpen,
    run: () => void saveReport('zip'),
  },
  {
    id: 'report-xlsx',
    title: 'Report as workbook (.xlsx)',
    group: 'Files',
    key: 'Shift+X',
    when: traceIsOpen,
    run: () => void saveReport('xlsx'),
  },
  {
    id: 'clear-scope',
    title: 'Show the whole trace again',
    group: 'Scope',
    key: 'Escape Escape',
    when: (state) => traceIsOpen(state) && !isWhole(state.scope),
    run: () => setScope({}),
  },
  { id: 'theme', title: 'Theme: system, light, dark', group: 'Page', key: 't', run: nextTheme },
  {
    id: 'details',
    title: 'Fold or unfold the details',
    group: 'Page',
    key: 'd',
    when: traceIsOpen,
    run: () => setDetails({ folded: !appState().details.folded }),
  },
  {
    id: 'conventions',
    title: 'How we count',
    group: 'Page',
    key: 'c',
    when: traceIsOpen,
    run: () => showDialog({ kind: 'conventions' }),
  },
  { id: 'help', title: 'Keys and help', group: 'Page', key: '?', run: () => showDialog({ kind: 'help' }) },
];

function closeActive(): void {
  const file = activeFile(appState());
  if (file) files.close(file.id);
}
