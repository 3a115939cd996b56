import type { CounterPixels, TimelineSlices } from '../../../workers/engine/timeline-engine.ts';
import { lengthOf, type TimeSpan, within } from './time-span.ts';

/** What is to be drawn. */
export interface FeedView {
  /** Ids of the tracks with slices, and of the counters. */
  readonly tracks: readonly string[];
  readonly counters: readonly string[];
  readonly span: TimeSpan;
  /** Pixels of the screen that the span fills. */
  readonly pixels: number;
  readonly pythonCollapsed: boolean;
}

/** An answer, and the view that it was made for. */
export interface FeedAnswer {
  readonly view: FeedView;
  readonly slices: TimelineSlices;
  /** By counter of the view. */
  readonly counters: readonly CounterPixels[];
}

export type AskFeed = (view: FeedView) => Promise<Omit<FeedAnswer, 'view'>>;

/** Asked for beside what is in sight, as a part of it, so that a move finds something there. */
const MARGIN = 0.5;
/** Less than this beside it, and more is asked for. */
const LEAST_MARGIN = 0.15;
/** How much coarser or finer an answer may be than what is in sight. */
const COARSEST = 1.3;
const FINEST = 0.4;

/**
 * Gets from the worker what is in sight. One question is under way at a time; what was wanted meanwhile is asked for when its answer
 * is here, and only the last of it. Until then what there is can be drawn, stretched.
 */
export class SliceFeed {
  readonly #whole: TimeSpan;
  readonly #onAnswer: () => void;
  readonly #onError: (error: unknown) => void;
  #ask: AskFeed;
  #answer: FeedAnswer | null = null;
  #wanted: FeedView | null = null;
  #isAsking = false;
  /** The answer was given on another basis. */
  #isStale = false;

  constructor(whole: TimeSpan, ask: AskFeed, onAnswer: () => void, onError: (error: unknown) => void) {
    this.#whole = whole;
    this.#ask = ask;
    this.#onAnswer = onAnswer;
    this.#onError = onError;
  }

  get answer(): FeedAnswer | null {
    return this.#answer;
  }

  /** Answers are of another kind from now on; those there are stay until they are replaced. */
  renew(ask: AskFeed): void {
    this.#ask = ask;
    this.#isStale = true;
    this.#next();
  }

  want(view: FeedView): void {
    this.#wanted = view;
    this.#next();
  }

  #next(): void {
    const wanted = this.#wanted;
    if (this.#isAsking || !wanted || wanted.pixels < 1) return;
    if (!this.#isStale && this.#answer && suffices(this.#answer.view, wanted, this.#whole)) return;
    this.#isAsking = true;
    this.#isStale = false;
    const view = widened(wanted, this.#whole);
    this.#ask(view).then(
      (answer) => {
        this.#isAsking = false;
        this.#answer = { view, ...answer };
        this.#onAnswer();
        this.#next();
      },
      // A question that fails is not asked again and again.
      (error: unknown) => {
        this.#isAsking = false;
        this.#onError(error);
      },
    );
  }
}

function widened(view: FeedView, whole: TimeSpan): FeedView {
  const margin = lengthOf(view.span) * MARGIN;
  const span = within({ startNs: view.span.startNs - margin, endNs: view.span.endNs + margin }, whole);
  return { ...view, span, pixels: Math.ceil((view.pixels * lengthOf(span)) / lengthOf(view.span)) };
}

/** Whether an answer for one view is good enough to draw another one with. */
export function suffices(has: FeedView, wanted: FeedView, whole: TimeSpan): boolean {
  const margin = lengthOf(wanted.span) * LEAST_MARGIN;
  const coarseness = lengthOf(has.span) / has.pixels / (lengthOf(wanted.span) / wanted.pixels);
  return (
    has.pythonCollapsed === wanted.pythonCollapsed &&
    has.span.startNs <= Math.max(whole.startNs, wanted.span.startNs - margin) &&
    has.span.endNs >= Math.min(whole.endNs, wanted.span.endNs + margin) &&
    coarseness <= COARSEST &&
    coarseness >= FINEST &&
    wanted.tracks.every((id) => has.tracks.includes(id)) &&
    wanted.counters.every((id) => has.counters.includes(id))
  );
}
