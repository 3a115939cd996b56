import { between, sameSpan, type TimeSpan, within } from './time-span.ts';

/** How long a move by key or button takes; none where the user wants no motion. */
const GLIDE_MS = 100;

/** What part of the trace is in sight. It changes with every frame of a gesture, so it is told to who draws and not kept in React. */
export class Camera {
  readonly whole: TimeSpan;
  #span: TimeSpan;
  #target: TimeSpan;
  #frame = 0;
  readonly #listeners = new Set<() => void>();

  constructor(whole: TimeSpan, span: TimeSpan | null) {
    this.whole = whole;
    this.#span = span ? within(span, whole) : whole;
    this.#target = this.#span;
  }

  get span(): TimeSpan {
    return this.#span;
  }

  /** Where a move under way ends; what a further move starts from. */
  get target(): TimeSpan {
    return this.#target;
  }

  /** Calls `listener` at every change until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Shows a span at once. */
  show(span: TimeSpan): void {
    cancelAnimationFrame(this.#frame);
    this.#target = span;
    this.#put(span);
  }

  /** Goes to a span within a few frames. */
  glide(span: TimeSpan): void {
    cancelAnimationFrame(this.#frame);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.show(span);
      return;
    }
    this.#target = span;
    const from = this.#span;
    const startedAt = performance.now();
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - startedAt) / GLIDE_MS));
      this.#put(between(from, span, part));
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#listeners.clear();
  }

  #put(span: TimeSpan): void {
    if (sameSpan(span, this.#span)) return;
    this.#span = span;
    for (const listener of this.#listeners) listener();
  }
}
