import type { Engine, Precision } from './perf-model.ts';

/** A peak's name, as architecture files spell it: `matrix_bf16`. */
export type PeakName = `${Engine}_${Precision}`;

const ENGINES: readonly Engine[] = ['matrix', 'vector'];
/** Every precision, widest first. */
export const PRECISIONS: readonly Precision[] = ['fp64', 'fp32', 'tf32', 'fp16', 'bf16', 'fp8', 'fp6', 'fp4', 'int8'];

/** Every peak a device may have, in the order of tables. */
export const PEAK_NAMES: readonly PeakName[] = ENGINES.flatMap((engine) =>
  PRECISIONS.map((precision): PeakName => `${engine}_${precision}`),
);

/** One figure and where it comes from. */
export interface Figure {
  readonly value: number;
  readonly source: string;
  /** Whether the source is one that can be shipped as a fact. */
  readonly confirmed: boolean;
}

/** What a device reaches: on paper, or in measurements. */
export interface Rates {
  /** GB/s, decimal. */
  readonly bandwidth?: Figure;
  /** Dense TFLOP/s (TOP/s for int8). What is not known is absent. */
  readonly peaks: Readonly<Partial<Record<PeakName, Figure>>>;
}

export type RoofKind = 'datasheet' | 'achievable';

/** One device as a trace shows it: of a package of two dies, one die. */
export interface Hardware extends Readonly<Record<RoofKind, Rates>> {
  readonly name: string;
  /** GB as marketed. */
  readonly memory?: Figure;
  /** SMs or CUs of the whole device, where its traces or its maker say. */
  readonly units?: number;
  /** Precisions whose matrix products run on the vector units, the device having no matrix unit for them. */
  readonly matrixOnVector: readonly Precision[];
}
