import type { Table } from '../../../workers/base/table.ts';
import { numbersOf, textAt, textsOf } from '../../table/read-column.ts';

/**
 * The rows of a table of operator calls that have a place on the chart, longest time first; arrays have one value a point. Work
 * without FLOPs has intensity 0, which a log axis cannot show: it stands in a strip of its own, by TB/s.
 */
export interface Points {
  readonly count: number;
  /** Row of the table. */
  readonly row: Int32Array;
  /** 1 for a point of the strip. */
  readonly inStrip: Uint8Array;
  /** In the strip: how far to the side, so that neighbours in rate do not cover each other. */
  readonly lane: Uint8Array;
  /** FLOP/byte; NaN in the strip. */
  readonly intensity: Float64Array;
  /** TFLOP/s; TB/s in the strip. */
  readonly rate: Float64Array;
  /** Bounds of the intensity where it depends on data that the trace does not hold, else NaN. */
  readonly lowIntensity: Float64Array;
  readonly highIntensity: Float64Array;
  /** Kernel sum, ns. */
  readonly timeNs: Float64Array;
  /** Its part of the kernel sum of the scope, 0 to 1. */
  readonly share: Float64Array;
  /** Category of each point, as its place in `categories`. */
  readonly category: Uint8Array;
  readonly categories: readonly string[];
  /** Name of the compute peak that bounds each point, "" for none. */
  readonly peak: readonly string[];
  /** Rows without a place, and their kernel sum. */
  readonly unplaced: { readonly rows: number; readonly ns: number };
}

export const LANES = 5;
/** Between neighbours: far enough to keep them apart, and through all lanes. */
const LANE_STEP = 3;

/** The points of the rows `order` of a table of operator calls that take at least a share of the time. */
export function pointsOf(table: Table, order: Uint32Array, leastShare = 0): Points {
  const gflop = numbersOf(table, 'gflop');
  const intensity = numbersOf(table, 'intensity');
  const tflops = numbersOf(table, 'tflops');
  const tbs = numbersOf(table, 'tbs');
  const time = numbersOf(table, 'time');
  const share = numbersOf(table, 'share');
  const category = textsOf(table, 'category');
  const peak = textsOf(table, 'peak');
  const isPlaced = (row: number) =>
    gflop[row] === 0 ? isPositive(tbs[row]) : gflop[row] > 0 && isPositive(intensity[row]) && isPositive(tflops[row]);
  const wanted = leastShare > 0 ? order.filter((row) => share[row] >= leastShare) : order;
  const rows = new Int32Array(wanted.filter(isPlaced)).sort((a, b) => time[b] - time[a] || a - b);
  const inStrip = new Uint8Array(rows.length).map((_, point) => Number(gflop[rows[point]] === 0));
  const numbers = (of: (row: number) => number) => new Float64Array(rows.length).map((_, point) => of(rows[point]));
  const pick = (values: Float64Array) => numbers((row) => values[row]);
  const rate = numbers((row) => (gflop[row] === 0 ? tbs[row] : tflops[row]));
  return {
    count: rows.length,
    row: rows,
    inStrip,
    lane: lanesOf(inStrip, rate),
    intensity: numbers((row) => (gflop[row] === 0 ? Number.NaN : intensity[row])),
    rate,
    lowIntensity: pick(numbersOf(table, 'intensityLow')),
    highIntensity: pick(numbersOf(table, 'intensityHigh')),
    timeNs: pick(time),
    share: pick(share),
    category: new Uint8Array(rows.length).map((_, point) => Math.max(0, category.index[rows[point]])),
    categories: category.dictionary.length > 0 ? category.dictionary : ['other'],
    peak: Array.from(rows, (row) => textAt(peak, row)),
    unplaced: unplacedOf(
      wanted.filter((row) => !isPlaced(row)),
      time,
    ),
  };
}

/** Neighbours in rate take the lanes in turn. */
function lanesOf(inStrip: Uint8Array, rate: Float64Array): Uint8Array {
  const lanes = new Uint8Array(rate.length);
  const order = Array.from(rate.keys())
    .filter((point) => inStrip[point] === 1)
    .sort((a, b) => rate[a] - rate[b]);
  for (const [place, point] of order.entries()) lanes[point] = (place * LANE_STEP + 2) % LANES;
  return lanes;
}

function unplacedOf(rows: Uint32Array, time: Float64Array): Points['unplaced'] {
  return { rows: rows.length, ns: rows.reduce((sum, row) => sum + time[row], 0) };
}

function isPositive(value: number): boolean {
  return value > 0 && Number.isFinite(value);
}
