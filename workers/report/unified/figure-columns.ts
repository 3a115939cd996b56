import { PEAK_NAMES } from '../../roofline/hardware.ts';
import { type Column, number, prepared, text } from '../make-table.ts';
import { type Amounts, Sum } from './amounts.ts';
import { BOUNDS } from './call-work.ts';
import { type Figures, type RowWork, ratio } from './figures.ts';
import { REASON_COUNT, reasonOf } from './reasons.ts';

const NO_CALL =
  'No call is on record, as its launch was not recorded: record ProfilerActivity.CPU, and start before the work.';
const NO_WORK =
  'No shapes are recorded (record_shapes=True gives them), or the operator has no model; "Why no roof" says which.';
const NO_BYTES = `A dtype has no known width. Or: ${NO_WORK}`;
const NO_ROOF = `No device is chosen, or its figures do not bound this. Or: ${NO_WORK}`;
const NO_BOUNDS = 'The estimate is one figure, or there is none.';

/** How many calls, where they are on record. */
export function callsColumn(figures: Pick<Figures, 'calls' | 'groups'>): Column {
  return number(
    {
      id: 'calls',
      title: 'Calls',
      kind: 'integer',
      description: 'Calls that led to GPU work in the scope; launches, where no operator encloses them.',
      missing: NO_CALL,
    },
    prepared(() => {
      const count = new Float64Array(figures.groups.length);
      const { row } = figures.calls;
      for (let call = 0; call < row.length; call++) count[row[call]]++;
      return (row) => count[row] || Number.NaN;
    }),
  );
}

/** Time of each row in all. */
export function timeColumns({ amounts, totalNs, groups }: Figures): Column[] {
  const time = (row: number) => amounts.at(row, Sum.time);
  return [
    number(
      {
        id: 'time',
        title: 'Time',
        kind: 'duration',
        description: 'Sum of the durations of its GPU events. Every GPU event of the scope is in one row.',
        isAdditive: true,
      },
      time,
    ),
    number(
      {
        id: 'share',
        title: 'Share',
        kind: 'share',
        description: 'Its time as a part of the kernel sum of the scope.',
        isAdditive: true,
      },
      (row) => time(row) / totalNs,
    ),
    number(
      {
        id: 'cumulative',
        title: 'Cumulative',
        kind: 'share',
        description: 'Share of this row and of all that take more time.',
      },
      prepared(() => {
        const cumulative = cumulativeShares(groups.length, time, totalNs);
        return (row) => cumulative[row];
      }),
    ),
  ];
}

const PER_CALL = [
  ['mean', 'Mean', 'Mean time of a call, or of a GPU event where no call is on record.'],
  ['median', 'Median', 'Median time of a call, or of a GPU event where no call is on record.'],
  ['min', 'Min', 'Least time of a call.'],
  ['max', 'Max', 'Most time of a call.'],
  ['std', 'Std', 'Sample standard deviation of the time of a call.'],
] as const;

/** Time of the calls of each row. */
export function callTimeColumns(figures: Figures): Column[] {
  return PER_CALL.map(([id, title, description]) =>
    number(
      { id, title, kind: 'duration', description, missing: 'There is only one call.' },
      (row) => figures.perCall[id][row],
    ),
  );
}

/** What a call of each row does, or its calls together. `of` says which, in titles and descriptions. */
export function amountColumns(work: RowWork, of: 'a call' | 'all calls'): Column[] {
  const suffix = of === 'a call' ? ' a call' : '';
  return [
    number(
      {
        id: 'gflop',
        title: `GFLOP${suffix}`,
        kind: 'number',
        description: `Floating-point operations of ${of}, by the operator's model; 0 for pure data movement.`,
        missing: NO_WORK,
      },
      (row) => work.flops(row) / 1e9,
    ),
    number(
      {
        id: 'bytes',
        title: `Moved${suffix}`,
        kind: 'bytes',
        description: `Least bytes that ${of} must move to and from memory, by the operator's model.`,
        missing: NO_BYTES,
      },
      work.bytes,
    ),
    number(
      {
        id: 'intensity',
        title: 'FLOP/B',
        kind: 'number',
        description: 'Arithmetic intensity: operations divided by bytes.',
        missing: NO_BYTES,
      },
      work.intensity,
    ),
    number(
      {
        id: 'roofTime',
        title: `Roof time${suffix}`,
        kind: 'duration',
        description: `Least time that the device's limits leave for ${of}: the larger of memory time and compute time.`,
        missing: NO_ROOF,
      },
      work.roof,
    ),
  ];
}

const ENDS = [
  ['intensityLow', 'FLOP/B, least', 'low'],
  ['intensityHigh', 'FLOP/B, most', 'high'],
  ['roofTimeLow', 'Roof time, least', 'low'],
  ['roofTimeHigh', 'Roof time, most', 'high'],
] as const;

/** The ends of estimates that depend on what the trace does not hold, such as the experts touched. */
export function boundsColumns(work: RowWork): Column[] {
  const order = { low: Math.min, high: Math.max };
  return ENDS.map(([id, title, end]) => {
    const isIntensity = id.startsWith('intensity');
    const at = (row: number, which: 'low' | 'high') =>
      isIntensity ? work.intensityAt(row, which) : work.roofAt(row, which);
    return number(
      {
        id,
        title,
        kind: isIntensity ? 'number' : 'duration',
        description: `The ${end === 'low' ? 'lower' : 'upper'} end where the work depends on what the trace does not hold.`,
        missing: NO_BOUNDS,
      },
      (row) => order[end](at(row, 'low'), at(row, 'high')),
    );
  });
}

/** What the calls reach, and how near that is to the device's limits. Rates and roofs go by busy time. */
export function rateColumns(amounts: Amounts): Column[] {
  const at = (row: number, sum: Sum) => amounts.at(row, sum);
  return [
    number(
      {
        id: 'tflops',
        title: 'TFLOP/s',
        kind: 'number',
        description: 'Operations of all calls whose work is known, divided by their busy time.',
        missing: NO_WORK,
      },
      (row) => ratio(at(row, Sum.flops), at(row, Sum.estimatedBusy)) / 1e3,
    ),
    number(
      {
        id: 'tbs',
        title: 'TB/s',
        kind: 'number',
        description: 'Bytes of all calls whose work is known, divided by their busy time; decimal terabytes.',
        missing: NO_BYTES,
      },
      (row) => ratio(at(row, Sum.bytes), at(row, Sum.byteBusy)) / 1e3,
    ),
    number(
      {
        id: 'tflopsMean',
        title: 'Mean TFLOP/s',
        kind: 'number',
        description: 'Mean of the rates of the calls, short and long ones alike.',
        missing: NO_WORK,
      },
      (row) => ratio(at(row, Sum.rateSum), at(row, Sum.rates)) / 1e3,
    ),
    number(
      {
        id: 'tbsMean',
        title: 'Mean TB/s',
        kind: 'number',
        description: 'Mean of the rates of the calls, short and long ones alike.',
        missing: NO_BYTES,
      },
      (row) => ratio(at(row, Sum.byteRateSum), at(row, Sum.byteRates)) / 1e3,
    ),
    text(
      {
        id: 'bound',
        title: 'Bound by',
        kind: 'text',
        description: 'Whether memory or compute sets the roof; of calls that differ, that of the most time.',
        missing: NO_ROOF,
        chips: true,
      },
      (row) => BOUNDS[amounts.leading(row, 'bound')],
    ),
    text(
      {
        id: 'peak',
        title: 'Peak',
        kind: 'text',
        description: "The device's peak that bounds the arithmetic; of calls that differ, that of the most time.",
        missing: `Nothing is computed, or the dtype has no peak on the device. Or: ${NO_ROOF}`,
      },
      (row) => PEAK_NAMES[amounts.leading(row, 'peak')],
    ),
    number(
      {
        id: 'roofShare',
        title: 'Of roof',
        kind: 'share',
        description: 'Roof time of the calls that have one, divided by their busy time. Above 100 % is suspicious.',
        missing: NO_ROOF,
      },
      (row) => (at(row, Sum.roofs) > 0 ? ratio(at(row, Sum.roof), at(row, Sum.roofedBusy)) : Number.NaN),
    ),
    number(
      {
        id: 'overRoof',
        title: 'Over roof',
        kind: 'duration',
        description: 'Busy time beyond the roof time, over the calls that have one: what there is to win.',
        missing: NO_ROOF,
        isAdditive: true,
      },
      (row) => (at(row, Sum.roofs) > 0 ? at(row, Sum.roofedBusy) - at(row, Sum.roof) : Number.NaN),
    ),
    number(
      {
        id: 'roofed',
        title: 'With a roof',
        kind: 'share',
        description: 'Share of its time in calls that have a roof.',
        missing: 'Its GPU events take no time.',
      },
      (row) => ratio(at(row, Sum.roofedTime), at(row, Sum.time)),
    ),
    number(
      {
        id: 'busy',
        title: 'Busy',
        kind: 'duration',
        description: 'Time in which at least one of its GPU events ran, call by call.',
        isAdditive: true,
      },
      (row) => at(row, Sum.busy),
    ),
    number(
      {
        id: 'kernels',
        title: 'GPU events',
        kind: 'integer',
        description: 'Kernels, copies and memsets.',
        isAdditive: true,
      },
      (row) => at(row, Sum.kernels),
    ),
    text(
      {
        id: 'whyNot',
        title: 'Why no roof',
        kind: 'text',
        description: 'Why time of the row has no roof; of several reasons, that of the most time.',
        missing: 'All of its time has a roof.',
      },
      (row) => REASON_TEXTS[amounts.leading(row, 'reason')],
    ),
  ];
}

/** Marks attention that must read less than its whole context; no column where there is none. */
export function windowColumns(amounts: Amounts, rows: number): Column[] {
  const isMarked = (row: number) => amounts.at(row, Sum.windowless) > 0;
  if (!Array.from({ length: rows }, (_, row) => row).some(isMarked)) return [];
  const column = text(
    {
      id: 'window',
      title: 'Window',
      kind: 'text',
      description:
        'window? where attention takes less time than its whole context would: a sliding window that nothing tells. Open the row to state it.',
      missing: 'No call takes less time than its whole context would.',
    },
    (row) => (isMarked(row) ? 'window?' : undefined),
  );
  return [column];
}

/** The reasons as one text each. */
const REASON_TEXTS = Array.from({ length: REASON_COUNT }, (_, reason) => {
  const { text: words, remedy } = reasonOf(reason);
  return `${words} ${remedy}`;
});

/** For each row the share of its time and of that of all rows with more; of equals the first has more. */
function cumulativeShares(rows: number, time: (row: number) => number, totalNs: number): Float64Array {
  const times = new Float64Array(rows).map((_, row) => time(row));
  const order = new Int32Array(rows).map((_, row) => row).sort((a, b) => times[b] - times[a]);
  const shares = new Float64Array(rows);
  let sum = 0;
  for (const row of order) {
    sum += times[row];
    shares[row] = sum / totalNs;
  }
  return shares;
}

/** Hides all columns but those `shown`. */
export function showing(shown: readonly string[], columns: readonly Column[]): Column[] {
  return columns.map((column) => ({
    ...column,
    schema: { ...column.schema, hidden: !shown.includes(column.schema.id) },
  }));
}
