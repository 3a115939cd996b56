import type { OpenOptions, OpenOutcome } from '../workers/engine/engine.ts';
import type { ReportOptions } from '../workers/report/archive/report-options.ts';
import type { Hardware, RoofKind } from '../workers/roofline/hardware.ts';
import type { ReportFormat, ReportPart } from './arguments.ts';
import type { SplitAnswer, SplitRequest } from './split-request.ts';

/** What the worker thread is asked: open a trace and, if wanted, make the tables of a report or find the steps and split at them. */
export interface WorkerRequest {
  readonly trace: string;
  readonly options: OpenOptions;
  readonly report?: ReportRequest;
  readonly split?: SplitRequest;
}

export interface ReportRequest {
  readonly format: ReportFormat;
  /** Without it the trace says, or nobody. */
  readonly hardware?: Hardware;
  readonly roof: RoofKind;
  readonly tables: ReportOptions;
  readonly capture?: string;
  readonly pseudoOps: boolean;
  readonly part: ReportPart;
}

export interface WorkerAnswer {
  readonly outcome: OpenOutcome;
  /** Files by name; empty unless some were asked for and the trace was opened. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** What is odd about the captures. */
  readonly notes?: readonly string[];
  /** Why no report was made of the part that was asked for. */
  readonly noSuchPart?: string;
  /** Present if the trace was opened to be split. */
  readonly split?: SplitAnswer;
}
