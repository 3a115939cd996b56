import { type Figure, type Hardware, PEAK_NAMES, type PeakName, type Rates } from '../hardware.ts';
import type { Precision } from '../perf-model.ts';

/** A device that ships with the page, and the names by which the profiler's `deviceProperties` may call it. */
export interface Preset extends Hardware {
  readonly names: RegExp;
}

/** Where the figures come from. A preset's row gives those that apply to it. */
const SOURCES = {
  A: 'aiconfigurator systems/*.yaml (NVIDIA datasheets)',
  B: 'baseten.co A10 and A10G',
  C: 'CDNA 4: 1024 matrix cores at 2200 or 2400 MHz',
  G1: 'glennklockwood.com A100 (NVIDIA datasheet)',
  G2: 'glennklockwood.com H100 (NVIDIA datasheet)',
  G3: 'glennklockwood.com B200 (NVIDIA datasheet)',
  H: 'Hyperloom analytic ceilings',
  I: 'inference-sim #1710',
  L: 'LLM-Viewer hardware_params.py',
  M: 'L40S datasheet copy (mullet.se)',
  N1: 'developer.nvidia.com programming-tensor-cores-cuda-9',
  N2: 'io-tech.fi Tesla V100 PCIe',
  P: 'PyTorch _inductor/analysis/device_info.py, AMD rows',
  Q: 'sysrqmts.com A10',
  S: 'ml-engineering accelerator table (vendor links)',
  T: 'torchtitan tools/utils.py',
  W: 'waredb.com RTX 4090',
  Z: 'zexron.com MI250X',
} as const;

/** A figure of a table row: plain, not confirmed (`['?', v]`), or with a remark (`[v, remark]`). */
type Cell = number | readonly ['?', number, string?] | readonly [number, string];

export interface Row {
  readonly name: string;
  readonly names: RegExp;
  readonly sources: readonly (keyof typeof SOURCES)[];
  /** The row has a figure that needs a second look, so none of it counts as confirmed. */
  readonly doubtful?: true;
  readonly memory: number;
  readonly units?: number;
  readonly bandwidth: Cell;
  readonly peaks: Readonly<Partial<Record<PeakName, Cell>>>;
  readonly achievable?: Rates;
  readonly matrixOnVector?: readonly Precision[];
}

/** Remark on a figure computed from another of the same device. */
export const DERIVED = 'derived';

/** ml-engineering's own matmul measurements: rough, and dependent on software. */
export function measured(bf16: number, fp8?: number): Rates {
  const figure = (value: number): Figure => ({
    value,
    source: 'ml-engineering measured matmul, rough',
    confirmed: false,
  });
  return { peaks: { matrix_bf16: figure(bf16), ...(fp8 === undefined ? {} : { matrix_fp8: figure(fp8) }) } };
}

/** Maximum achievable FLOP/s of the TraceLens architecture files; their bandwidth is the datasheet's, so it is not repeated here. */
export function maxAchievable(peaks: Readonly<Partial<Record<PeakName, Cell>>>): Rates {
  return { peaks: figures(peaks, 'TraceLens arch file, max achievable', true) };
}

function figure(cell: Cell, source: string, confirmed: boolean): Figure {
  if (typeof cell === 'number') return { value: cell, source, confirmed };
  const [first, second, third] = cell;
  if (first === '?') return { value: second, source: third ?? `${source}; not confirmed`, confirmed: false };
  return { value: first, source: `${source}; ${second}`, confirmed };
}

function figures(
  cells: Readonly<Partial<Record<PeakName, Cell>>>,
  source: string,
  confirmed: boolean,
): Partial<Record<PeakName, Figure>> {
  const peaks: Partial<Record<PeakName, Figure>> = {};
  for (const name of PEAK_NAMES) {
    const cell = cells[name];
    if (cell !== undefined) peaks[name] = figure(cell, source, confirmed);
  }
  return peaks;
}

export function presetOf({ name, names, sources, doubtful, memory, units, bandwidth, peaks, ...row }: Row): Preset {
  const source = sources.map((key) => SOURCES[key]).join('; ');
  const confirmed = doubtful === undefined;
  return {
    name,
    names,
    memory: figure(memory, source, confirmed),
    ...(units === undefined ? {} : { units }),
    datasheet: { bandwidth: figure(bandwidth, source, confirmed), peaks: figures(peaks, source, confirmed) },
    achievable: row.achievable ?? { peaks: {} },
    matrixOnVector: row.matrixOnVector ?? [],
  };
}
