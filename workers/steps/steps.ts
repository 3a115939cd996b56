import type { Phase } from '../base/scope.ts';
import type { StepRequests } from '../base/step-sums.ts';
import type { EventId } from '../ingest/trace-columns.ts';

/** A step's annotation, read. Null is what it does not tell. */
export interface StepLabel extends StepRequests {
  readonly framework: 'vllm' | 'sglang' | 'atom' | 'xdit' | 'profiler' | 'capture';
  /** Carries `sums`, or would in its framework's detailed form. */
  readonly detailed: boolean;
  readonly phase: Phase;
  /** SGLang's mode word, upper case; "" elsewhere. */
  readonly mode: string;
  /** Speculative decoding: which model of the pair. */
  readonly role: 'draft' | 'verify' | null;
  /** xDiT: `256x256`. */
  readonly resolution: string | null;
}

/** One execution of the scheduler, or one iteration of whatever repeats. Times in ns since the trace's base. */
export interface Step {
  readonly index: number;
  readonly name: string;
  /** The slice that the detector took for it. */
  readonly event: EventId;
  /** Its own span on the host. */
  readonly startNs: number;
  readonly endNs: number;
  /** Its tile: from its start to the next step's. */
  readonly tileStartNs: number;
  readonly tileEndNs: number;
  /** The annotation's, or null where there is none or it does not parse. */
  readonly label: StepLabel | null;
  /** False for an annotation that looks like a step's and does not parse. */
  readonly parsed: boolean;
  readonly phase: Phase;
  /** Where the phase comes from. */
  readonly phaseFrom: 'annotation' | 'shapes' | 'none';
  /**
   * Where annotations leave phases open: rows of most of its products and attentions, which is the batch size of a decode step of a
   * language model; null elsewhere and without shapes.
   */
  readonly shapeBatch: number | null;
  /** There too: rows of which it chose a next token, which of a step with prompts are its requests. */
  readonly shapeSampled: number | null;
}

export type DetectionStatus = 'splittable' | 'degraded' | 'not splittable';

/** One way to see iterations in the trace, taken or rejected. */
export interface Candidate {
  /** As the reference names methods: `annotation:tier`, `annotation:widened`, `family:unknown_only`, `generic:branch_descent`, ... */
  readonly method: string;
  readonly status: DetectionStatus;
  /** Share of GPU time that its tiles explain, by launch, every GPU event once. */
  readonly coverage: number;
  /** Share of that time launched within the steps' own spans. */
  readonly spanShare: number;
  readonly unit: 'step' | 'layer';
  readonly count: number;
  /** What repeats: a skeleton of names, or the pattern. */
  readonly family: string;
  /** One sentence: what was found, and why it was rejected if it was. */
  readonly evidence: string;
  /** Why its first step was left out, where it was. */
  readonly transient?: Transient;
  /** How it was found in the call tree, where it was. */
  readonly calls?: CallPattern & BookendShares;
}

/** How iterations were seen in the call tree. */
export interface CallPattern {
  /**
   * `pattern`: names in turn; `frames`: calls of one name; else whatever runs between marks that come once each time (`turns`), pauses of
   * the host, or copies of results to it (`results`).
   */
  readonly by: 'pattern' | 'frames' | 'turns' | 'pauses' | 'results';
  /** How many calls of a pattern are one iteration; null by other signs. */
  readonly period: number | null;
  /** How many calls enclose the one in which they were found; annotations are none. */
  readonly depth: number;
}

/** What of a candidate's tiles are steps, and what is beside them. */
export interface BookendShares {
  /** GPU time of the iterations, in ns. */
  readonly iterationsNs: number;
  /** Share of all GPU time in the work before them and after them; null where that is no step of its own. */
  readonly warmup: number | null;
  readonly wrapup: number | null;
}

/** What gives a step away as one of starting up. */
export interface Transient {
  /** The collective that takes longest against its usual time, and how many times as long. */
  readonly kernel: string;
  readonly collectiveRatio: number;
  /** The same of the kernel of another kind that takes longest against its usual time. */
  readonly noiseRatio: number;
}

/** Places in `tileOf` of GPU events that no step launched. */
export const OUTSIDE = { before: -1, after: -2, unlinked: -3 } as const;

/**
 * The steps that one host thread marked, in order: what it launches from `starts[i]` on belongs to `steps[i]`, up to the next start
 * or `endNs`. Times in ns since the trace's base.
 */
export interface Lane {
  readonly starts: Float64Array;
  /** Ends of the steps' own spans. */
  readonly spanEnds: Float64Array;
  readonly endNs: number;
  readonly steps: Int32Array;
}

/** Who launches for which step when. Ranks in one file have a lane each, with borders of their own between the same steps. */
export interface TileMap {
  readonly lanes: readonly Lane[];
  /** By track: the lane that holds for what it launches. A thread without marks follows its process, a process without marks the first lane. */
  readonly laneOfTrack: Int32Array;
}

/** The iterations of a trace and how they were found. */
export interface Steps {
  readonly steps: readonly Step[];
  /** What the phases are told from, and how sure that is; "" where there are no steps. */
  readonly phaseEvidence: string;
  /**
   * Index into `candidates`; -1 where nothing was found that is worth showing: steps by the trace's own labels are kept whatever their
   * grade, others only from `degraded` on.
   */
  readonly chosen: number;
  readonly candidates: readonly Candidate[];
  /** By row of `gpuEvents`: the step whose tile launched it, or one of `OUTSIDE`. */
  readonly tileOf: Int32Array;
  /** What `tileOf` was made from; `stepAt` (tiles.ts) asks it for host events. No lanes where there are no steps. */
  readonly tileMap: TileMap;
}
