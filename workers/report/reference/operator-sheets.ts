import { statisticsOf } from '../../base/statistics.ts';
import type { Table } from '../../base/table.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import type { Column } from '../make-table.ts';
import { TemplateText } from '../template-text.ts';
import { kernelDetails, truncatedDetails } from './kernel-details.ts';
import type { KernelOverlaps } from './kernel-overlap.ts';
import type { Launcher } from './launchers.ts';
import { LAYOUTS, type Layout, type SummaryColumn } from './layouts.ts';
import { moduleStacks } from './module-stacks.ts';
import { overlapColumns } from './overlap-columns.ts';
import { pythonStringList, pythonTuple } from './python-text.ts';
import { floats, integers, percentages, sheet, words } from './sheet.ts';
import { overlapName } from './sheet-calls.ts';
import { trackNameKeys, trackNames } from './track-names.ts';

export interface OperatorSheetOptions {
  readonly layout: Layout;
  /** Tells launchers apart by the module above them, and shows the modules. */
  readonly byModule: boolean;
  /** Tells launchers apart by their number of kernels, where they are told apart by arguments. */
  readonly byKernelCount: boolean;
  /** Shows when launchers with some arguments first ran, after the first of the sheet. */
  readonly firstOccurrence: boolean;
}

/** Launchers with one key, in order of their first. */
interface Group {
  readonly members: readonly Launcher[];
  readonly directNs: number;
  readonly subtreeNs: number;
  readonly kernelSumNs: number;
}

function groupLaunchers(all: readonly Launcher[], keyOf: (launcher: Launcher) => string): Group[] {
  const byKey = new Map<string, Launcher[]>();
  for (const launcher of all) {
    const key = keyOf(launcher);
    const members = byKey.get(key);
    if (members) members.push(launcher);
    else byKey.set(key, [launcher]);
  }
  return [...byKey.values()]
    .map((members) => ({
      members,
      directNs: members.reduce((sum, { directNs }) => sum + directNs, 0),
      subtreeNs: members.reduce((sum, { subtreeNs }) => sum + subtreeNs, 0),
      kernelSumNs: members.reduce((sum, { kernelSumNs }) => sum + kernelSumNs, 0),
    }))
    .sort((a, b) => b.directNs - a.directNs || a.members[0].event - b.members[0].event);
}

/** `ops_summary_by_category`. */
export function operatorsByCategory(
  model: TraceModel,
  all: readonly Launcher[],
  { byModule }: OperatorSheetOptions,
): Table {
  const modules = moduleColumns(model, byModule);
  const groups = groupLaunchers(all, ({ event, category }) => JSON.stringify([category, modules.key(event)]));
  const event = (row: number) => groups[row].members[0].event;
  return sheet('ops_summary_by_category', groups.length, [
    words('op category', (row) => groups[row].members[0].category),
    ...modules.parent(event),
    integers('Count', (row) => groups[row].members.length),
    ...modules.stack('call_stack_first', event),
    floats('total_direct_kernel_time_ms', (row) => groups[row].directNs / 1e6),
    ...percentages(groups.map(({ directNs }) => directNs)),
    ...kernelSum(model, 'ms', groups),
  ]);
}

/** The columns of time of `ops_summary`. */
const SUMMARY: Readonly<Record<SummaryColumn, (groups: readonly Group[]) => Column>> = {
  total_direct_kernel_time_sum: (groups) => floats('total_direct_kernel_time_sum', (row) => groups[row].directNs / 1e3),
  total_subtree_kernel_time_sum: (groups) =>
    floats('total_subtree_kernel_time_sum', (row) => groups[row].subtreeNs / 1e3),
  total_subtree_kernel_time_count: (groups) =>
    integers('total_subtree_kernel_time_count', (row) => groups[row].members.length),
  total_direct_kernel_time_ms: (groups) => floats('total_direct_kernel_time_ms', (row) => groups[row].directNs / 1e6),
  total_subtree_kernel_time_ms: (groups) =>
    floats('total_subtree_kernel_time_ms', (row) => groups[row].subtreeNs / 1e6),
};

/** `ops_summary`: by operator name. */
export function operatorsByName(
  model: TraceModel,
  all: readonly Launcher[],
  { layout, byModule }: OperatorSheetOptions,
): Table {
  const nameOf = ({ event }: Launcher) => model.columns.strings.get(model.columns.name[event]);
  const modules = moduleColumns(model, byModule);
  const groups = groupLaunchers(all, (launcher) => JSON.stringify([nameOf(launcher), modules.key(launcher.event)]));
  const event = (row: number) => groups[row].members[0].event;
  return sheet('ops_summary', groups.length, [
    words('name', (row) => nameOf(groups[row].members[0])),
    ...modules.parent(event),
    ...LAYOUTS[layout].summaryTimes.map((id) => SUMMARY[id](groups)),
    integers('Count', (row) => groups[row].members.length),
    words('Categories', (row) =>
      pythonStringList([...new Set(groups[row].members.map(({ category }) => category))].sort()),
    ),
    ...modules.stack('call_stack_first', event),
    ...percentages(groups.map(({ directNs }) => directNs)),
    ...kernelSum(model, 'ms', groups),
  ]);
}

const ARGUMENTS = ['Input Dims', 'Input type', 'Input Strides', 'Concrete Inputs'];
const FIGURES = ['mean', 'median', 'std', 'min', 'max', 'sum'] as const;

/** `ops_unique_args`: by operator, arguments and thread; with `overlaps` as `ops_unique_args_kl_overlap`, by what ran beside them too. */
export function operatorsByArguments(
  model: TraceModel,
  all: readonly Launcher[],
  { byModule, byKernelCount, firstOccurrence }: OperatorSheetOptions,
  overlaps?: KernelOverlaps,
): Table {
  const { columns } = model;
  const tracks = trackNames(model);
  const modules = moduleColumns(model, byModule);
  const trackKeys = trackNameKeys(model, tracks);
  const texts = ARGUMENTS.map((key) => TemplateText.ofArgument(columns, [key], pythonTuple));
  const groups = groupLaunchers(all, ({ event, category, rows }) => {
    const args = texts.map((text) => text.keyOf(event)).join(' ');
    const count = byKernelCount ? rows.length : 0;
    const key = `${columns.name[event]} ${trackKeys(event)} ${args} ${count} ${category} ${modules.key(event)}`;
    return overlaps ? `${key} ${overlaps.names(rows)}` : key;
  });
  const first = (row: number) => groups[row].members[0];
  const event = (row: number) => first(row).event;
  const direct = groups.map(({ members }) => statisticsOf(Float64Array.from(members, (m) => m.directNs / 1e3)));
  const subtree = groups.map(({ members }) => statisticsOf(Float64Array.from(members, (m) => m.subtreeNs / 1e3)));
  const details = groups.map(({ members }) =>
    kernelDetails(
      model,
      members.map(({ rows }) => rows),
    ),
  );
  return sheet(overlapName('ops_unique_args', overlaps), groups.length, [
    words('name', (row) => columns.strings.get(columns.name[event(row)])),
    ...(overlaps ? [words('overlapping_kernel_names', (row) => overlaps.names(first(row).rows))] : []),
    words('op category', (row) => first(row).category),
    ...modules.parent(event),
    words('process_name', (row) => tracks(event(row)).process),
    words('process_label', (row) => tracks(event(row)).label),
    words('thread_name', (row) => tracks(event(row)).thread),
    ...ARGUMENTS.map((id, i) => words(id, (row) => texts[i].of(event(row)))),
    ...(byKernelCount ? [integers('num_kernels', (row) => first(row).rows.length)] : []),
    integers('operation_count', (row) => groups[row].members.length),
    ...(firstOccurrence ? [firstOccurrences(model, groups)] : []),
    ...FIGURES.flatMap((figure) => [
      floats(`total_direct_kernel_time_${figure}`, (row) => direct[row][figure]),
      floats(`total_subtree_kernel_time_${figure}`, (row) => subtree[row][figure]),
    ]),
    integers('ex_UID', event),
    ...modules.stack('call_stack', event),
    words('kernel_details_summary', (row) => details[row].summary),
    words('trunc_kernel_details', (row) => truncatedDetails(details[row])),
    ...(overlaps ? launcherOverlaps(groups, overlaps) : []),
    ...percentages(groups.map(({ directNs }) => directNs)),
    ...kernelSum(model, 'us', groups),
  ]);
}

/** What tells launchers apart by module, and shows it; nothing where they are not. */
function moduleColumns(model: TraceModel, byModule: boolean) {
  const modules = moduleStacks(model);
  type EventOf = (row: number) => number;
  return {
    key: (event: number) => (byModule ? modules.parent(event) : ''),
    parent: (of: EventOf) => (byModule ? [words('parent_module', (row) => modules.parent(of(row)))] : []),
    stack: (id: string, of: EventOf) => (byModule ? [words(id, (row) => modules.text(of(row)))] : []),
  };
}

/** Start of the first launcher of each row, µs after the first of the sheet. */
function firstOccurrences({ columns }: TraceModel, groups: readonly Group[]): Column {
  const starts = groups.map(({ members }) => columns.ts[members[0].event]);
  const earliest = Math.min(...starts);
  return floats('first_occurrence_time', (row) => (starts[row] - earliest) / 1e3);
}

/** Sum of the durations of the launchers' GPU events, which concurrent ones do not lessen as they do the union. */
function kernelSum({ conventions }: TraceModel, unit: 'us' | 'ms', groups: readonly Group[]): Column[] {
  if (conventions.sheetColumns === 'published') return [];
  const ns = unit === 'us' ? 1e3 : 1e6;
  return [floats(`kernel_sum_${unit}`, (row) => groups[row].kernelSumNs / ns)];
}

function launcherOverlaps(groups: readonly Group[], overlaps: KernelOverlaps): Column[] {
  const all = groups.flatMap(({ members }) => members);
  let next = 0;
  const items = groups.map(({ members }) => members.map(() => next++));
  return overlapColumns('overlapping_kernels_details_summary', overlaps, items, (item) => all[item].rows);
}
