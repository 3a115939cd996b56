import type { OpenOptions, OpenOutcome } from '../workers/engine/engine.ts';

/** What the worker thread is asked: open a trace and, for a report, make its tables. */
export interface WorkerRequest {
  readonly trace: string;
  readonly options: OpenOptions;
  readonly report?: ReportOptions;
}

export interface ReportOptions {
  readonly includeUnlinked: boolean;
  readonly microIdleUs?: number;
}

export interface WorkerAnswer {
  readonly outcome: OpenOutcome;
  /** CSV files by name; empty unless a report was asked for and the trace was opened. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}
