import { Camera } from './camera.ts';
import { type AskFeed, SliceFeed } from './slice-feed.ts';
import { sameSpan, type TimeSpan } from './time-span.ts';

/** Tracks that a pane has in sight. */
export interface PaneTracks {
  readonly tracks: readonly string[];
  readonly counters: readonly string[];
}

/** The camera and the feed of a timeline, and who draws by them. What the frames of a gesture change is here, not in React. */
export class Stage {
  readonly camera: Camera;
  readonly feed: SliceFeed;
  readonly #panes = new Map<string, PaneTracks>();
  readonly #drawers = new Set<() => void>();
  #pixels = 0;
  #pythonCollapsed = true;

  constructor(whole: TimeSpan, span: TimeSpan | null, ask: AskFeed, onError: (error: unknown) => void) {
    this.camera = new Camera(whole, span);
    this.feed = new SliceFeed(whole, ask, () => this.#draw(), onError);
    this.camera.subscribe(() => {
      this.#want();
      this.#draw();
    });
  }

  /** Calls `draw` whenever there is something new to be drawn, until the returned function is called. */
  onDraw(draw: () => void): () => void {
    this.#drawers.add(draw);
    return () => this.#drawers.delete(draw);
  }

  /** What a pane has in sight now; null when it is gone. */
  see(pane: string, tracks: PaneTracks | null): void {
    if (tracks) this.#panes.set(pane, tracks);
    else this.#panes.delete(pane);
    this.#want();
  }

  /** Pixels of the screen that the time in sight fills. */
  setPixels(pixels: number): void {
    this.#pixels = pixels;
    this.#want();
  }

  setPythonCollapsed(pythonCollapsed: boolean): void {
    this.#pythonCollapsed = pythonCollapsed;
    this.#want();
  }

  #want(): void {
    const panes = [...this.#panes.values()];
    this.feed.want({
      tracks: panes.flatMap(({ tracks }) => tracks),
      counters: panes.flatMap(({ counters }) => counters),
      span: this.camera.span,
      pixels: this.#pixels,
      pythonCollapsed: this.#pythonCollapsed,
    });
  }

  #draw(): void {
    for (const draw of this.#drawers) draw();
  }
}

/** Whether a span is all there is. */
export function isAll(span: TimeSpan, camera: Camera): boolean {
  return sameSpan(span, camera.whole);
}
