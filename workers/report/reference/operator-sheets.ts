import { statisticsOf } from '../../base/statistics.ts';
import type { Table } from '../../base/table.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import type { Column } from '../make-table.ts';
import { TemplateText } from '../template-text.ts';
import { kernelDetails, truncatedDetails } from './kernel-details.ts';
import type { KernelOverlaps } from './kernel-overlap.ts';
import type { Launcher } from './launchers.ts';
import { overlapColumns } from './overlap-columns.ts';
import { pythonStringList, pythonTuple } from './python-text.ts';
import { floats, integers, percentages, sheet, words } from './sheet.ts';
import { overlapName } from './sheet-calls.ts';
import { trackNames } from './track-names.ts';

/** Launchers with one key, in order of their first. */
interface Group {
  readonly members: readonly Launcher[];
  readonly directNs: number;
  readonly subtreeNs: number;
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
    }))
    .sort((a, b) => b.directNs - a.directNs || a.members[0].event - b.members[0].event);
}

/** `ops_summary_by_category`. */
export function operatorsByCategory(all: readonly Launcher[]): Table {
  const groups = groupLaunchers(all, ({ category }) => category);
  return sheet('ops_summary_by_category', groups.length, [
    words('op category', (row) => groups[row].members[0].category),
    integers('Count', (row) => groups[row].members.length),
    floats('total_direct_kernel_time_ms', (row) => groups[row].directNs / 1e6),
    ...percentages(groups.map(({ directNs }) => directNs)),
  ]);
}

/** `ops_summary`: by operator name. */
export function operatorsByName(model: TraceModel, all: readonly Launcher[]): Table {
  const nameOf = ({ event }: Launcher) => model.columns.strings.get(model.columns.name[event]);
  const groups = groupLaunchers(all, nameOf);
  return sheet('ops_summary', groups.length, [
    words('name', (row) => nameOf(groups[row].members[0])),
    floats('total_direct_kernel_time_sum', (row) => groups[row].directNs / 1e3),
    floats('total_subtree_kernel_time_sum', (row) => groups[row].subtreeNs / 1e3),
    floats('total_direct_kernel_time_ms', (row) => groups[row].directNs / 1e6),
    floats('total_subtree_kernel_time_ms', (row) => groups[row].subtreeNs / 1e6),
    integers('Count', (row) => groups[row].members.length),
    words('Categories', (row) =>
      pythonStringList([...new Set(groups[row].members.map(({ category }) => category))].sort()),
    ),
    ...percentages(groups.map(({ directNs }) => directNs)),
  ]);
}

const ARGUMENTS = ['Input Dims', 'Input type', 'Input Strides', 'Concrete Inputs'];
const FIGURES = ['mean', 'median', 'std', 'min', 'max', 'sum'] as const;

/** `ops_unique_args`: by operator, arguments and thread; with `overlaps` as `ops_unique_args_kl_overlap`, by what ran beside them too. */
export function operatorsByArguments(model: TraceModel, all: readonly Launcher[], overlaps?: KernelOverlaps): Table {
  const { columns } = model;
  const tracks = trackNames(model);
  const texts = ARGUMENTS.map((key) => TemplateText.ofArgument(columns, [key], pythonTuple));
  const groups = groupLaunchers(all, ({ event, category, rows }) => {
    const { process, label, thread } = tracks(event);
    const key = [columns.name[event], category, process, label, thread, ...texts.map((t) => t.keyOf(event))];
    return JSON.stringify([...key, overlaps?.names(rows)]);
  });
  const first = (row: number) => groups[row].members[0];
  const direct = groups.map(({ members }) => statisticsOf(Float64Array.from(members, (m) => m.directNs / 1e3)));
  const subtree = groups.map(({ members }) => statisticsOf(Float64Array.from(members, (m) => m.subtreeNs / 1e3)));
  const details = groups.map(({ members }) =>
    kernelDetails(
      model,
      members.map(({ rows }) => rows),
    ),
  );
  return sheet(overlapName('ops_unique_args', overlaps), groups.length, [
    words('name', (row) => columns.strings.get(columns.name[first(row).event])),
    ...(overlaps ? [words('overlapping_kernel_names', (row) => overlaps.names(first(row).rows))] : []),
    words('op category', (row) => first(row).category),
    words('process_name', (row) => tracks(first(row).event).process),
    words('process_label', (row) => tracks(first(row).event).label),
    words('thread_name', (row) => tracks(first(row).event).thread),
    ...ARGUMENTS.map((id, i) => words(id, (row) => texts[i].of(first(row).event))),
    integers('operation_count', (row) => groups[row].members.length),
    ...FIGURES.flatMap((figure) => [
      floats(`total_direct_kernel_time_${figure}`, (row) => direct[row][figure]),
      floats(`total_subtree_kernel_time_${figure}`, (row) => subtree[row][figure]),
    ]),
    integers('ex_UID', (row) => first(row).event),
    words('kernel_details_summary', (row) => details[row].summary),
    words('trunc_kernel_details', (row) => truncatedDetails(details[row])),
    ...(overlaps ? launcherOverlaps(groups, overlaps) : []),
    ...percentages(groups.map(({ directNs }) => directNs)),
  ]);
}

function launcherOverlaps(groups: readonly Group[], overlaps: KernelOverlaps): Column[] {
  const all = groups.flatMap(({ members }) => members);
  let next = 0;
  const items = groups.map(({ members }) => members.map(() => next++));
  return overlapColumns('overlapping_kernels_details_summary', overlaps, items, (item) => all[item].rows);
}
