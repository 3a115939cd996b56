import type { SteadyOptions } from '../workers/steps/steady-state.ts';
import type { StepRange } from '../workers/steps/steady-state-regions.ts';
import type { SplitReport } from './split-report.ts';

/** What the worker thread is asked of a trace's steps. */
export interface SplitRequest {
  /** Whether files are wanted. */
  readonly write: boolean;
  /** The steps to consider; all if null. */
  readonly range: StepRange | null;
  readonly single: boolean;
  readonly findSteadyState: boolean;
  readonly dividePhases: boolean;
  readonly allowDegraded: boolean;
  readonly steady: Partial<SteadyOptions> & Pick<SteadyOptions, 'maxRequests' | 'llm'>;
}

export interface SplitAnswer {
  readonly report: SplitReport;
  /** What was not written, and what is to be known of the windows: a sentence each. */
  readonly notes: readonly string[];
  /** The steps are not good enough to split at, and there is but a manifest. */
  readonly aborted: boolean;
}
