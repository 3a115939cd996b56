/**
 * What part of the trace the user looks at. Plain data: it travels in the URL and to the worker.
 * A GPU event is in a window if it starts inside it; it is never cut.
 */
export interface Scope {
  /** GPU device index as recorded in the trace. */
  readonly device?: number;
  /** GPU stream as recorded in the trace. */
  readonly stream?: number;
  /** `[start, end)` in nanoseconds since the trace's base. */
  readonly window?: readonly [startNs: number, endNs: number];
}

export const WHOLE_TRACE: Scope = {};
