import type { EventId } from '../ingest/trace-columns.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { gpuRowOf } from './layout.ts';
import { placeOf } from './places.ts';
import type { Arrow, Arrows } from './timeline-types.ts';

/** A graph launch owns thousands of kernels: arrows to the first of them are told. */
const MOST_ARROWS = 256;

/** What launched an event, what it launched, the forward operator of a backward one and the other way round. */
export function timelineArrows(model: TraceModel, event: EventId): Arrows {
  const pairs = [...launchesAt(model, event), ...backwardsAt(model, event)];
  const arrows = pairs.slice(0, MOST_ARROWS).flatMap(({ kind, from, to }): Arrow[] => {
    const tail = placeOf(model, from);
    const head = placeOf(model, to);
    return tail && head ? [{ kind, from: tail, to: head }] : [];
  });
  return { arrows, total: pairs.length };
}

interface Pair {
  readonly kind: Arrow['kind'];
  readonly from: EventId;
  readonly to: EventId;
}

function launchesAt(model: TraceModel, event: EventId): Pair[] {
  const { launch, gpuEvents } = model;
  const row = gpuRowOf(model)[event];
  if (row >= 0) return launch[row] < 0 ? [] : [{ kind: 'launch', from: launch[row], to: event }];
  const pairs: Pair[] = [];
  for (let own = launch.indexOf(event); own >= 0; own = launch.indexOf(event, own + 1)) {
    pairs.push({ kind: 'launch', from: event, to: gpuEvents[own] });
  }
  return pairs;
}

function backwardsAt({ forwardOf }: TraceModel, event: EventId): Pair[] {
  const pairs: Pair[] = [];
  if (forwardOf[event] >= 0) pairs.push({ kind: 'backward', from: forwardOf[event], to: event });
  for (let other = forwardOf.indexOf(event); other >= 0; other = forwardOf.indexOf(event, other + 1)) {
    pairs.push({ kind: 'backward', from: event, to: other });
  }
  return pairs;
}
