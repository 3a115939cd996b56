import type { OpenOptions, OpenOutcome } from '../workers/engine/engine.ts';
import type { SplitAnswer, SplitRequest } from './split-request.ts';

/** What the worker thread is asked: open a trace and, if wanted, make the tables of a report or find the steps and split at them. */
export interface WorkerRequest {
  readonly trace: string;
  readonly options: OpenOptions;
  readonly report?: ReportOptions;
  readonly split?: SplitRequest;
}

export interface ReportOptions {
  readonly includeUnlinked: boolean;
  readonly microIdleUs?: number;
}

export interface WorkerAnswer {
  readonly outcome: OpenOutcome;
  /** Files by name; empty unless some were asked for and the trace was opened. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Present if the trace was opened to be split. */
  readonly split?: SplitAnswer;
}
