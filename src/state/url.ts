import type { AttentionWindow } from '../../workers/base/attention-window.ts';
import type { ConventionsName } from '../../workers/base/conventions.ts';
import { PHASES, type Scope } from '../../workers/base/scope.ts';
import type { Basis, Selection, TableId, TextIdentity } from '../../workers/engine/engine.ts';
import { DEFAULT_TABLE_SETTINGS, type TableSettings } from './table-settings.ts';

/** The part of the state that a link carries. It describes how to look, never what is looked at: no file data, no file name. */
export interface LinkState {
  /** The trace that the link was made on, by its text; null where none was open. */
  readonly file: TextIdentity | null;
  readonly view: ViewId;
  readonly scope: Scope;
  /** Name of the device whose roofs are shown: a preset, or one saved in this browser. Null: the device of the trace. */
  readonly hardware: string | null;
  readonly roof: Basis['roof'];
  readonly conventions: ConventionsName;
  /** What counts as a step; see `StepChoice`. */
  readonly stepsBy: Basis['stepsBy'];
  /** Whether operators are made for work that has none of its own. */
  readonly pseudoOps: boolean;
  /** Sliding windows that the user states. */
  readonly attentionWindows: Basis['attentionWindows'];
  readonly theme: ThemeChoice;
  /** Which of its tables a view shows, where it has several. */
  readonly shownTables: Readonly<Partial<Record<ViewId, TableId>>>;
  /** What part of the trace the timeline shows, ns; null for all. */
  readonly timelineSpan: readonly [startNs: number, endNs: number] | null;
  /** What the page is about, of the trace that is shown. */
  readonly selected: Selection | null;
  /** Settings of tables that differ from the default. */
  readonly tables: Readonly<Partial<Record<TableId, TableSettings>>>;
}

const VIEW_IDS = ['overview', 'steps', 'timeline', 'roofline', 'operators', 'kernels', 'quality'] as const;
export type ViewId = (typeof VIEW_IDS)[number];

export const VIEW_TITLES: Readonly<Record<ViewId, string>> = {
  overview: 'Overview',
  steps: 'Steps',
  timeline: 'Timeline',
  roofline: 'Roofline',
  operators: 'Operators',
  kernels: 'Kernels',
  quality: 'Data quality',
};

export const THEMES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEMES)[number];

const ROOFS = ['datasheet', 'achievable'] as const;
const CONVENTIONS_NAMES = ['corrected', 'tracelens'] as const;

/** A record, so that the compiler finds a table that is missing here. */
const TABLES: Readonly<Record<TableId, true>> = {
  operators: true,
  operatorShapes: true,
  operatorCategories: true,
  operatorKernels: true,
  kernels: true,
  streams: true,
  collectives: true,
  copies: true,
  shortKernels: true,
  blockingCalls: true,
  modules: true,
  cpuOperators: true,
  gpuTimeline: true,
  gaps: true,
  steps: true,
  graphLaunches: true,
};
const TABLE_IDS = Object.keys(TABLES).filter(isTableId);

/** Raised when the meaning of a key changes; `parseLink` then upgrades older links. */
const VERSION = '1';

/** Links stay short enough to be sent; a row that holds a long text holds its start too. */
const LONGEST_FILTER = 200;
const LONGEST_NAME = 100;

export const DEFAULT_LINK: LinkState = {
  file: null,
  view: 'overview',
  scope: {},
  hardware: null,
  roof: 'datasheet',
  conventions: 'corrected',
  stepsBy: null,
  pseudoOps: false,
  attentionWindows: [],
  theme: 'system',
  shownTables: {},
  timelineSpan: null,
  selected: null,
  tables: {},
};

/** The hash of a state, `#` included. Defaults are left out, so that links stay short. */
export function writeLink(state: LinkState): string {
  const params = new URLSearchParams({ v: VERSION, view: state.view });
  if (state.file) params.set('file', fileText(state.file));
  writeScope(params, state.scope);
  if (state.hardware !== null) params.set('hardware', state.hardware);
  if (state.roof !== DEFAULT_LINK.roof) params.set('roof', state.roof);
  if (state.conventions !== DEFAULT_LINK.conventions) params.set('conventions', state.conventions);
  writeStepsBy(params, state.stepsBy);
  if (state.pseudoOps) params.set('pseudo-ops', 'on');
  for (const stated of state.attentionWindows) params.append(ATTENTION_WINDOW, windowText(stated));
  if (state.theme !== DEFAULT_LINK.theme) params.set('theme', state.theme);
  for (const view of VIEW_IDS) {
    const table = state.shownTables[view];
    if (table) params.set(`${view}.table`, table);
  }
  if (state.timelineSpan) params.set('timeline.span', state.timelineSpan.join('~'));
  writeSelection(params, state.selected);
  for (const id of TABLE_IDS) {
    const settings = state.tables[id];
    if (settings) writeTable(params, id, settings);
  }
  return `#${params}`;
}

/** Reads a hash. Whatever is unknown or malformed falls back to its default; a link of another version gives all defaults. */
export function parseLink(hash: string): LinkState {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  if (params.get('v') !== VERSION) return DEFAULT_LINK;
  return {
    file: readFile(params.get('file')),
    view: oneOf(VIEW_IDS, params.get('view')) ?? DEFAULT_LINK.view,
    scope: readScope(params),
    hardware: params.get('hardware')?.slice(0, LONGEST_NAME) || DEFAULT_LINK.hardware,
    roof: oneOf(ROOFS, params.get('roof')) ?? DEFAULT_LINK.roof,
    conventions: oneOf(CONVENTIONS_NAMES, params.get('conventions')) ?? DEFAULT_LINK.conventions,
    stepsBy: readStepsBy(params),
    pseudoOps: params.get('pseudo-ops') === 'on',
    attentionWindows: params.getAll(ATTENTION_WINDOW).flatMap(readAttentionWindow),
    theme: oneOf(THEMES, params.get('theme')) ?? DEFAULT_LINK.theme,
    shownTables: readShownTables(params),
    timelineSpan: readRange(params.get('timeline.span')) ?? DEFAULT_LINK.timelineSpan,
    selected: readSelection(params),
    tables: readTables(params),
  };
}

/** `41cd2e83-199972924`: CRC-32 in hexadecimal, length. */
function fileText({ crc32, textBytes }: TextIdentity): string {
  return `${crc32.toString(16).padStart(8, '0')}-${textBytes}`;
}

function readFile(text: string | null): TextIdentity | null {
  const [, crc32, length] = text?.match(/^([0-9a-f]{8})-(\d+)$/) ?? [];
  const textBytes = integer(length);
  return textBytes === undefined ? null : { crc32: Number.parseInt(crc32, 16), textBytes };
}

function writeStepsBy(params: URLSearchParams, stepsBy: LinkState['stepsBy']): void {
  if (typeof stepsBy === 'number') params.set('steps.candidate', String(stepsBy));
  if (typeof stepsBy === 'string') params.set('steps.named', stepsBy.slice(0, LONGEST_FILTER));
}

function readStepsBy(params: URLSearchParams): LinkState['stepsBy'] {
  return integer(params.get('steps.candidate')) ?? (params.get('steps.named') || null);
}

const ATTENTION_WINDOW = 'attention.window';

/** `128 0,2,4 vllm::unified_attention_with_output`: keys, layers or `all`, operator. */
function windowText({ operator, layers, keys }: AttentionWindow): string {
  return `${keys} ${layers?.join(',') ?? 'all'} ${operator}`;
}

function readAttentionWindow(text: string): AttentionWindow[] {
  const [, keys, layers, operator] = /^(\d{1,9}) (all|\d+(?:,\d+)*) (.{1,200})$/.exec(text) ?? [];
  if (operator === undefined || Number(keys) === 0) return [];
  return [{ operator, layers: layers === 'all' ? null : layers.split(',').map(Number), keys: Number(keys) }];
}

function writeScope(params: URLSearchParams, { steps, phase, device, stream, window }: Scope): void {
  if (steps) params.set('steps', steps.join('~'));
  if (phase) params.set('phase', phase);
  if (device !== undefined) params.set('device', String(device));
  if (stream !== undefined) params.set('stream', String(stream));
  if (window) params.set('window', window.join('~'));
}

function readScope(params: URLSearchParams): Scope {
  const device = integer(params.get('device'));
  const stream = integer(params.get('stream'));
  const window = readRange(params.get('window'));
  const steps = readRange(params.get('steps'));
  const phase = oneOf(PHASES, params.get('phase'));
  return {
    ...(steps && { steps }),
    ...(phase && { phase }),
    ...(device !== undefined && { device }),
    ...(stream !== undefined && { stream }),
    ...(window && { window }),
  };
}

function writeSelection(params: URLSearchParams, selected: Selection | null): void {
  if (selected?.kind === 'row') params.set('row', `${selected.table}:${selected.key}`);
  if (selected?.kind === 'event') params.set('event', String(selected.event));
  if (selected?.kind === 'step') params.set('step', String(selected.step));
}

function readSelection(params: URLSearchParams): Selection | null {
  const [, table = null, key = ''] = params.get('row')?.match(/^(\w+):(.+)$/s) ?? [];
  if (isTableId(table)) return { kind: 'row', table, key };
  const event = natural(params.get('event'));
  if (event !== undefined) return { kind: 'event', event };
  const step = natural(params.get('step'));
  return step === undefined ? null : { kind: 'step', step };
}

function readRange(text: string | null): readonly [number, number] | undefined {
  const parts = text?.split('~') ?? [];
  const start = integer(parts[0]);
  const end = integer(parts[1]);
  if (parts.length !== 2 || start === undefined || end === undefined || start >= end) return undefined;
  return [start, end];
}

function readShownTables(params: URLSearchParams): LinkState['shownTables'] {
  const shown: Partial<Record<ViewId, TableId>> = {};
  for (const view of VIEW_IDS) {
    const table = params.get(`${view}.table`);
    if (isTableId(table)) shown[view] = table;
  }
  return shown;
}

function writeTable(
  params: URLSearchParams,
  id: TableId,
  { filter, only, sort, columns, widths }: TableSettings,
): void {
  if (filter !== '') params.set(`${id}.filter`, linkedFilter(filter));
  for (const [column, values] of Object.entries(only)) {
    for (const value of values) params.append(`${id}.only.${column}`, value);
  }
  if (sort) params.set(`${id}.sort`, (sort.descending ? '-' : '') + sort.column);
  if (columns) params.set(`${id}.columns`, columns.join(','));
  const entries = Object.entries(widths);
  if (entries.length > 0) params.set(`${id}.widths`, entries.map(([column, px]) => `${column}:${px}`).join(','));
}

/** What a link carries of a filter: its start, with no character of two code units torn apart. */
function linkedFilter(filter: string): string {
  return filter.slice(0, LONGEST_FILTER).replace(/[\uD800-\uDBFF]$/, '');
}

function readTables(params: URLSearchParams): LinkState['tables'] {
  const tables: Partial<Record<TableId, TableSettings>> = {};
  for (const id of TABLE_IDS) {
    if ([...params.keys()].some((key) => key.startsWith(`${id}.`) && key !== `${id}.table`)) {
      tables[id] = readTable(params, id);
    }
  }
  return tables;
}

function readTable(params: URLSearchParams, id: TableId): TableSettings {
  const sort = params.get(`${id}.sort`);
  const columns = params.get(`${id}.columns`)?.split(',').filter(Boolean) ?? [];
  return {
    filter: params.get(`${id}.filter`) ?? DEFAULT_TABLE_SETTINGS.filter,
    only: readOnly(params, `${id}.only.`),
    sort: sort ? { column: sort.replace(/^-/, ''), descending: sort.startsWith('-') } : DEFAULT_TABLE_SETTINGS.sort,
    columns: columns.length > 0 ? columns : DEFAULT_TABLE_SETTINGS.columns,
    widths: readWidths(params.get(`${id}.widths`)),
  };
}

function readOnly(params: URLSearchParams, prefix: string): TableSettings['only'] {
  const keys = new Set([...params.keys()].filter((key) => key.startsWith(prefix)));
  return Object.fromEntries([...keys].map((key) => [key.slice(prefix.length), params.getAll(key)]));
}

function readWidths(text: string | null): Readonly<Record<string, number>> {
  const pairs = (text ?? '').split(',').flatMap((pair) => {
    const [column, width] = pair.split(':');
    const px = integer(width);
    return column && px !== undefined && px > 0 ? [[column, px] as const] : [];
  });
  return Object.fromEntries(pairs);
}

function isTableId(text: string | null): text is TableId {
  return text !== null && Object.hasOwn(TABLES, text);
}

function oneOf<T extends string>(known: readonly T[], text: string | null): T | undefined {
  return known.find((one) => one === text);
}

function integer(text: string | null | undefined): number | undefined {
  return text && /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}

function natural(text: string | null): number | undefined {
  const value = integer(text);
  return value !== undefined && value >= 0 ? value : undefined;
}
