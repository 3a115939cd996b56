import type { AttentionWindow } from '../base/attention-window.ts';
import type { ConventionsName } from '../base/conventions.ts';
import { type Scope, WHOLE_TRACE } from '../base/scope.ts';
import type { EventId } from '../ingest/trace-columns.ts';
import type { Hardware, RoofKind } from '../roofline/hardware.ts';
import type { StepChoice } from '../steps/stepped-model.ts';

/** All that figures depend on beside the trace. Plain data. */
export interface Basis {
  readonly scope: Scope;
  readonly conventions: ConventionsName;
  /** Null where no device is chosen: then nothing has a roof. */
  readonly hardware: Hardware | null;
  /** Which of the device's figures bound. */
  readonly roof: RoofKind;
  /** What counts as the steps that a scope names. */
  readonly stepsBy: StepChoice;
  /** Whether operators are made for work that the trace records without one of its own (`workers/attribution/pseudo-ops`). */
  readonly pseudoOps: boolean;
  /** Sliding windows that the user states; for a call that several are of, the first holds. */
  readonly attentionWindows: readonly AttentionWindow[];
}

/** The whole trace as it is shown at first, before a device is chosen. */
export const FIRST_BASIS: Basis = {
  scope: WHOLE_TRACE,
  conventions: 'corrected',
  hardware: null,
  roof: 'datasheet',
  stepsBy: null,
  pseudoOps: false,
  attentionWindows: [],
};

/** A table of the report. Its rows depend on (trace, basis). */
export type TableId =
  | 'operators'
  | 'operatorShapes'
  | 'operatorCategories'
  | 'operatorKernels'
  | 'kernels'
  | 'streams'
  | 'collectives'
  | 'copies'
  | 'shortKernels'
  | 'blockingCalls'
  | 'modules'
  | 'cpuOperators'
  | 'gpuTimeline'
  | 'gaps'
  | 'steps'
  | 'graphLaunches';

/** One thing of a trace that the page may be about. */
export type Selection =
  /** A row of a table, by what it is about (`rowKey`), so that it is found again on another basis. */
  | { readonly kind: 'row'; readonly table: TableId; readonly key: string }
  /** A call or a kernel, by its event. */
  | { readonly kind: 'event'; readonly event: EventId }
  | { readonly kind: 'step'; readonly step: number };

export interface TableQuery {
  /** Words that must all occur in a row's text cells, case-insensitive. */
  readonly filter: string;
  /** By column: keeps the rows whose text there is one of these, as chips choose them. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  readonly sort: { readonly column: string; readonly descending: boolean } | null;
}

/** Section C of the report: unions of GPU intervals, devices and streams of the scope merged. */
export interface GpuTimes {
  readonly busyNs: number;
  readonly computationNs: number;
  readonly exposedCommNs: number;
  readonly exposedMemcpyNs: number;
  /** Work of steps out of the scope while none of its own runs; 0 in a scope that names no steps. */
  readonly otherStepsNs: number;
  readonly idleNs: number;
  readonly totalNs: number;
}

/** A label and its value, in reading order. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** One part of the GPU time bar; the parts sum to the scope's span exactly. */
export interface TimeShare {
  /** Category id, `idle`, or `otherSteps`. */
  readonly id: string;
  readonly label: string;
  readonly ns: number;
}

/** What the GPU events of a scope add up to. */
export interface KernelSums {
  readonly kernelSumNs: number;
  /** GPU work without an operator: launched outside every operator, or without a recorded launch. */
  readonly unattributedNs: number;
}

export interface Overview extends KernelSums {
  readonly gpu: GpuTimes;
  /** Busy time divided among categories without overlap (concurrent work goes to the category that started first) and idle. */
  readonly shares: readonly TimeShare[];
  readonly findings: readonly Finding[];
}

/** One sentence with its number, one with the cause, where it shows, what to do. */
export interface Finding {
  readonly id: string;
  readonly severity: 'information' | 'warning' | 'error';
  readonly title: string;
  readonly cause: string;
  readonly action: string;
  /** View and table that show it. */
  readonly link?: {
    readonly view: 'operators' | 'kernels' | 'quality';
    readonly table?: TableId;
    readonly filter?: string;
  };
}
