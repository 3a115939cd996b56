import { atAnyTime, type Scope } from '../base/scope.ts';
import { figuresOf, stepsOf } from '../steps/stepped-model.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { timelineCategories } from './categories.ts';
import type { CallColours } from './event-keys.ts';
import { Pyramid } from './pyramid.ts';
import { Rectangles } from './rectangles.ts';
import type { StepRow, StepStrips, StepsRequest } from './timeline-types.ts';

/**
 * The GPU work of some steps on the devices and streams of a scope, a strip each, all at one scale: as many pixels as asked for are the
 * longest strip.
 */
export function timelineSteps(
  model: TraceModel,
  scope: Scope,
  request: StepsRequest,
  colours: CallColours,
): StepStrips {
  const { steps } = stepsOf(model);
  const from = Math.max(0, request.steps[0]);
  const to = Math.min(steps.length, request.steps[1]);
  const rows = gpuRowsInScope(model, { ...atAnyTime(scope), steps: [from, to] });
  const strips = Array.from({ length: Math.max(0, to - from) }, (_, row) => from + row);
  const ofStep = rowsByStep(model, rows, from, strips.length);
  const spans = ofStep.map((own) => spanOf(model, own));
  const longest = spans.reduce((most, [startNs, endNs]) => Math.max(most, endNs - startNs), 0);
  const pixelNs = longest / Math.max(1, request.pixels);
  const rectangles = new Rectangles();
  ofStep.forEach((own, row) => {
    addStrip(model, own, row, spans[row], pixelNs, rectangles);
  });
  const median = medianSteps(model);
  return {
    rows: strips.map((step, row): StepRow => {
      const { phase, name, tileStartNs, tileEndNs } = steps[step];
      const [startNs, endNs] = spans[row];
      return { step, phase, name, startNs, endNs, durationNs: tileEndNs - tileStartNs, medianStep: median[step] };
    }),
    slices: rectangles.finish(model, colours),
    streams: model.streams,
  };
}

/** Rows of `gpuEvents` of each step from `from` on, by start. */
function rowsByStep(model: TraceModel, rows: Int32Array, from: number, count: number): number[][] {
  const lists: number[][] = Array.from({ length: count }, () => []);
  const tiles = model.tiles();
  if (tiles) for (const row of rows) lists[tiles.stepOf[row] - from].push(row);
  return lists;
}

/** First start and last end; both 0 without work. */
function spanOf({ columns: { ts, dur }, gpuEvents }: TraceModel, rows: readonly number[]): [number, number] {
  if (rows.length === 0) return [0, 0];
  const start = ts[gpuEvents[rows[0]]];
  return [start, rows.reduce((end, row) => Math.max(end, ts[gpuEvents[row]] + dur[gpuEvents[row]]), start)];
}

/** A strip has a lane for each stream of the trace. */
function addStrip(
  model: TraceModel,
  rows: readonly number[],
  strip: number,
  [startNs, endNs]: readonly [number, number],
  pixelNs: number,
  rectangles: Rectangles,
): void {
  const { columns, gpuEvents, streams, streamOf } = model;
  const laneStart = new Uint32Array(streams.length + 1);
  for (const row of rows) laneStart[streamOf[row] + 1]++;
  for (let lane = 0; lane < streams.length; lane++) laneStart[lane + 1] += laneStart[lane];
  const slices = new Int32Array(rows.length);
  const next = laneStart.slice();
  for (const row of rows) slices[next[streamOf[row]]++] = gpuEvents[row];
  const pyramid = new Pyramid({ slices, laneStart, times: columns, categories: timelineCategories(model) });
  for (let lane = 0; lane < streams.length; lane++) {
    pyramid.rectangles(lane, startNs, endNs, pixelNs, (rectangle) => {
      rectangles.add(strip, lane, rectangle, rectangle.slice, -1);
    });
  }
}

/** By step: the one of its phase with the median duration, the shorter of the middle two, the first of equals. */
function medianSteps(model: TraceModel): Int32Array {
  const { steps } = stepsOf(model);
  const { durationNs } = figuresOf(model);
  const median = new Int32Array(steps.length);
  for (const phase of new Set(steps.map((step) => step.phase))) {
    const own = steps.filter((step) => step.phase === phase).map(({ index }) => index);
    const sorted = [...own].sort((a, b) => durationNs[a] - durationNs[b] || a - b);
    for (const step of own) median[step] = sorted[(sorted.length - 1) >> 1];
  }
  return median;
}
