import { lengthOf, UnionBuilder } from '../workers/base/intervals.ts';
import { PlaceGroups } from '../workers/steps/slices/place-groups.ts';
import type { Steps } from '../workers/steps/steps.ts';
import { EventKind, type TraceModel } from '../workers/trace/trace-model.ts';

/** GPU work by the tile that launched it, or by the place outside all tiles. */
export interface TileFigures {
  /** Events of category kernel. */
  kernels(place: number): number;
  /** Sum of the durations of all GPU events. */
  sumNs(place: number): number;
  /** Time in which at least one of them runs. */
  busyNs(place: number): number;
}

export function tileFigures({ columns, kind, gpuEvents }: TraceModel, { steps, tileOf }: Steps): TileFigures {
  const { ts, dur } = columns;
  const groups = new PlaceGroups(tileOf, steps.length);
  const eventsOf = (place: number) => groups.of(place).map((row) => gpuEvents[row]);
  return {
    kernels: (place) => eventsOf(place).filter((event) => kind[event] === EventKind.kernel).length,
    sumNs: (place) => eventsOf(place).reduce((sum, event) => sum + dur[event], 0),
    busyNs: (place) => {
      const union = new UnionBuilder();
      for (const event of eventsOf(place)) union.add(ts[event], ts[event] + dur[event]);
      return lengthOf(union.intervals());
    },
  };
}
