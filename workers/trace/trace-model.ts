import type { AttentionWindow } from '../base/attention-window.ts';
import type { Conventions } from '../base/conventions.ts';
import type { Phase } from '../base/scope.ts';
import type { EventId, TraceColumns } from '../ingest/trace-columns.ts';

/** What an event is in Kineto's vocabulary, found from `ph`, `cat` and, without a category, its process. */
export const EventKind = {
  other: 0,
  cpuOp: 1,
  pythonFunction: 2,
  /** `cuda_runtime`: host API call. */
  runtime: 3,
  /** `cuda_driver`. */
  driver: 4,
  kernel: 5,
  memcpy: 6,
  memset: 7,
  userAnnotation: 8,
  /** Device mirror of a host range: never GPU work. */
  gpuAnnotation: 9,
  overhead: 10,
  /** Counters, instants, metadata, flows, async pairs. */
  instant: 11,
  counter: 12,
  metadata: 13,
  flow: 14,
  async: 15,
} as const;
export type EventKind = (typeof EventKind)[keyof typeof EventKind];

/** How a GPU event was linked to its launch. */
export const LinkSource = { none: 0, correlation: 1, externalId: 2, flow: 3 } as const;
export type LinkSource = (typeof LinkSource)[keyof typeof LinkSource];

/** Where the call that a GPU event hangs under is known from. */
export const CallSource = {
  /** No call is known but, where it was replayed, the launch of its graph. */
  none: 0,
  /** Its own launch in the trace. */
  launch: 1,
  /** A captured graph whose launch stands at this place, by the kernel's name. */
  captureName: 2,
  /** A captured graph, by the number of the graph's node. */
  captureNode: 3,
  /** A captured graph, by counting alone: no names to compare. */
  captureCount: 4,
  /** An eager trace of the same model, by name and order of the kernels. */
  eager: 5,
} as const;
export type CallSource = (typeof CallSource)[keyof typeof CallSource];

/** A hardware queue: one (device, stream) with GPU events. */
export interface GpuStream {
  readonly device: number;
  readonly stream: number;
}

/** Something that occurs in healthy traces too: how often, and its first event (-1 if it never does). */
export interface Occurrences {
  readonly count: number;
  readonly first: EventId;
}

/** What is odd about a trace, counted while the model is built; `modelLedger` words it. */
export interface ModelOddities {
  /** Host slices that outlive a slice in which they started, by more than the tolerance of the call tree. */
  readonly partialOverlaps: Occurrences;
  /** GPU events that start before an earlier one on their stream has ended. */
  readonly streamOverlaps: Occurrences;
  /** GPU events that start before their launch, and the largest such lead in ns. */
  readonly clockSkews: Occurrences & { readonly largestNs: number };
}

/** Which step launched what, once steps were found. */
export interface StepTiles {
  /** By row of `gpuEvents`: the step, or below 0 where none did. */
  readonly stepOf: Int32Array;
  /** By step. */
  readonly phases: readonly Phase[];
  /**
   * The part of the GPU's time that is a step's, ns: from its first GPU event to that of the next step with GPU work, of the last one
   * to its last end. Start and end are the same for a step without GPU work.
   */
  readonly gpuStartNs: Float64Array;
  readonly gpuEndNs: Float64Array;
  /** The step in whose tile something at `ns` on a host track starts; below 0 where none is. */
  stepAt(track: number, ns: number): number;
}

/**
 * A trace made navigable: kinds, call tree, launch links, GPU intervals. Every array over events has `columns.length` rows;
 * -1 means none. Trees are sibling lists; nothing recurses.
 */
export interface TraceModel {
  readonly columns: TraceColumns;
  readonly conventions: Conventions;
  /** What the user adds to what the trace tells of its attention. */
  readonly attentionWindows: readonly AttentionWindow[];
  readonly kind: Uint8Array;
  /** Events from this one on were not recorded but added (`augmented-model.ts`): they have no host time of their own. */
  readonly recorded: number;

  /**
   * Call tree of host slices per track: parent event. A GPU event's parent is its caller; among a call's children its GPU events
   * come first. Ties: start ascending, duration descending, file order; see `call-tree.ts` for overlaps.
   */
  readonly parent: Int32Array;
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  /** Host slices without a parent, by start. */
  readonly roots: Int32Array;

  /** All GPU events (kernels, copies, memsets) with usable times, by start, then file order. */
  readonly gpuEvents: Int32Array;
  /** The launch (runtime or driver call; an operator where only external ids link) of each row of `gpuEvents`, -1 unlinked. */
  readonly launch: Int32Array;
  readonly linkSource: Uint8Array;
  /** The call that each row of `gpuEvents` hangs under, -1 none: its launch, or where a merge knows better the call that was captured. */
  readonly caller: Int32Array;
  /** `CallSource` of each row of `gpuEvents`. */
  readonly callSource: Uint8Array;
  /** Index into `streams` of each row of `gpuEvents`. */
  readonly streamOf: Int32Array;
  readonly streams: readonly GpuStream[];
  /** `GpuBucket` of each row of `gpuEvents`. */
  readonly bucket: Uint8Array;
  /**
   * Launch delay of each row of `gpuEvents` in ns (start - start of its launch). NaN when unlinked, linked to an operator only, or
   * negative (clock skew).
   */
  readonly launchDelay: Float64Array;

  /** Nearest cpu_op at or above an event in the call tree, -1 if none; a GPU event's is its caller's. */
  readonly operatorOf: Int32Array;
  /** Nearest nn.Module python frame at or above an event, -1 if none; a GPU event's is its caller's. */
  readonly moduleOf: Int32Array;
  /** For a backward operator: the forward operator, by flow or sequence number; -1 if none. */
  readonly forwardOf: Int32Array;

  /** First start and last end over slices with usable times, in ns since the base; equal when there are none. */
  readonly span: readonly [startNs: number, endNs: number];
  readonly oddities: ModelOddities;
  /** Looked for when first asked; null where there are no steps. */
  readonly tiles: () => StepTiles | null;
}
