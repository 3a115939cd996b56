import type { TraceModel } from '../../trace/trace-model.ts';
import type { Column } from '../make-table.ts';
import { MEGABYTE } from './perf-columns.ts';
import { floats } from './sheet.ts';
import type { CallFigures } from './sheet-calls.ts';

type Ends = readonly [lower: number, upper: number];

/**
 * Columns beyond the published ones, for sheets of calls: the kernel sum, which concurrent kernels do not lessen; rates by total time, where
 * the published ones are means of rates; with a roof the time above it; and bounds of what depends on data that the trace does not hold.
 */
export function addedColumns(
  { conventions }: TraceModel,
  figures: CallFigures,
  members: readonly Int32Array[],
  hasRoof: boolean,
): Column[] {
  if (conventions.sheetColumns === 'published') return [];
  const total = (figure: (item: number) => number) => (row: number) => sumOf(members[row], figure);
  const { estimate, roof, busyUs } = figures;
  const flops = (item: number) => estimate(item)?.flops ?? Number.NaN;
  const bytes = (item: number) => estimate(item)?.bytes ?? Number.NaN;
  // Amounts a µs, in units of 1e12 a second.
  const rate = (amount: (item: number) => number) => (row: number) => {
    const known = members[row].filter((item) => !Number.isNaN(amount(item)));
    const us = sumOf(known, busyUs);
    return us > 0 ? sumOf(known, amount) / us / 1e6 : Number.NaN;
  };
  return [
    floats('kernel_sum_us', total(figures.kernelSumUs)),
    floats('TB/s_weighted', rate(bytes)),
    floats('TFLOPS/s_weighted', rate(flops)),
    ...(hasRoof
      ? [
          floats(
            'time_over_roofline_us',
            total((item) => busyUs(item) - (roof(item)?.time ?? Number.NaN)),
          ),
        ]
      : []),
    ...bounds('GFLOPS', 1e9, members, (item) => estimate(item)?.interval?.flops),
    ...bounds('Data Moved (MB)', MEGABYTE, members, (item) => estimate(item)?.interval?.bytes),
  ];
}

/** Lower and upper ends; nothing where no call of the sheet has any. */
function bounds(
  title: string,
  unit: number,
  members: readonly Int32Array[],
  interval: (item: number) => Ends | undefined,
): Column[] {
  if (!members.some((items) => items.some((item) => interval(item) !== undefined))) return [];
  const end = (row: number, place: 0 | 1) => (interval(members[row][0])?.[place] ?? Number.NaN) / unit;
  return [floats(`${title}_lower`, (row) => end(row, 0)), floats(`${title}_upper`, (row) => end(row, 1))];
}

/** NaN where some figure is. */
function sumOf(items: Int32Array, figure: (item: number) => number): number {
  let sum = 0;
  for (const item of items) sum += figure(item);
  return sum;
}
