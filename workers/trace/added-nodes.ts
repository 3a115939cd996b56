import type { EventContents } from './event-copies.ts';

/**
 * Host slices that the trace does not hold: copies of captured calls, pseudo-operators. One row a node. What stands earlier comes first
 * among siblings that start together.
 */
export interface AddedNodes {
  /** What the nodes are copies of. */
  readonly contents: EventContents;
  /** The row of `contents` behind each node; a row may stand behind several. */
  readonly rows: Int32Array;
  /** `EventKind` of each. */
  readonly kind: Uint8Array;
  /** Times on the trace's own clock, ns since its base. */
  readonly ts: Float64Array;
  readonly dur: Float64Array;
  /** Track of the trace that each is on. */
  readonly track: Uint32Array;
  /** What each hangs under: an event of the trace, -1 for none, `addedParent(i)` for the i-th node. */
  readonly parent: Int32Array;
}

/** Events of the trace (host slices or linked GPU events) and what each is hung under, as `AddedNodes.parent`. */
export interface Moves {
  readonly event: Int32Array;
  readonly under: Int32Array;
}

const FIRST_ADDED = -2;

/** The i-th added node as the parent of another node or of a moved event. */
export function addedParent(i: number): number {
  return FIRST_ADDED - i;
}

/** The event that a parent given in this way is, where the trace holds `recorded` events. */
export function resolvedParent(parent: number, recorded: number): number {
  return parent <= FIRST_ADDED ? recorded + (FIRST_ADDED - parent) : parent;
}
