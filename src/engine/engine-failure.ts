/** Why a trace's worker cannot go on. */
export type FailureKind = 'out-of-memory' | 'stopped' | 'not-started' | 'internal';

const WORDS: Record<FailureKind, { readonly message: string; readonly advice: string }> = {
  'out-of-memory': {
    message: 'The browser ran out of memory for this trace.',
    advice: 'Close other traces and tabs and open it again, or record fewer steps. Other open traces are not affected.',
  },
  stopped: {
    message: 'The worker that held this trace was ended by the browser.',
    advice: 'Open the file again. If it happens again, memory is the likely cause: close other traces and tabs first.',
  },
  'not-started': {
    message: 'The part of Roofscope that reads traces could not be loaded.',
    advice: 'Reload the page. If you are offline and this was your first visit, go online once.',
  },
  internal: {
    message: 'A fault in Roofscope stopped the work on this trace.',
    advice:
      'Other open traces are not affected. The details below help to find the fault; they hold nothing of the trace.',
  },
};

/** The end of a trace's worker, in words for the user: `message`, `advice`, and `detail` for a report. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
  readonly advice: string;

  constructor(
    readonly kind: FailureKind,
    readonly detail: string,
  ) {
    super(WORDS[kind].message);
    this.advice = WORDS[kind].advice;
  }
}

/** How browsers word a failed allocation, in JavaScript and in WebAssembly. */
const OUT_OF_MEMORY =
  /out of memory|allocation failed|could not allocate|allocation size overflow|invalid (array buffer|typed array) length|memory\.grow/i;

/** The failure behind an error that the worker threw or that ended it. */
export function failureOf(error: unknown): EngineFailure {
  if (error instanceof EngineFailure) return error;
  if (!(error instanceof Error)) return new EngineFailure('internal', String(error));
  const kind = OUT_OF_MEMORY.test(error.message) ? 'out-of-memory' : 'internal';
  return new EngineFailure(kind, error.stack ?? error.message);
}
