import type { Table } from '../../base/table.ts';
import { EventKind, type TraceModel } from '../../trace/trace-model.ts';
import { groupBy, statisticsByGroup } from '../groups.ts';
import { TemplateText } from '../template-text.ts';
import { type Launcher, launcherCategory, launchingOperator } from './launchers.ts';
import { pythonTuple } from './python-text.ts';
import { floats, integers, sheet, words } from './sheet.ts';

const BINS = 100;

/** The kernels of a trace (no copies, no memsets; unlinked ones too) in file order, and what is above each. */
export interface KernelRows {
  readonly model: TraceModel;
  /** Rows of `gpuEvents`. */
  readonly rows: Int32Array;
  readonly totalUs: number;
  /** Kernels shorter than this are short, µs. */
  readonly shortUs: number;
  readonly isGpuOnly: boolean;
  durationUs(item: number): number;
  name(item: number): string;
  /** Nearest operator above, else the caller, -1 for unlinked kernels. */
  parent(item: number): number;
  category(item: number): string | undefined;
}

/** The kernels of a trace; `totalUs` is the total time of its timeline. */
export function kernelRows(
  model: TraceModel,
  all: readonly Launcher[],
  { totalUs, shortUs }: Pick<KernelRows, 'totalUs' | 'shortUs'>,
): KernelRows {
  const { columns, gpuEvents, kind, caller, operatorOf } = model;
  const byFile = Int32Array.from(gpuEvents.keys()).sort((a, b) => gpuEvents[a] - gpuEvents[b]);
  const rows = byFile.filter((row) => kind[gpuEvents[row]] === EventKind.kernel);
  const firstKernel = new Map(all.map(({ event, rows: [first] }) => [event, gpuEvents[first]]));
  const nameOf = (event: number) => columns.strings.get(columns.name[event]);
  const parent = (item: number) => {
    const from = caller[rows[item]];
    const operator = from < 0 ? -1 : launchingOperator(model, operatorOf[from]);
    return operator < 0 ? from : operator;
  };
  const categoryOf = (event: number) => {
    if (kind[event] !== EventKind.cpuOp) return /cudagraph|graphlaunch/i.test(nameOf(event)) ? 'graph' : 'runtime';
    const first = firstKernel.get(event);
    return launcherCategory(model, event, first === undefined ? '' : nameOf(first));
  };
  const categories = new Map<number, string>();
  return {
    model,
    rows,
    totalUs,
    shortUs,
    isGpuOnly: !kind.includes(EventKind.cpuOp),
    durationUs: (item) => columns.dur[gpuEvents[rows[item]]] / 1e3,
    name: (item) => nameOf(gpuEvents[rows[item]]),
    parent,
    category: (item) => {
      const event = parent(item);
      if (event < 0) return undefined;
      const known = categories.get(event);
      if (known !== undefined) return known;
      const category = categoryOf(event);
      categories.set(event, category);
      return category;
    },
  };
}

/** `kernel_summary`: by parent operator, kernel and stream. */
export function kernelSummary(kernels: KernelRows): Table {
  const { model, rows, totalUs, isGpuOnly } = kernels;
  const { columns, gpuEvents, streams, streamOf } = model;
  const nameId = (event: number) => (event < 0 ? -1 : columns.name[event]);
  const parentName = (item: number) => {
    const event = kernels.parent(item);
    return event < 0 ? undefined : columns.strings.get(columns.name[event]);
  };
  const stream = (item: number) => streams[streamOf[rows[item]]].stream;
  const groups = groupBy(rows.length, (item) => {
    const parent = isGpuOnly ? -1 : nameId(kernels.parent(item));
    return `${parent} ${nameId(gpuEvents[rows[item]])} ${stream(item)} ${kernels.category(item) ?? ''}`;
  });
  const duration = statisticsByGroup(groups, kernels.durationUs);
  const sum = duration.sum.reduce((total, value) => total + value, 0);
  const order = Array.from(duration.sum.keys()).sort((a, b) => duration.sum[b] - duration.sum[a]);
  const first = (row: number) => groups.first[order[row]];
  return sheet('kernel_summary', groups.count, [
    words('Parent op category', (row) => kernels.category(first(row))),
    ...(isGpuOnly ? [] : [words('Parent cpu_op', (row) => parentName(first(row)))]),
    words('Kernel name', (row) => kernels.name(first(row))),
    integers('Kernel stream', (row) => stream(first(row))),
    floats('Kernel duration (µs)_sum', (row) => duration.sum[order[row]]),
    integers('Kernel duration (µs)_count', (row) => duration.count[order[row]]),
    floats('Kernel duration (µs)_mean', (row) => duration.mean[order[row]]),
    floats('Kernel duration (µs)_min', (row) => duration.min[order[row]]),
    floats('Kernel duration (µs)_max', (row) => duration.max[order[row]]),
    floats('Percent of kernels time (%)', (row) => (100 * duration.sum[order[row]]) / sum),
    floats('Percent of total time (%)', (row) => (100 * duration.sum[order[row]]) / totalUs),
  ]);
}

function shortItems({ rows, shortUs, durationUs }: KernelRows): number[] {
  return Array.from(rows.keys()).filter((item) => durationUs(item) < shortUs);
}

/** `short_kernel_histogram`: equal bins from the shortest to the longest short kernel, the last one closed. */
export function shortKernelHistogram(kernels: KernelRows): Table {
  const durations = shortItems(kernels).map(kernels.durationUs);
  const { edges, counts } = histogram(durations);
  return sheet('short_kernel_histogram', counts.length, [
    floats('bin_start', (row) => edges[row]),
    floats('bin_end', (row) => edges[row + 1]),
    integers('count', (row) => counts[row]),
  ]);
}

/** As numpy counts: by arithmetic first, then corrected where an edge was rounded past the value. */
function histogram(values: readonly number[]): { edges: number[]; counts: number[] } {
  if (values.length === 0) return { edges: [], counts: [] };
  let low = values.reduce((least, value) => Math.min(least, value));
  let high = values.reduce((most, value) => Math.max(most, value));
  if (low === high) {
    low -= 0.5;
    high += 0.5;
  }
  const step = (high - low) / BINS;
  const edges = Array.from({ length: BINS + 1 }, (_, i) => (i === BINS ? high : i * step + low));
  const counts = new Array<number>(BINS).fill(0);
  for (const value of values) {
    let bin = Math.min(BINS - 1, Math.trunc(((value - low) / (high - low)) * BINS));
    if (value < edges[bin]) bin--;
    else if (value >= edges[bin + 1] && bin !== BINS - 1) bin++;
    counts[bin]++;
  }
  return { edges, counts };
}

/** `short_kernels_summary`: short kernels by operator, arguments and kernel; without operators by kernel alone. */
export function shortKernelsSummary(kernels: KernelRows): Table {
  const { model, totalUs, isGpuOnly } = kernels;
  const { columns, gpuEvents } = model;
  const keys = ['Input Dims', 'Input Strides', 'Concrete Inputs'];
  const texts = keys.map((key) => TemplateText.ofArgument(columns, [key], pythonTuple));
  const argumentsOf = (item: number) => texts.map((text) => text.of(kernels.parent(item)));
  // Kernels whose operator lacks an argument drop out of the reference's grouping.
  const items = shortItems(kernels).filter(
    (item) => isGpuOnly || (kernels.parent(item) >= 0 && !argumentsOf(item).includes(undefined)),
  );
  const parentName = (item: number) => columns.strings.get(columns.name[kernels.parent(item)]);
  const groups = groupBy(items.length, (i) => {
    const kernel = columns.name[gpuEvents[kernels.rows[items[i]]]];
    if (isGpuOnly) return kernel;
    const parent = kernels.parent(items[i]);
    return [kernel, columns.name[parent], ...texts.map((text) => text.keyOf(parent))].join(' ');
  });
  const duration = statisticsByGroup(groups, (i) => kernels.durationUs(items[i]));
  const order = Array.from(duration.sum.keys()).sort(
    (a, b) =>
      duration.sum[b] - duration.sum[a] || duration.count[a] - duration.count[b] || duration.mean[a] - duration.mean[b],
  );
  const first = (row: number) => items[groups.first[order[row]]];
  const titles = ['Input dims', 'Input strides', 'Concrete Inputs'];
  const operatorColumns = [
    words('Parent cpu_op', (row) => parentName(first(row))),
    ...titles.map((title, i) => words(title, (row) => argumentsOf(first(row))[i])),
  ];
  return sheet('short_kernels_summary', groups.count, [
    ...(isGpuOnly ? [] : operatorColumns),
    words('Kernel name', (row) => kernels.name(first(row))),
    floats('Short Kernel duration (µs) sum', (row) => duration.sum[order[row]]),
    integers('Short Kernel count', (row) => duration.count[order[row]]),
    floats('Short Kernel duration (µs) mean', (row) => duration.mean[order[row]]),
    floats('Short Kernel duration (µs) percent of total time', (row) => (100 * duration.sum[order[row]]) / totalUs),
  ]);
}
