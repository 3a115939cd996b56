import { lately } from '../base/memo.ts';
import { atAnyTime, type Scope } from '../base/scope.ts';
import type { EventId } from '../ingest/trace-columns.ts';
import { lastNotAfter } from '../steps/last-not-after.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import { idleGaps } from '../trace/gpu-timeline.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { gapClassIndex, hostClasses } from './gap-classes.ts';
import { eachActivity, hostActivity } from './host-activity.ts';
import { GAP_CLASSES } from './timeline-types.ts';

/** The idle gaps of a scope, longest first, the first of equals first. Arrays by gap; times in ns, -1 for no event. */
export interface IdleGaps {
  readonly count: number;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Place in `GAP_CLASSES` of what took most of it. */
  readonly gapClass: Uint8Array;
  /** How much of it that took. */
  readonly classNs: Float64Array;
  /** Within that, the longest stretch of one innermost host call: the call, and how long. */
  readonly hostEvent: Int32Array;
  readonly hostNs: Float64Array;
  /** GPU events that end where it begins and begin where it ends. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** Step that launched what comes after, below 0 for none. */
  readonly step: Int32Array;
}

/**
 * Says of each gap what the thread that launched the next GPU event did in it: until the launch returned, its innermost calls; from then
 * on the work had been launched and the GPU had still not begun it. What took most of the gap names it.
 */
export const idleGapsOf = lately((model: TraceModel, scope: Scope): IdleGaps => {
  const bounds = idleGaps(model, scope);
  const count = bounds.length / 2;
  const gaps = {
    count,
    startNs: new Float64Array(count),
    endNs: new Float64Array(count),
    gapClass: new Uint8Array(count),
    classNs: new Float64Array(count),
    hostEvent: new Int32Array(count),
    hostNs: new Float64Array(count),
    before: new Int32Array(count),
    after: new Int32Array(count),
    step: new Int32Array(count),
  };
  const lengthAt = (gap: number) => bounds[2 * gap + 1] - bounds[2 * gap];
  const order = Int32Array.from({ length: count }, (_, gap) => gap).sort((a, b) => lengthAt(b) - lengthAt(a) || a - b);
  const neighbours = neighboursIn(model, scope);
  const judge = new GapJudge(model);
  order.forEach((from, gap) => {
    const startNs = bounds[2 * from];
    const endNs = bounds[2 * from + 1];
    gaps.startNs[gap] = startNs;
    gaps.endNs[gap] = endNs;
    const { before, after } = neighbours(startNs, endNs);
    gaps.before[gap] = eventAt(model, before);
    gaps.after[gap] = eventAt(model, after);
    gaps.step[gap] = after < 0 ? -1 : (model.tiles()?.stepOf[after] ?? -1);
    judge.judge(startNs, endNs, after);
    gaps.gapClass[gap] = judge.gapClass;
    gaps.classNs[gap] = judge.classNs;
    gaps.hostEvent[gap] = judge.hostEvent;
    gaps.hostNs[gap] = judge.hostNs;
  });
  return gaps;
});

function eventAt({ gpuEvents }: TraceModel, row: number): EventId {
  return row < 0 ? -1 : gpuEvents[row];
}

/** How many events before a gap are looked at for the one that ends last; streams beside each other are few. */
const REACH = 64;

/** Finds the rows of `gpuEvents` around a gap, -1 for none. */
function neighboursIn(
  model: TraceModel,
  scope: Scope,
): (startNs: number, endNs: number) => { before: number; after: number } {
  const { ts, dur } = model.columns;
  const rows = gpuRowsInScope(model, atAnyTime(scope));
  const startAt = (place: number) => ts[model.gpuEvents[rows[place]]];
  const endAt = (place: number) => startAt(place) + dur[model.gpuEvents[rows[place]]];
  return (startNs, endNs) => {
    let before = lastNotAfter(rows.length, startAt, startNs);
    // What starts at the very end of the gap, or after it.
    const after = Math.max(before, lastNotAfter(rows.length, startAt, endNs - 1)) + 1;
    for (let place = before; place >= 0 && place > before - REACH; place--) {
      if (endAt(place) === startNs) {
        before = place;
        break;
      }
    }
    return { before: before < 0 ? -1 : rows[before], after: after < rows.length ? rows[after] : -1 };
  };
}

/** Weighs what the host did in one gap after the other. */
class GapJudge {
  gapClass = 0;
  classNs = 0;
  hostEvent = -1;
  hostNs = 0;
  readonly #model: TraceModel;
  readonly #classOf: (call: EventId) => number;
  readonly #sums = new Float64Array(GAP_CLASSES.length);
  readonly #longestNs = new Float64Array(GAP_CLASSES.length);
  readonly #longest = new Int32Array(GAP_CLASSES.length);

  constructor(model: TraceModel) {
    this.#model = model;
    this.#classOf = hostClasses(model);
  }

  /** @param after The row of `gpuEvents` that ends the gap, -1 for none. */
  judge(startNs: number, endNs: number, after: number): void {
    this.#sums.fill(0);
    this.#longestNs.fill(0);
    this.#longest.fill(-1);
    const { columns, launch } = this.#model;
    const call = after < 0 ? -1 : launch[after];
    if (call < 0) this.#add(-1, endNs - startNs);
    else {
      const returned = Math.min(endNs, Math.max(startNs, columns.ts[call] + columns.dur[call]));
      const activity = hostActivity(this.#model, columns.track[call]);
      eachActivity(activity, startNs, returned, (event, ns) => this.#add(event, ns));
      this.#sums[QUEUED] += endNs - returned;
    }
    this.gapClass = this.#sums.reduce((most, ns, place, sums) => (ns > sums[most] ? place : most), 0);
    this.classNs = this.#sums[this.gapClass];
    this.hostEvent = this.#longest[this.gapClass];
    this.hostNs = this.#longestNs[this.gapClass];
  }

  #add(event: EventId, ns: number): void {
    const gapClass = this.#classOf(event);
    this.#sums[gapClass] += ns;
    if (ns <= this.#longestNs[gapClass]) return;
    this.#longestNs[gapClass] = ns;
    this.#longest[gapClass] = event;
  }
}

const QUEUED = gapClassIndex('queued');
