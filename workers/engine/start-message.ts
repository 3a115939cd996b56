/** The first message to the engine's worker; it answers with `STARTED` once it holds the lifeline. */
export interface StartMessage {
  /** Compiled by the page: the worker has no way to fetch. */
  readonly kernel: WebAssembly.Module;
  /** Name of a lock that the worker holds as long as it lives; null where the browser grants no locks. */
  readonly lifeline: string | null;
}

export const STARTED = 'started';
