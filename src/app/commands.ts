import { isWhole } from '../../workers/base/scope.ts';
import { files } from '../state/files.ts';
import {
  type AppState,
  activeFile,
  appState,
  openSummary,
  select,
  setConventions,
  setDetails,
  setRoof,
  setScope,
  showDialog,
  showView,
} from '../state/store.ts';
import type { ViewId } from '../state/url.ts';
import { filterBox, focusFilter } from '../table/filter-box.ts';
import { KERNEL_TABLES } from '../views/kernels/kernel-tables.ts';
import { OPERATOR_TABLES } from '../views/operators/operator-tables.ts';
import { withSteps } from '../views/steps/step-ranges.ts';
import { TIMELINE_COMMANDS } from '../views/timeline/timeline-commands.ts';
import type { Command } from './command.ts';
import { copyText } from './copy.ts';
import { openDialog, openFolderDialog } from './open-dialog.ts';
import { saveReport } from './save-report.ts';
import { nextTheme } from './theme.ts';
import { VIEWS } from './views.ts';

const traceIsOpen = (state: AppState) => openSummary(state) !== undefined;

const VIEW_COMMANDS = VIEWS.map(
  ({ id, key, title }): Command => ({
    id: `view-${id}`,
    title,
    group: 'Views',
    key,
    when: traceIsOpen,
    run: () => showView(id),
  }),
);

const SELECTION_COMMANDS: readonly Command[] = [
  {
    id: 'show-in-timeline',
    title: 'Show the selection in Timeline',
    group: 'Selection',
    key: 'g',
    when: (state) => traceIsOpen(state) && state.selected !== null && state.view !== 'timeline',
    run: () => showView('timeline'),
  },
  {
    id: 'end-selection',
    title: 'End the selection',
    group: 'Selection',
    key: null,
    when: (state) => traceIsOpen(state) && state.selected !== null,
    run: () => select(null),
  },
];

const TABLE_COMMANDS: readonly Command[] = [
  {
    id: 'filter',
    title: 'Filter the rows',
    group: 'Tables',
    key: '/',
    when: () => filterBox() !== null,
    run: focusFilter,
  },
  ...tablesOf('operators', 'Operators', OPERATOR_TABLES),
  ...tablesOf('kernels', 'Kernels', KERNEL_TABLES),
];

const FILE_COMMANDS: readonly Command[] = [
  { id: 'open', title: 'Open traces', group: 'Files', key: 'Ctrl+o', everywhere: true, run: openDialog },
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
    id: 'copy-link',
    title: 'Copy a link to what is shown',
    group: 'Files',
    key: null,
    when: traceIsOpen,
    run: () => void copyText(location.href, 'Link'),
  },
];

const SCOPE_COMMANDS: readonly Command[] = [
  {
    id: 'clear-scope',
    title: 'Show the whole trace again',
    group: 'Scope',
    key: 'Escape Escape',
    when: (state) => traceIsOpen(state) && !isWhole(state.scope),
    run: () => setScope({}),
  },
  {
    id: 'step-scope',
    title: 'Use the selected step as scope',
    group: 'Scope',
    key: null,
    when: (state) => traceIsOpen(state) && state.selected?.kind === 'step',
    run: scopeToStep,
  },
];

const COUNTING_COMMANDS: readonly Command[] = [
  {
    id: 'conventions',
    title: 'How we count',
    group: 'Counting',
    key: 'c',
    when: traceIsOpen,
    run: () => showDialog({ kind: 'conventions' }),
  },
  {
    id: 'count-tracelens',
    title: 'Count as TraceLens does',
    group: 'Counting',
    key: null,
    when: (state) => traceIsOpen(state) && state.conventions !== 'tracelens',
    run: () => setConventions('tracelens'),
  },
  {
    id: 'count-corrected',
    title: 'Count as Roofscope does',
    group: 'Counting',
    key: null,
    when: (state) => traceIsOpen(state) && state.conventions !== 'corrected',
    run: () => setConventions('corrected'),
  },
  {
    id: 'roof-datasheet',
    title: 'Roofs by datasheet figures',
    group: 'Counting',
    key: null,
    when: (state) => traceIsOpen(state) && state.roof !== 'datasheet',
    run: () => setRoof('datasheet'),
  },
  {
    id: 'roof-achievable',
    title: 'Roofs by achievable figures',
    group: 'Counting',
    key: null,
    when: (state) => traceIsOpen(state) && state.roof !== 'achievable',
    run: () => setRoof('achievable'),
  },
];

const PAGE_COMMANDS: readonly Command[] = [
  {
    id: 'palette',
    title: 'Find a command',
    group: 'Page',
    key: 'Ctrl+k',
    everywhere: true,
    when: (state) => state.dialog === null,
    run: () => showDialog({ kind: 'commands' }),
  },
  { id: 'theme', title: 'Theme: system, light, dark', group: 'Page', key: 't', run: nextTheme },
  {
    id: 'details',
    title: 'Fold or unfold the details',
    group: 'Page',
    key: 'i',
    when: traceIsOpen,
    run: () => setDetails({ folded: !appState().details.folded }),
  },
  { id: 'help', title: 'Keys and help', group: 'Page', key: '?', run: () => showDialog({ kind: 'help' }) },
];

/** All commands. Of several with the same key the first that can be done is run, so those of one view come first. */
export const COMMANDS: readonly Command[] = [
  ...TIMELINE_COMMANDS,
  ...VIEW_COMMANDS,
  ...SELECTION_COMMANDS,
  ...FILE_COMMANDS,
  ...SCOPE_COMMANDS,
  ...COUNTING_COMMANDS,
  ...PAGE_COMMANDS,
  ...TABLE_COMMANDS,
];

/** The commands that can be done now. */
export function possibleCommands(state: AppState): readonly Command[] {
  return COMMANDS.filter(({ when }) => when?.(state) ?? true);
}

/** What leads to each table of a view that the trace has. */
function tablesOf(view: ViewId, of: string, tables: typeof OPERATOR_TABLES | typeof KERNEL_TABLES): readonly Command[] {
  return tables.map(({ id, title }) => ({
    id: `table-${id}`,
    title: `${of}: ${title.toLowerCase()}`,
    group: 'Tables',
    key: null,
    when: (state) => openSummary(state)?.tables.includes(id) ?? false,
    run: () => showView(view, id),
  }));
}

function scopeToStep(): void {
  const { scope, selected } = appState();
  if (selected?.kind === 'step') setScope(withSteps(scope, [selected.step, selected.step + 1]));
}

function closeActive(): void {
  const file = activeFile(appState());
  if (file) files.close(file.id);
}
