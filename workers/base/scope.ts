/**
 * What a step does: process prompts, generate, both, nothing, or (`step`) something that is not told apart in this way, as in training
 * and diffusion.
 */
export const PHASES = ['prefill', 'mixed', 'decode', 'idle', 'step'] as const;
export type Phase = (typeof PHASES)[number];

/**
 * What part of the trace the user looks at. Plain data: it travels in the URL and to the worker.
 * A GPU event is in a step or phase if its tile is, in a window if it starts inside it; it is never cut.
 */
export interface Scope {
  /** `[from, to)` of the steps that were found. */
  readonly steps?: readonly [from: number, to: number];
  /** Steps of one phase only. */
  readonly phase?: Phase;
  /** GPU device index as recorded in the trace. */
  readonly device?: number;
  /** GPU stream as recorded in the trace. */
  readonly stream?: number;
  /** `[start, end)` in nanoseconds since the trace's base. */
  readonly window?: readonly [startNs: number, endNs: number];
}

export const WHOLE_TRACE: Scope = {};

/** Whether a scope leaves nothing out. */
export function isWhole(scope: Scope): boolean {
  return Object.values(scope).every((part) => part === undefined);
}

/** The devices and streams of a scope, at any time. */
export function atAnyTime({ steps: _steps, phase: _phase, window: _window, ...queues }: Scope): Scope {
  return queues;
}
