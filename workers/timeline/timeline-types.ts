import type { EventId } from '../ingest/trace-columns.ts';

/** What the timeline draws and how it asks. Plain data and typed arrays; times in ns since the trace's base. */

export type TrackKind = 'steps' | 'counter' | 'annotations' | 'thread' | 'stream' | 'collectives' | 'instants';

/** A row of the timeline. */
export interface TimelineTrack {
  /** Stable for a file: `steps`, `thread:3`, `stream:0:7`, `counter:queue:0`. */
  readonly id: string;
  readonly kind: TrackKind;
  /** What it stands under: a process, a device, the steps. */
  readonly group: string;
  readonly title: string;
  readonly subtitle: string;
  /** Rows of rectangles: slices that overlap stand in different ones. */
  readonly lanes: number;
  /** As `lanes`, with Python frames left out; 0 where the track holds nothing else. */
  readonly lanesCollapsed: number;
  /** Slices or marks; of a counter its changes. */
  readonly events: number;
  /** Of a counter; "" for slices and marks, and for a number of things. */
  readonly unit: string;
  /** Of a counter: its largest value, so that its scale stays while one zooms. 0 for others. */
  readonly highest: number;
}

/** The tracks in their natural order: those of a group stand together. Tracks without events are absent. */
export interface TimelineTracks {
  readonly tracks: readonly TimelineTrack[];
  /** First start and last end of what is on them. */
  readonly startNs: number;
  readonly endNs: number;
  /** What `category` of a rectangle points to. */
  readonly categories: readonly TimelineCategory[];
}

/** A kind of GPU work, or of what the host does. */
export interface TimelineCategory {
  readonly id: string;
  readonly label: string;
}

export interface SlicesRequest {
  /** Ids of tracks. */
  readonly tracks: readonly string[];
  readonly startNs: number;
  readonly endNs: number;
  /** Pixels from start to end. */
  readonly pixels: number;
  /** Python frames are left out. */
  readonly pythonCollapsed: boolean;
}

/** Places in `phase` and `bound` of a rectangle that has none. */
export const NONE = 255;

/**
 * At most a few rectangles a pixel and lane, by track, then lane, then start. Several events share one where they lie within a pixel: its
 * category is then the one with the most time in it, and all other keys are of the longest event.
 */
export interface TimelineSlices {
  readonly length: number;
  /** Place in the tracks asked for. */
  readonly track: Uint16Array;
  readonly lane: Uint16Array;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Events in the rectangle. */
  readonly count: Uint32Array;
  /** The longest of them, the first of equals. */
  readonly event: Int32Array;
  /** Place in `categories` of the tracks. */
  readonly category: Uint8Array;
  /** Key into `names`; the same for a name in every answer about a trace. */
  readonly name: Uint32Array;
  /** The operator that launched it, itself for an operator: key into `names`, 0 for none. */
  readonly operator: Uint32Array;
  /** Place in `PHASES` of the step that it belongs to, `NONE` for none. */
  readonly phase: Uint8Array;
  /** Of the operator call that it belongs to: 0 memory, 1 compute, `NONE` where no roof is known. */
  readonly bound: Uint8Array;
  /** Time of that call over its roof time, NaN where no roof is known. */
  readonly overRoof: Float32Array;
  /** Texts of `name` and `operator`, short where kernels have long names. */
  readonly names: ReadonlyMap<number, string>;
}

export interface CountersRequest {
  readonly tracks: readonly string[];
  readonly startNs: number;
  readonly endNs: number;
  readonly pixels: number;
}

/** What a counter is at each pixel, NaN where it has no value. */
export interface CounterPixels {
  readonly min: Float32Array;
  readonly max: Float32Array;
  /** Over time. */
  readonly mean: Float32Array;
}

/** Where an event is drawn. */
export interface EventPlace {
  readonly event: EventId;
  readonly name: string;
  /** Id of its track. */
  readonly track: string;
  readonly lane: number;
  /** Its lane where Python frames are left out; -1 for a Python frame. */
  readonly laneCollapsed: number;
  readonly startNs: number;
  readonly endNs: number;
}

/** From the launch to what it launched, or from a forward operator to its backward. */
export interface Arrow {
  readonly kind: 'launch' | 'backward';
  readonly from: EventPlace;
  readonly to: EventPlace;
}

/** The arrows at an event: those told, and how many there are (a graph launch owns thousands of kernels). */
export interface Arrows {
  readonly arrows: readonly Arrow[];
  readonly total: number;
}

export interface SearchQuery {
  /** Words that must all occur, case-insensitive, or a regular expression. */
  readonly text: string;
  readonly regex: boolean;
  /** Look in the arguments too; a word of digits alone then also matches an integer argument. */
  readonly inArguments: boolean;
  /** Limits of the duration, both included; null for none. */
  readonly minNs: number | null;
  readonly maxNs: number | null;
}

/** The events found, by start. */
export interface SearchHits {
  /** What is wrong with the regular expression; "" where nothing is. */
  readonly error: string;
  readonly event: Int32Array;
  readonly startNs: Float64Array;
  readonly durationNs: Float64Array;
  /** Place in the tracks of the trace. */
  readonly track: Uint32Array;
  readonly lane: Uint16Array;
}

/** What happens between two times. GPU events are cut at both. */
export interface SpanSummary {
  readonly startNs: number;
  readonly endNs: number;
  /**
   * Busy time by category of GPU work, without overlap (concurrent work goes to the category that started first), largest first; they
   * sum to `busyNs`.
   */
  readonly shares: readonly { readonly id: string; readonly label: string; readonly ns: number }[];
  /** Time in which anything runs on the devices and streams of the scope, and the rest: together the span. */
  readonly busyNs: number;
  readonly idleNs: number;
  /** Sum of durations within the span. */
  readonly kernelSumNs: number;
  readonly gpuEvents: number;
  readonly launches: number;
  /** Host slices: operators, and all together. */
  readonly operators: number;
  readonly hostEvents: number;
  /** Steps that lie in it at least in part: `[from, to)`; null where none does. */
  readonly steps: readonly [from: number, to: number] | null;
}

/** What the host did while the GPU was idle. */
export const GAP_CLASSES = [
  { id: 'launchBound', label: 'launch-bound' },
  { id: 'synchronising', label: 'synchronising' },
  { id: 'python', label: 'Python between operators' },
  { id: 'communication', label: 'waiting for communication' },
  { id: 'queued', label: 'launched already' },
  { id: 'nothing', label: 'nothing recorded' },
] as const;
export type GapClass = (typeof GAP_CLASSES)[number]['id'];

/** A time in which the GPU had nothing to run, and why. Events are -1 where there is none. */
export interface Gap {
  readonly startNs: number;
  readonly endNs: number;
  /** What took most of it. */
  readonly gapClass: GapClass;
  /** How much of it that took. */
  readonly classNs: number;
  /** One or two sentences. */
  readonly evidence: string;
  /** Within that, the host call that was innermost for the longest stretch. */
  readonly hostEvent: EventId;
  /** GPU events before and after it. */
  readonly before: EventId;
  readonly after: EventId;
  /** Step that launched what comes after, below 0 for none. */
  readonly step: number;
}

/** The idle gaps of a scope, longest first. */
export interface Gaps {
  readonly gaps: readonly Gap[];
  /** All of them, those not told included; they sum to the idle time of the scope. */
  readonly total: number;
  readonly totalNs: number;
  /** All of them by class, largest first. */
  readonly classes: readonly { readonly gapClass: GapClass; readonly count: number; readonly ns: number }[];
}

export interface StepsRequest {
  /** `[from, to)` of the steps. */
  readonly steps: readonly [from: number, to: number];
  /** Pixels of the longest step asked for. */
  readonly pixels: number;
}

/** A step as one strip. */
export interface StepRow {
  readonly step: number;
  readonly phase: string;
  readonly name: string;
  /** From its first start to its last end on the GPU: the strip. Equal for a step without GPU work. */
  readonly startNs: number;
  readonly endNs: number;
  /** From its start to the next on the host. */
  readonly durationNs: number;
  /** The step of its phase whose duration is the median one (itself where it is that one). */
  readonly medianStep: number;
}

/** Steps one under the other. Rectangles hold absolute times; `track` is the place in `rows`, lanes are streams. */
export interface StepStrips {
  readonly rows: readonly StepRow[];
  readonly slices: TimelineSlices;
  /** What lanes stand for: GPU streams, by device, then stream. */
  readonly streams: readonly { readonly device: number; readonly stream: number }[];
}

/** Where a row of a table shows in the timeline. */
export interface TimelinePlace {
  readonly event: EventId;
  readonly startNs: number;
  readonly endNs: number;
}
