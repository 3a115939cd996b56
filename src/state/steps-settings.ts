import type { SteadyOptions, StepRange } from '../../workers/engine/engine.ts';

/** What the series of steps may show as lines: columns of the table of steps. */
export const LINE_IDS = ['concurrency', 'contextRequests', 'generationRequests', 'tokens', 'kvTokens'] as const;
export type LineId = (typeof LINE_IDS)[number];

/** How the user looks at the steps. */
export interface StepsSettings {
  /** What the series runs over. */
  readonly axis: 'index' | 'time';
  readonly lines: readonly LineId[];
  /** What the user told of the load; the rest is as usual. */
  readonly steady: Partial<SteadyOptions>;
  /** The steady stretch as the user drew it; null: the one that was found. */
  readonly band: StepRange | null;
}

export const DEFAULT_STEPS_SETTINGS: StepsSettings = {
  axis: 'index',
  lines: ['concurrency', 'tokens'],
  steady: {},
  band: null,
};
