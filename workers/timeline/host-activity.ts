import { onceBy } from '../base/memo.ts';
import type { EventId } from '../ingest/trace-columns.ts';
import { lastNotAfter } from '../steps/last-not-after.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';

/** What a host thread does when: `event[i]` is its innermost call from `times[i]` to the next time, -1 where nothing is recorded. */
export interface HostActivity {
  readonly times: Float64Array;
  readonly event: Int32Array;
}

/** By kind: 1 for what a host thread calls. GPU events hang under their launches, and annotations around calls. */
const isCall = new Uint8Array(256);
for (const kind of [EventKind.cpuOp, EventKind.pythonFunction, EventKind.runtime, EventKind.driver]) isCall[kind] = 1;

const known = onceBy(
  ({ columns }: TraceModel) => columns,
  () => new Map<number, HostActivity>(),
);

/** The activity of a track of the columns; made when first asked for. */
export function hostActivity(model: TraceModel, track: number): HostActivity {
  const activities = known(model);
  let activity = activities.get(track);
  if (!activity) {
    activity = innermostCalls(model, callsOf(model, track));
    activities.set(track, activity);
  }
  return activity;
}

/** Calls `visit` with each innermost call (or -1) between two times and how long it is that there. */
export function eachActivity(
  { times, event }: HostActivity,
  startNs: number,
  endNs: number,
  visit: (event: EventId, ns: number) => void,
): void {
  let at = lastNotAfter(times.length, (i) => times[i], startNs);
  let from = startNs;
  while (from < endNs) {
    const to = Math.min(endNs, at + 1 < times.length ? times[at + 1] : endNs);
    if (to > from) visit(at < 0 ? -1 : event[at], to - from);
    from = to;
    at++;
  }
}

/** The recorded calls of a track in the order of their tree, which is that of their starts. */
function callsOf(
  { columns, kind, roots, firstChild, nextSibling, parent, recorded }: TraceModel,
  track: number,
): Int32Array {
  const calls = new Int32Array(recorded);
  let count = 0;
  for (const root of roots) {
    if (columns.track[root] !== track) continue;
    for (let at = root; at >= 0; ) {
      if (at < recorded && isCall[kind[at]] === 1) calls[count++] = at;
      if (firstChild[at] >= 0) {
        at = firstChild[at];
        continue;
      }
      while (at !== root && nextSibling[at] < 0) at = parent[at];
      at = at === root ? -1 : nextSibling[at];
    }
  }
  return calls.slice(0, count);
}

/** Follows the open calls from start to start. Of calls that overlap without nesting the later one counts as the inner. */
function innermostCalls({ columns: { ts, dur } }: TraceModel, calls: Int32Array): HostActivity {
  const times = new Float64Array(2 * calls.length);
  const event = new Int32Array(2 * calls.length);
  let length = 0;
  const open: EventId[] = [];
  const endOf = (call: EventId) => ts[call] + dur[call];
  const change = (ns: number, to: EventId) => {
    if (length > 0 && times[length - 1] === ns) length--;
    times[length] = ns;
    event[length++] = to;
  };
  const closeUntil = (ns: number) => {
    for (let top = open.at(-1); top !== undefined && endOf(top) <= ns; top = open.at(-1)) {
      const end = endOf(top);
      while (top !== undefined && endOf(top) <= end) {
        open.pop();
        top = open.at(-1);
      }
      change(end, top ?? -1);
    }
  };
  for (const call of calls) {
    closeUntil(ts[call]);
    open.push(call);
    change(ts[call], call);
  }
  closeUntil(Number.POSITIVE_INFINITY);
  return { times: times.slice(0, length), event: event.slice(0, length) };
}
