import type { Statistics } from '../../base/statistics.ts';
import type { Column } from '../make-table.ts';
import { floats, words } from './sheet.ts';
import { type CallFigures, computeSpec, statisticsOfMembers } from './sheet-calls.ts';

type Figure = 'mean' | 'median' | 'std' | 'min' | 'max' | 'sum';

export const MEGABYTE = 1024 ** 2;

/** The columns of performance that the unified and the per-category sheets share, by what they show; the sheets order and name them. */
export interface PerfColumns {
  readonly gflops: (id: string) => Column;
  readonly megabytes: (id: string) => Column;
  readonly intensity: (id: string) => Column;
  readonly spec: Column;
  readonly bound: (id: string) => Column;
  readonly roofTime: (id: string) => Column;
  readonly terabytes: (figures: readonly Figure[]) => Column[];
  readonly teraflops: (figures: readonly Figure[]) => Column[];
  readonly shareOfRoof: (figures: readonly Figure[]) => Column[];
  readonly kernelTime: (figures: readonly Figure[]) => Column[];
}

/** Columns over groups of calls; what all calls of a group share is taken from its first. */
export function perfColumns(figures: CallFigures, members: readonly Int32Array[]): PerfColumns {
  const ofFirst = <T>(read: (item: number) => T) => {
    const values = members.map(([first]) => read(first));
    return (row: number) => values[row];
  };
  const statistics = (title: string, figure: (item: number) => number) => {
    const all = statisticsOfMembers(members, figure);
    return (names: readonly Figure[]) => names.map((name) => floats(`${title}_${name}`, (row) => cell(all[row], name)));
  };
  const estimate = ofFirst(figures.estimate);
  const roof = ofFirst(figures.roof);
  const bytes = (row: number) => estimate(row)?.bytes ?? Number.NaN;
  const flops = (row: number) => estimate(row)?.flops ?? Number.NaN;
  return {
    gflops: (id) => floats(id, (row) => flops(row) / 1e9),
    megabytes: (id) => floats(id, (row) => bytes(row) / MEGABYTE),
    intensity: (id) => floats(id, (row) => (bytes(row) > 0 ? flops(row) / bytes(row) : Number.NaN)),
    spec: words('Compute Spec', (row) => computeSpec(estimate(row))),
    bound: (id) => words(id, (row) => boundText(roof(row)?.bound ?? null)),
    roofTime: (id) => floats(id, (row) => roof(row)?.time ?? Number.NaN),
    terabytes: statistics('TB/s', figures.terabytes),
    teraflops: statistics('TFLOPS/s', figures.teraflops),
    shareOfRoof: statistics('Pct Roofline', figures.shareOfRoof),
    kernelTime: statistics('Kernel Time (µs)', figures.busyUs),
  };
}

/** The sum of no figures is 0, and shown so in no sheet. */
function cell(statistics: Statistics, figure: Figure): number {
  return statistics.count === 0 ? Number.NaN : statistics[figure];
}

function boundText(bound: 'memory' | 'compute' | null): string | undefined {
  if (bound === null) return undefined;
  return bound === 'compute' ? 'COMPUTE_BOUND' : 'MEMORY_BOUND';
}
