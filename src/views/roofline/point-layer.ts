import { pixelOf, valueAt } from '../../charts/log-scale.ts';
import { drawOver, drawPoints, drawUnder, type Part, partsOf, type Scene } from './draw.ts';
import type { Scales } from './layout.ts';
import type { Symbols } from './symbols.ts';

/** A scene and what it is drawn with. */
export interface Drawing {
  readonly scene: Scene;
  readonly symbols: Symbols;
  /** Pixels of the screen a pixel of the page. */
  readonly ratio: number;
}

/** A drawing in the making, beside the one that is shown. */
interface Job {
  readonly drawing: Drawing;
  readonly canvas: OffscreenCanvas;
  readonly context: OffscreenCanvasRenderingContext2D;
  next: number;
}

/** Points that are drawn within a frame without holding it up. */
const AT_ONCE = 1000;
/** While the axes move, frames are theirs; only a drawing that got old in the meantime is made anew even then. */
const QUIET_MS = 120;
const OLD_MS = 400;
/** Time that a frame gives to a drawing in the making: of points that are shown already, and of others, which are waited for. */
const BUDGET_MS = { same: 5, other: 30 };

/**
 * The points of one part of the chart. Many points take longer to draw than a frame lasts: then what is shown moves and stretches with
 * the axes at once, and is drawn anew beside, a little each frame, to take its place.
 */
export class PointLayer {
  readonly #canvas: HTMLCanvasElement;
  readonly #strip: Part['strip'];
  #shown: Drawing | null = null;
  #wanted: Drawing | null = null;
  #job: Job | null = null;
  #frame = 0;
  #askedAt = 0;
  #drawnAt = 0;

  constructor(canvas: HTMLCanvasElement, strip: Part['strip']) {
    this.#canvas = canvas;
    this.#strip = strip;
  }

  show(drawing: Drawing): void {
    this.#wanted = drawing;
    this.#askedAt = performance.now();
    if (drawing.scene.points.count <= AT_ONCE) {
      this.#cancel();
      this.#begin();
      this.#advance(Number.POSITIVE_INFINITY);
      return;
    }
    // Other points are not to wait for those that nobody wants any more.
    if (this.#job && this.#job.drawing.scene.points !== drawing.scene.points) this.#cancel();
    this.#follow();
    if (!this.#job) this.#begin();
    this.#later();
  }

  dispose(): void {
    this.#cancel();
  }

  #cancel(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#job = null;
  }

  #begin(): void {
    const drawing = this.#wanted;
    const part = drawing && this.#partOf(drawing);
    if (!part) return;
    const { ratio } = drawing;
    const { left, top, width, height } = part.box;
    const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio)));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no 2d context');
    context.setTransform(ratio, 0, 0, ratio, -left * ratio, -top * ratio);
    drawUnder(context, drawing.scene, part);
    this.#job = { drawing, canvas, context, next: 0 };
  }

  /** Draws until the time is up; a drawing that is done is shown, and the next begun if another one is wanted by now. */
  #advance(until: number): void {
    const job = this.#job;
    const part = job && this.#partOf(job.drawing);
    if (!job || !part) return;
    const { scene, symbols } = job.drawing;
    do job.next = drawPoints(job.context, scene, symbols, part, job.next);
    while (job.next < scene.points.count && performance.now() < until);
    if (job.next < scene.points.count) {
      this.#later();
      return;
    }
    drawOver(job.context, scene, part);
    this.#put(job, part);
    this.#job = null;
    if (this.#wanted === job.drawing) return;
    this.#begin();
    this.#later();
  }

  #later(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const now = performance.now();
      if (this.#isMoving(now)) this.#later();
      else this.#advance(performance.now() + (this.#showsWanted() ? BUDGET_MS.same : BUDGET_MS.other));
    });
  }

  /** Whether the axes alone moved lately. */
  #isMoving(now: number): boolean {
    return this.#showsWanted() && now - this.#askedAt < QUIET_MS && now - this.#drawnAt < OLD_MS;
  }

  /** Whether the points that are shown are those wanted, if in other places. */
  #showsWanted(): boolean {
    return this.#shown !== null && this.#shown.scene.points === this.#wanted?.scene.points;
  }

  #put({ drawing, canvas }: Job, { box }: Part): void {
    this.#canvas.width = canvas.width;
    this.#canvas.height = canvas.height;
    this.#canvas.style.width = `${box.width}px`;
    this.#canvas.style.height = `${box.height}px`;
    this.#canvas.getContext('2d')?.drawImage(canvas, 0, 0);
    this.#shown = drawing;
    this.#drawnAt = performance.now();
    this.#follow();
  }

  /** Moves and stretches what is shown to where the axes have it now. */
  #follow(): void {
    if (!this.#shown || !this.#wanted) return;
    const before = this.#partOf(this.#shown);
    if (!before) return;
    const { left, top } = before.box;
    const from = this.#shown.scene.scales;
    const to = this.#wanted.scene.scales;
    const x = this.#strip === 1 ? { scale: 1, shift: 0 } : moved(from, to, 'intensity', left);
    const y = moved(from, to, this.#strip === 1 ? 'strip' : 'throughput', top);
    this.#canvas.style.transform = `matrix(${x.scale}, 0, 0, ${y.scale}, ${x.shift}, ${y.shift})`;
  }

  #partOf({ scene }: Drawing): Part | undefined {
    return partsOf(scene.layout).find(({ strip }) => strip === this.#strip);
  }
}

/** How pixels of a log axis go over into those of another range: `scale · pixel + shift`, both counted from `start`. */
function moved(from: Scales, to: Scales, axis: keyof Scales, start: number): { scale: number; shift: number } {
  const at = (pixel: number) => pixelOf(to[axis], valueAt(from[axis], pixel));
  const { from: low, to: high } = from[axis];
  const scale = (at(high) - at(low)) / (high - low);
  return { scale, shift: at(start) - start };
}
