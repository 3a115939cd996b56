import type { OpenOptions, OpenOutcome } from '../workers/engine/engine.ts';
import type { ReportOptions } from '../workers/report/archive/report-options.ts';
import type { Hardware, RoofKind } from '../workers/roofline/hardware.ts';
import type { ReportFormat } from './arguments.ts';

/** What the worker thread is asked: open a trace and, for a report, make its tables. */
export interface WorkerRequest {
  readonly trace: string;
  readonly options: OpenOptions;
  readonly report?: ReportRequest;
}

export interface ReportRequest {
  readonly format: ReportFormat;
  /** Without it the trace says, or nobody. */
  readonly hardware?: Hardware;
  readonly roof: RoofKind;
  readonly tables: ReportOptions;
}

export interface WorkerAnswer {
  readonly outcome: OpenOutcome;
  /** Files of the report by name; empty unless a report was asked for and the trace was opened. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}
