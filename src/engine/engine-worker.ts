import { type Remote, wrap } from 'comlink';
import type { Engine } from '../../workers/engine/engine.ts';
import { STARTED, type StartMessage } from '../../workers/engine/start-message.ts';
import { EngineFailure, failureOf } from './engine-failure.ts';
import type { EngineParts } from './engine-parts.ts';

/** One worker with its engine. Questions to a worker that ends, however it ends, are rejected; none waits for ever. */
export class EngineWorker {
  /** Settles when the worker ends: with the failure, or with null when the page ended it. */
  readonly ended: Promise<EngineFailure | null>;
  readonly #worker: Worker;
  readonly #engine: Remote<Engine>;
  readonly #waiting = new Set<(failure: EngineFailure) => void>();
  readonly #watch = new AbortController();
  readonly #started: Promise<void>;
  #end: EngineFailure | null | undefined;
  #settleEnded: (failure: EngineFailure | null) => void = () => {};

  constructor({ kernel, workerUrl }: EngineParts) {
    this.ended = new Promise((resolve) => {
      this.#settleEnded = resolve;
    });
    this.#worker = new Worker(workerUrl, { type: 'module' });
    this.#engine = wrap<Engine>(this.#worker);
    this.#worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#finish(failureOf(new Error(event.message || 'the worker reported an error')));
    });
    this.#worker.addEventListener('messageerror', () => {
      this.#finish(new EngineFailure('internal', 'an answer of the worker could not be read'));
    });
    this.#started = this.#start(kernel);
  }

  /** Asks the engine. Rejects with an `EngineFailure`. */
  ask<T>(question: (engine: Remote<Engine>) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) return reject(this.#end ?? closed());
      this.#waiting.add(reject);
      this.#started
        .then(() => question(this.#engine))
        .then(resolve, (error: unknown) => reject(failureOf(error)))
        .finally(() => this.#waiting.delete(reject));
    });
  }

  /** Ends the worker at once, whatever it is doing. */
  terminate(): void {
    this.#finish(null);
  }

  /** Locks exist in secure contexts only; elsewhere a worker that ends without an error event is not noticed. */
  async #start(kernel: WebAssembly.Module): Promise<void> {
    const lifeline = isSecureContext ? crypto.randomUUID() : null;
    const started = new Promise<void>((resolve) => {
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (data !== STARTED) return;
        this.#worker.removeEventListener('message', onMessage);
        resolve();
      };
      this.#worker.addEventListener('message', onMessage);
    });
    this.#worker.postMessage({ kernel, lifeline } satisfies StartMessage);
    await started;
    if (lifeline !== null) this.#watchLifeline(lifeline);
  }

  /** The browser gives us the worker's lock when the worker is gone. */
  #watchLifeline(lifeline: string): void {
    navigator.locks
      .request(lifeline, { signal: this.#watch.signal }, () =>
        this.#finish(new EngineFailure('stopped', 'the worker ended without an error')),
      )
      .catch((error: unknown) => {
        if (!this.#watch.signal.aborted) this.#finish(failureOf(error));
      });
  }

  #finish(failure: EngineFailure | null): void {
    if (this.#end !== undefined) return;
    this.#end = failure;
    this.#worker.terminate();
    this.#watch.abort();
    for (const reject of this.#waiting) reject(failure ?? closed());
    this.#waiting.clear();
    this.#settleEnded(failure);
  }
}

function closed(): EngineFailure {
  return new EngineFailure('stopped', 'the trace was closed');
}
