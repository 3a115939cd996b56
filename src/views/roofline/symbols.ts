import { categoryLook } from '../../styles/categories.ts';
import { RADII } from './size-classes.ts';

/** Symbols are drawn on a 10 by 10 grid; one of this extent has a point's diameter. */
const EXTENT = 8.2;
const CENTRE = 5;
const LINE = 1.2;
const FILL = 0.38;

/** How the points of a category and a size class look; points are many, so each picture is made once and copied. */
export class Symbols {
  /** By category, then by size class. */
  readonly #pictures = new Map<string, readonly ImageBitmap[]>();
  readonly #colours: ReadonlyMap<string, string>;
  readonly #ratio: number;

  /** @param ratio Pixels of the screen a pixel of the page. */
  constructor(colours: ReadonlyMap<string, string>, ratio: number) {
    this.#colours = colours;
    this.#ratio = ratio;
  }

  /** Draws a point with its centre at (x, y). */
  draw(
    context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
    category: string,
    sizeClass: number,
    x: number,
    y: number,
  ): void {
    const image = this.#picturesOf(category)[sizeClass];
    const size = image.width / this.#ratio;
    // A picture that falls on whole pixels of the screen is copied several times as fast.
    const whole = (at: number) => Math.round((at - size / 2) * this.#ratio) / this.#ratio;
    context.drawImage(image, whole(x), whole(y), size, size);
  }

  #picturesOf(category: string): readonly ImageBitmap[] {
    const known = this.#pictures.get(category);
    if (known) return known;
    const made = RADII.map((radius) => picture(category, this.#colours, radius, this.#ratio));
    this.#pictures.set(category, made);
    return made;
  }
}

function picture(id: string, colours: ReadonlyMap<string, string>, radius: number, ratio: number): ImageBitmap {
  const { colour, symbol, outline } = categoryLook(id);
  const size = Math.ceil((radius * 2 * 10) / EXTENT + LINE * 2);
  const canvas = new OffscreenCanvas(Math.ceil(size * ratio), Math.ceil(size * ratio));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d context');
  const scale = (radius * 2) / EXTENT;
  context.setTransform(scale * ratio, 0, 0, scale * ratio, canvas.width / 2, canvas.height / 2);
  context.translate(-CENTRE, -CENTRE);
  const path = new Path2D(symbol);
  const paint = colours.get(colour) ?? colour;
  context.fillStyle = paint;
  context.strokeStyle = paint;
  context.lineWidth = LINE / scale;
  if (!outline) {
    context.globalAlpha = FILL;
    context.fill(path);
    context.globalAlpha = 1;
  }
  context.stroke(path);
  return canvas.transferToImageBitmap();
}

/** A point as an SVG element. */
export function symbolSvg(
  id: string,
  colours: ReadonlyMap<string, string>,
  radius: number,
  x: number,
  y: number,
): string {
  const { colour, symbol, outline } = categoryLook(id);
  const scale = (radius * 2) / EXTENT;
  const at = `translate(${round(x)} ${round(y)}) scale(${round(scale)}) translate(-5 -5)`;
  const paint = colours.get(colour) ?? colour;
  const fill = outline ? 'fill="none"' : `fill="${paint}" fill-opacity="${FILL}"`;
  return `<path d="${symbol}" transform="${at}" ${fill} stroke="${paint}" stroke-width="${round(LINE / scale)}"/>`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
