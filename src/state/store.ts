import { create } from 'zustand';
import type { ConventionsName } from '../../workers/base/conventions.ts';
import type { Scope } from '../../workers/base/scope.ts';
import type { Basis, Selection, TableId, TraceSummary } from '../../workers/engine/engine.ts';
import type { HardwareFault, ReadHardware } from '../../workers/engine/hardware.ts';
import type { Hardware } from '../../workers/roofline/hardware.ts';
import type { OpenTrace } from '../engine/engine-client.ts';
import { scopeWithin } from './scope.ts';
import { DEFAULT_STEPS_SETTINGS, type StepsSettings } from './steps-settings.ts';
import { DEFAULT_TABLE_SETTINGS, type TableSettings } from './table-settings.ts';
import { DEFAULT_TIMELINE_SETTINGS, type TimelineSettings } from './timeline-settings.ts';
import type { OpenStatus, TraceFile } from './trace-file.ts';
import { type Awaited, traceParts } from './trace-parts.ts';
import { DEFAULT_LINK, type LinkState, type ThemeChoice, type ViewId } from './url.ts';

/** Everything the page knows beside the traces themselves, which live in their workers. */
export interface AppState extends Omit<LinkState, 'file'> {
  /** What a link says of a trace that is not open. */
  readonly awaited: Awaited | null;
  /** Devices that the user made, kept in this browser. */
  readonly savedHardware: readonly Hardware[];
  readonly files: readonly TraceFile[];
  /** Id of the file that is looked at. */
  readonly active: number | null;
  readonly stepsSettings: StepsSettings;
  readonly timeline: TimelineSettings;
  /** What the pointer or the focus is on, read out in the status bar. */
  readonly readout: string;
  /** The last thing worth saying that needs no answer. */
  readonly notice: string;
  /** Columns as the user last chose them by table; kept in this browser, and given way to by those of a link. */
  readonly chosenColumns: Readonly<Record<string, readonly string[]>>;
  readonly details: { readonly folded: boolean; readonly width: number };
  /** The dialog that is open over the page. */
  readonly dialog: PageDialog | null;
}

export type PageDialog =
  | { readonly kind: 'help' }
  | { readonly kind: 'commands' }
  | { readonly kind: 'conventions' }
  /** The files of the trace that is shown. */
  | { readonly kind: 'files' }
  /** The figures of a device: of the one shown, or of one just read from a file. */
  | { readonly kind: 'device'; readonly read?: ReadHardware & { readonly file: string } }
  | { readonly kind: 'device-refused'; readonly file: string; readonly fault: HardwareFault | 'too-large' };

const { file: _, ...DEFAULT_LOOK } = DEFAULT_LINK;

export const useApp = create<AppState>()(() => ({
  ...DEFAULT_LOOK,
  awaited: null,
  savedHardware: [],
  files: [],
  active: null,
  stepsSettings: DEFAULT_STEPS_SETTINGS,
  timeline: DEFAULT_TIMELINE_SETTINGS,
  readout: '',
  notice: '',
  chosenColumns: {},
  details: { folded: false, width: 384 },
  dialog: null,
}));

const { setState, getState } = useApp;

/** Shows a view, and if told so one of its tables with just this filter. */
export function showView(view: ViewId, table?: TableId, filter?: string): void {
  if (table) showTable(view, table);
  if (table && filter !== undefined) changeTable(table, { filter, only: {} });
  setState({ view, readout: '' });
}

/** Shows where on the timeline something is. */
export function showInTimeline(selected: Selection): void {
  setState({ view: 'timeline', selected, readout: '' });
}

/** Shows one of the tables of a view; null for what it shows at first. */
export function showTable(view: ViewId, table: TableId | null): void {
  setState(({ shownTables: { [view]: _, ...others } }) => ({
    shownTables: table ? { ...others, [view]: table } : others,
  }));
}

/** Narrows or widens what every view shows; parts that the trace does not have are left out. */
export function setScope(scope: Scope): void {
  setState((state) => ({ scope: scopeWithin(openSummary(state), scope) }));
}

/** What counts as a step. Numbers of steps and phases mean others then, so what names some is given up. */
export function setStepsBy(stepsBy: Basis['stepsBy']): void {
  setState(({ scope: { steps: _, phase: __, ...scope }, stepsSettings }) => ({
    stepsBy,
    scope,
    selected: null,
    stepsSettings: { ...stepsSettings, band: null },
  }));
}

/** Changes some of how the steps are looked at. */
export function changeSteps(change: Partial<StepsSettings>): void {
  setState(({ stepsSettings }) => ({ stepsSettings: { ...stepsSettings, ...change } }));
}

/** Changes some of how the timeline is looked at. */
export function changeTimeline(change: Partial<TimelineSettings>): void {
  setState(({ timeline }) => ({ timeline: { ...timeline, ...change } }));
}

/** What part of the trace the timeline shows; null for all. */
export function setTimelineSpan(timelineSpan: LinkState['timelineSpan']): void {
  setState({ timelineSpan });
}

/** The device whose roofs are shown, by name; null for that of the trace. */
export function setHardware(hardware: string | null): void {
  setState({ hardware });
}

export function setRoof(roof: Basis['roof']): void {
  setState({ roof });
}

export function setConventions(conventions: ConventionsName): void {
  setState({ conventions });
}

/** Whether operators are made for work that the trace records without one of its own. */
export function setPseudoOps(pseudoOps: boolean): void {
  setState({ pseudoOps });
}

/** Sliding windows of the model's attention that no argument in the trace tells. */
export function setAttentionWindows(attentionWindows: Basis['attentionWindows']): void {
  setState({ attentionWindows });
}

export function setTheme(theme: ThemeChoice): void {
  setState({ theme });
}

/** Changes some settings of a table and keeps the others. */
export function changeTable(id: TableId, change: Partial<TableSettings>): void {
  if (change.columns !== undefined) chooseColumns(id, change.columns);
  setState(({ tables }) => ({ tables: { ...tables, [id]: { ...DEFAULT_TABLE_SETTINGS, ...tables[id], ...change } } }));
}

/** What the page is about from now on, in every view; null for nothing. */
export function select(selected: Selection | null): void {
  setState({ selected });
}

function chooseColumns(id: TableId, columns: readonly string[] | null): void {
  setState(({ chosenColumns: { [id]: _, ...others } }) => ({
    chosenColumns: columns ? { ...others, [id]: columns } : others,
  }));
}

/** Reads out a value in the status bar while the pointer or the focus is on it; "" ends it. */
export function readOut(readout: string): void {
  setState({ readout });
}

/** Says something that needs no answer; it stays until the next. */
export function notify(notice: string): void {
  setState({ notice });
}

export function activate(id: number): void {
  setState((state) => activated(state, id));
}

/** A state that looks at another trace: what was of the last one is gone. */
export function activated(state: AppState, id: number): Partial<AppState> {
  const next = { ...state, active: id };
  return {
    active: id,
    scope: scopeWithin(openSummary(next), state.scope),
    selected: null,
    stepsSettings: { ...state.stepsSettings, band: null },
    timeline: {
      ...DEFAULT_TIMELINE_SETTINGS,
      colour: state.timeline.colour,
      pythonCollapsed: state.timeline.pythonCollapsed,
    },
    // Times of another trace mean nothing in this one; those of a link were meant for the first that is opened.
    timelineSpan: state.active === null ? state.timelineSpan : null,
    notice: '',
    readout: '',
  };
}

export function setDetails(change: Partial<AppState['details']>): void {
  setState(({ details }) => ({ details: { ...details, ...change } }));
}

/** Opens a dialog in the place of what is open; null closes it. */
export function showDialog(dialog: PageDialog | null): void {
  setState({ dialog });
}

/** Looks at no trace any more. */
export function deactivate(): void {
  setState({ active: null, ...traceParts(DEFAULT_LINK), notice: '', readout: '' });
}

/** Changes what is known of an open file; nothing where it is not open, or not any more. */
export function changeOpen(id: number, change: (status: OpenStatus) => Partial<OpenStatus>): void {
  setState(({ files }) => ({
    files: files.map((file) =>
      file.id === id && file.status.kind === 'open'
        ? { ...file, status: { ...file.status, ...change(file.status) } }
        : file,
    ),
  }));
}

export function activeFile(state: AppState): TraceFile | undefined {
  return state.files.find((file) => file.id === state.active);
}

/** The summary of the active trace, once it is open. */
export function openSummary(state: AppState): TraceSummary | undefined {
  const status = activeFile(state)?.status;
  return status?.kind === 'open' ? status.summary : undefined;
}

/** The active trace, to ask, once it is open. */
export function openTrace(state: AppState): OpenTrace | undefined {
  const status = activeFile(state)?.status;
  return status?.kind === 'open' ? status.trace : undefined;
}

/** Raised when the answers of the active trace change although nothing that the page asks by did: files were put beside it. */
export function openRevision(state: AppState): number {
  const status = activeFile(state)?.status;
  return status?.kind === 'open' ? status.revision : 0;
}

/** The settings of a table as the user left them. */
export function tableSettings(state: AppState, id: TableId): TableSettings {
  return state.tables[id] ?? DEFAULT_TABLE_SETTINGS;
}

export { getState as appState, setState as changeApp };
