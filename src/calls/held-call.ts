import type { CallDetails } from '../../workers/engine/engine.ts';

/** What a call is told by among any others. One event may be of several calls: the launch of a graph is of all in it. */
export interface HeldCall {
  readonly event: number;
  readonly startNs: number;
}

/** The place of a call among those of a row; null where it is none of them. */
export function callOf({ event, startNs }: CallDetails['calls'], held: HeldCall): number | null {
  const call = event.findIndex((one, place) => one === held.event && startNs[place] === held.startNs);
  return call < 0 ? null : call;
}
