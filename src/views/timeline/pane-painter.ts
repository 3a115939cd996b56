import { drawNames } from './draw-names.ts';
import { drawOver } from './draw-over.ts';
import { isInSight, type PaneFrame, paintPane } from './paint-pane.ts';
import type { PaneLook } from './pane-look.ts';
import type { PaneScene } from './pane-scene.ts';
import type { FeedAnswer } from './slice-feed.ts';
import type { PaneTracks, Stage } from './stage.ts';

/** Tracks this far out of sight, in heights of the pane, are asked for too, so that scrolling finds them. */
const BESIDE = 0.5;
const NO_PAINT = new Uint8Array(0);

/** Draws a pane on its canvas, at most once a frame. */
export class PanePainter {
  readonly #stage: Stage;
  readonly #name: string;
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #stopListening: () => void;
  #image = new ImageData(1, 1);
  #scene: PaneScene | null = null;
  #look: PaneLook | null = null;
  #place = { width: 0, height: 0, ratio: 1, scrollTop: 0 };
  #painted: { readonly answer: FeedAnswer; readonly scene: PaneScene; readonly paint: Uint8Array } | null = null;
  #frame = 0;

  constructor(canvas: HTMLCanvasElement, stage: Stage, name: string) {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('no 2d context');
    this.#canvas = canvas;
    this.#context = context;
    this.#stage = stage;
    this.#name = name;
    this.#stopListening = stage.onDraw(() => this.#later());
  }

  /** Shows another scene or look. */
  show(scene: PaneScene, look: PaneLook): void {
    this.#scene = scene;
    this.#look = look;
    this.#see();
    this.#later();
  }

  /** Size of the pane in px of the page, and pixels of the screen for each. */
  resize(width: number, height: number, ratio: number): void {
    const { scrollTop } = this.#place;
    this.#place = { width, height, ratio, scrollTop };
    const w = Math.max(1, Math.round(width * ratio));
    const h = Math.max(1, Math.round(height * ratio));
    if (w !== this.#image.width || h !== this.#image.height) {
      this.#image = new ImageData(w, h);
      this.#canvas.width = w;
      this.#canvas.height = h;
      this.#canvas.style.height = `${height}px`;
    }
    this.#see();
    // A canvas that changed its size is empty until it is drawn on.
    this.#draw();
  }

  scroll(scrollTop: number): void {
    this.#place = { ...this.#place, scrollTop };
    this.#see();
    this.#later();
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#stopListening();
    this.#stage.see(this.#name, null);
  }

  #see(): void {
    if (this.#scene) this.#stage.see(this.#name, tracksNear(this.#scene, this.#place));
  }

  #later(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const scene = this.#scene;
    const look = this.#look;
    if (!scene || !look || this.#place.width === 0) return;
    const frame: PaneFrame = { ...this.#place, span: this.#stage.camera.span };
    const { answer } = this.#stage.feed;
    const paint = answer ? this.#paintOf(answer, scene) : NO_PAINT;
    const { width, height, data } = this.#image;
    paintPane({ width, height, pixels: new Uint32Array(data.buffer) }, frame, scene, look, answer, paint);
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.putImageData(this.#image, 0, 0);
    context.setTransform(frame.ratio, 0, 0, frame.ratio, 0, 0);
    if (answer) drawNames(context, frame, scene, look, answer, paint);
    drawOver(context, frame, scene, look);
  }

  /** The colours of an answer's slices: made once, not with every frame. */
  #paintOf(answer: FeedAnswer, scene: PaneScene): Uint8Array {
    if (this.#painted?.answer !== answer || this.#painted.scene.scale !== scene.scale) {
      this.#painted = { answer, scene, paint: scene.scale.paint(answer.slices, answer.view.tracks) };
    }
    return this.#painted.paint;
  }
}

/** The tracks in sight and a little beside. */
function tracksNear({ stack }: PaneScene, { scrollTop, height }: { scrollTop: number; height: number }): PaneTracks {
  const near = { scrollTop: scrollTop - height * BESIDE, height: height * (1 + 2 * BESIDE) };
  const rows = stack.rows.filter((row) => row.kind === 'track').filter((row) => isInSight(row, near));
  const isCounter = (row: (typeof rows)[number]) => row.track.kind === 'counter';
  return {
    tracks: rows.filter((row) => !isCounter(row)).map(({ track }) => track.id),
    counters: rows.filter(isCounter).map(({ track }) => track.id),
  };
}
