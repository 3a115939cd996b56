import type { TraceModel } from '../trace/trace-model.ts';
import { lastNotAfter } from './last-not-after.ts';
import type { LaunchOrder } from './launch-order.ts';
import { type Lane, OUTSIDE, type TileMap } from './steps.ts';

/** The step whose tile a moment on a host thread (`track` of the columns) lies in, or before the first or after the last of `OUTSIDE`. */
export function stepAt({ lanes, laneOfTrack }: TileMap, track: number, atNs: number): number {
  if (lanes.length === 0) return OUTSIDE.before;
  const lane = lanes[laneOfTrack[track]];
  const place = lastNotAfter(lane.starts.length, (i) => lane.starts[i], atNs);
  if (place === -1) return OUTSIDE.before;
  return isPastEnd(lane, place, atNs) ? OUTSIDE.after : lane.steps[place];
}

/** What the tiles of some steps explain, all in ns of GPU event durations, each event once. */
export interface TileSums {
  /** By row of `gpuEvents`: its step, or one of `OUTSIDE`. */
  readonly tileOf: Int32Array;
  /** By step. */
  readonly gpuNs: Float64Array;
  readonly inTilesNs: number;
  /** Launched within the steps' own spans. */
  readonly inSpansNs: number;
}

/** Gives every GPU event to the step that launched it, in one sweep over the launches. */
export function assignTiles(
  { columns, gpuEvents, launch }: TraceModel,
  { rows, at }: LaunchOrder,
  { lanes, laneOfTrack }: TileMap,
  steps: number,
): TileSums {
  const { dur, track } = columns;
  const tileOf = new Int32Array(gpuEvents.length).fill(OUTSIDE.unlinked);
  const gpuNs = new Float64Array(steps);
  const place = new Int32Array(lanes.length).fill(-1);
  let inTilesNs = 0;
  let inSpansNs = 0;
  for (const row of rows) {
    const lane = laneOfTrack[track[launch[row]]];
    if (lanes.length === 0) {
      tileOf[row] = OUTSIDE.before;
      continue;
    }
    const { starts, spanEnds, steps } = lanes[lane];
    const when = at[row];
    while (place[lane] + 1 < starts.length && starts[place[lane] + 1] <= when) place[lane]++;
    const now = place[lane];
    if (now === -1) tileOf[row] = OUTSIDE.before;
    else if (isPastEnd(lanes[lane], now, when)) tileOf[row] = OUTSIDE.after;
    else {
      const duration = dur[gpuEvents[row]];
      tileOf[row] = steps[now];
      gpuNs[steps[now]] += duration;
      inTilesNs += duration;
      if (when < spanEnds[now]) inSpansNs += duration;
    }
  }
  return { tileOf, gpuNs, inTilesNs, inSpansNs };
}

function isPastEnd({ starts, endNs }: Lane, place: number, atNs: number): boolean {
  return place === starts.length - 1 && atNs >= endNs;
}
