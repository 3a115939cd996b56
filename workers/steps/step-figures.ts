import { type Intervals, UnionBuilder } from '../base/intervals.ts';
import { GpuBucket } from '../trace/gpu-buckets.ts';
import { sortEvents } from '../trace/sort-events.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { launchOrder } from './launch-order.ts';
import { Measure } from './measure.ts';
import type { Step, Steps } from './steps.ts';

/**
 * What each step cost, by step; times in ns, of all devices together. NaN where a step has no GPU work, or nothing tells. A GPU event
 * belongs to the step that launched it, and so does its time, whenever it ran.
 */
export interface StepFigures {
  /** From its start to the next; of the last step the length of its tile. */
  readonly durationNs: Float64Array;
  /** From its end on the host to the next start; NaN for the last. Negative where steps overlap. */
  readonly gapNs: Float64Array;
  readonly gpuEvents: Uint32Array;
  readonly kernels: Uint32Array;
  /** Sum of the durations of its GPU events, and the time in which at least one of them runs. */
  readonly kernelSumNs: Float64Array;
  readonly gpuBusyNs: Float64Array;
  readonly gpuStartNs: Float64Array;
  readonly gpuEndNs: Float64Array;
  /** Between these two: while no GPU event of any step runs. */
  readonly idleNs: Float64Array;
  /** Its communication while nothing computes. */
  readonly exposedCommNs: Float64Array;
  /** From its first launch to its first start on the GPU: how far the host is ahead. */
  readonly launchLeadNs: Float64Array;
  /** Share of its duration in which nothing runs on the GPU and nothing is queued for it. */
  readonly hostBoundShare: Float64Array;
  /** Scheduled tokens by its duration, of the last step by the time to the end of its GPU work if that is later; by annotation, else by shapes. */
  readonly tokensPerSecond: Float64Array;
}

/** When each step's GPU work starts and ends, ns; NaN where it has none. */
export function gpuExtents(
  { columns, gpuEvents }: TraceModel,
  { steps, tileOf }: Pick<Steps, 'steps' | 'tileOf'>,
): Pick<StepFigures, 'gpuStartNs' | 'gpuEndNs'> {
  const { ts, dur } = columns;
  const gpuStartNs = new Float64Array(steps.length).fill(Number.NaN);
  const gpuEndNs = gpuStartNs.slice();
  for (let row = 0; row < gpuEvents.length; row++) {
    const step = tileOf[row];
    if (step < 0) continue;
    const start = ts[gpuEvents[row]];
    const end = start + dur[gpuEvents[row]];
    if (Number.isNaN(gpuStartNs[step])) gpuStartNs[step] = start;
    if (!(gpuEndNs[step] >= end)) gpuEndNs[step] = end;
  }
  return { gpuStartNs, gpuEndNs };
}

/** The figures of all steps: linear in the GPU events but for one sort. */
export function stepFigures(model: TraceModel, { steps, tileOf }: Pick<Steps, 'steps' | 'tileOf'>): StepFigures {
  const { columns, gpuEvents, bucket, kind } = model;
  const { ts, dur } = columns;
  const count = steps.length;
  const missing = () => new Float64Array(count).fill(Number.NaN);
  const figures = {
    ...gpuExtents(model, { steps, tileOf }),
    durationNs: Float64Array.from(steps, ({ tileStartNs, tileEndNs }) => tileEndNs - tileStartNs),
    gapNs: Float64Array.from(steps, ({ endNs }, i) => (i + 1 < count ? steps[i + 1].startNs - endNs : Number.NaN)),
    gpuEvents: new Uint32Array(count),
    kernels: new Uint32Array(count),
    kernelSumNs: new Float64Array(count),
    gpuBusyNs: new Float64Array(count),
    idleNs: missing(),
    exposedCommNs: new Float64Array(count),
    launchLeadNs: missing(),
    hostBoundShare: missing(),
    tokensPerSecond: missing(),
  };
  const launches = launchOrder(model);
  const firstLaunch = missing();
  for (let row = 0; row < gpuEvents.length; row++) {
    const step = tileOf[row];
    if (step < 0) continue;
    const event = gpuEvents[row];
    figures.gpuEvents[step]++;
    if (kind[event] === EventKind.kernel) figures.kernels[step]++;
    figures.kernelSumNs[step] += dur[event];
    if (!(firstLaunch[step] <= launches.at[row])) firstLaunch[step] = launches.at[row];
  }

  const anything = new Measure(unionOf(model, () => true));
  const computation = new Measure(unionOf(model, (row) => bucket[row] === GpuBucket.computation));
  const queuedOrRunning = new Measure(pendingWork(model, launches.at));
  const { rows, starts } = rowsByStep(tileOf, figures.gpuEvents);
  steps.forEach((step, i) => {
    const own = new UnionBuilder();
    const communication = new UnionBuilder();
    for (let at = starts[i]; at < starts[i + 1]; at++) {
      const event = gpuEvents[rows[at]];
      own.add(ts[event], ts[event] + dur[event]);
      if (bucket[rows[at]] === GpuBucket.communication) communication.add(ts[event], ts[event] + dur[event]);
    }
    figures.gpuBusyNs[i] = lengthWithin(own.intervals(), null);
    const exposed = communication.intervals();
    figures.exposedCommNs[i] = lengthWithin(exposed, null) - lengthWithin(exposed, computation);
    const { gpuStartNs, gpuEndNs, durationNs } = figures;
    figures.idleNs[i] = gpuEndNs[i] - gpuStartNs[i] - anything.within(gpuStartNs[i], gpuEndNs[i]);
    figures.launchLeadNs[i] = gpuStartNs[i] - firstLaunch[i];
    if (durationNs[i] > 0) {
      figures.hostBoundShare[i] = 1 - queuedOrRunning.within(step.tileStartNs, step.tileEndNs) / durationNs[i];
      // No next step tells when a host that runs ahead would have been back.
      const untilGpuEndNs = i + 1 < count || Number.isNaN(gpuEndNs[i]) ? 0 : gpuEndNs[i] - step.tileStartNs;
      figures.tokensPerSecond[i] = ((tokensOf(step) ?? Number.NaN) / Math.max(durationNs[i], untilGpuEndNs)) * 1e9;
    }
  });
  return figures;
}

function tokensOf({ label, shapeBatch }: Step): number | null {
  return label?.tokens ?? shapeBatch;
}

/** Length of a set of times, or of what it shares with `other`. */
function lengthWithin(set: Intervals, other: Measure | null): number {
  let length = 0;
  for (let i = 0; i < set.length; i += 2) length += other ? other.within(set[i], set[i + 1]) : set[i + 1] - set[i];
  return length;
}

function unionOf({ columns, gpuEvents }: TraceModel, isWanted: (row: number) => boolean): Intervals {
  const { ts, dur } = columns;
  const union = new UnionBuilder();
  for (let row = 0; row < gpuEvents.length; row++) {
    if (isWanted(row)) union.add(ts[gpuEvents[row]], ts[gpuEvents[row]] + dur[gpuEvents[row]]);
  }
  return union.intervals();
}

/** When the GPU has work that was launched: from each launch to the end of its work. */
function pendingWork({ columns, gpuEvents }: TraceModel, launchAt: Float64Array): Intervals {
  const { ts, dur } = columns;
  const from = Float64Array.from(gpuEvents, (event, row) =>
    Number.isNaN(launchAt[row]) ? ts[event] : Math.min(launchAt[row], ts[event]),
  );
  const rows = Int32Array.from(gpuEvents.keys());
  sortEvents(rows, (a, b) => from[a] < from[b] || (from[a] === from[b] && a < b));
  const union = new UnionBuilder();
  for (const row of rows) union.add(from[row], ts[gpuEvents[row]] + dur[gpuEvents[row]]);
  return union.intervals();
}

/** The rows of `gpuEvents` step after step, each step's by start. */
function rowsByStep(tileOf: Int32Array, counts: Uint32Array): { rows: Int32Array; starts: Uint32Array } {
  const starts = new Uint32Array(counts.length + 1);
  for (let step = 0; step < counts.length; step++) starts[step + 1] = starts[step] + counts[step];
  const rows = new Int32Array(starts[counts.length]);
  const next = starts.slice();
  for (let row = 0; row < tileOf.length; row++) if (tileOf[row] >= 0) rows[next[tileOf[row]]++] = row;
  return { rows, starts };
}
