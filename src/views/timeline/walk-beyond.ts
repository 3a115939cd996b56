import type { SlicesRequest, TimelineSlices } from '../../../workers/engine/timeline-engine.ts';
import { shownBasis } from '../../state/basis.ts';
import { appState, openTrace } from '../../state/store.ts';
import type { TimeSpan } from './time-span.ts';
import type { WalkPlace } from './walk.ts';

/** Asks the worker for slices; undefined where no trace is open any more. */
export type AskSlices = (request: SlicesRequest) => Promise<TimelineSlices | undefined>;

const PIXELS = 1000;
/** The first span that is looked at, ns, and how much longer each next one is: well below `PIXELS`, so that no slice near by is lost. */
const FIRST_NS = 2000;
const LONGER = 100;

/** The event of the next slice of a lane (`by` 1) or of the one before (-1) beyond what is drawn; null where there is none. */
export async function eventBeyond(
  ask: AskSlices,
  { track, lane, startNs }: WalkPlace,
  by: 1 | -1,
  whole: TimeSpan,
  pythonCollapsed: boolean,
): Promise<number | null> {
  const look = async (span: TimeSpan) => {
    const slices = await ask({ tracks: [track], ...span, pixels: PIXELS, pythonCollapsed });
    const at = slices ? neighbourIn(slices, lane, startNs, by) : -1;
    return slices && at >= 0 ? spotIn(slices, at) : null;
  };
  const room = by === 1 ? whole.endNs - startNs : startNs - whole.startNs;
  let found: Found | null = null;
  for (let length = FIRST_NS; !found && length < room * LONGER; length *= LONGER) {
    const reach = Math.min(length, room);
    found = await look(by === 1 ? { startNs, endNs: startNs + reach } : { startNs: startNs - reach, endNs: startNs });
  }
  // Several share a pixel: the one that is looked for is told apart in it, unless they start at the same time.
  while (found && found.count > 1 && found.endNs > found.startNs) {
    const closer = await look(found);
    if (!closer || closer.endNs - closer.startNs >= found.endNs - found.startNs) break;
    found = closer;
  }
  return found?.event ?? null;
}

interface Found extends TimeSpan {
  readonly event: number;
  readonly count: number;
}

function spotIn({ event, count, startNs, endNs }: TimelineSlices, at: number): Found {
  return { event: event[at], count: count[at], startNs: startNs[at], endNs: endNs[at] };
}

function neighbourIn({ length, lane, startNs }: TimelineSlices, own: number, ns: number, by: 1 | -1): number {
  const isBeyond = (i: number) => lane[i] === own && (by === 1 ? startNs[i] > ns : startNs[i] < ns);
  const places = Array.from({ length }, (_, i) => i);
  return (by === 1 ? places.find(isBeyond) : places.findLast(isBeyond)) ?? -1;
}

/** Asks the trace that is shown. */
export const askShown: AskSlices = async (request) => {
  const state = appState();
  return openTrace(state)?.timelineSlices(shownBasis(state), request);
};
