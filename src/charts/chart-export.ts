/** Properties that a chart's style sheet may set and that a picture of its own must carry. */
const CARRIED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

/** A chart to take elsewhere, as it stands on the page. */
export interface ChartPicture {
  /** An SVG document that needs no style sheet. */
  svg(): string;
  /** At twice its size on the page. */
  png(): Promise<Blob>;
}

/** The picture of a chart that is an SVG element, or of several that lie over each other, the lowest first. */
export function pictureOf(...layers: readonly SVGSVGElement[]): ChartPicture {
  return svgPicture(() => svgDocument(layers));
}

/** The picture of a chart that is drawn as an SVG document on demand. */
export function svgPicture(svg: () => string): ChartPicture {
  return { svg, png: () => pngOf(svg()) };
}

/** A chart as an SVG document that needs no style sheet: every colour and font as it stands on the page now, on the page's ground. */
function svgDocument(layers: readonly SVGSVGElement[]): string {
  const [copy, ...above] = layers.map(plainCopy);
  const { width, height } = layers[0].getBoundingClientRect();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  copy.prepend(ground(width, height));
  copy.append(...above);
  return new XMLSerializer().serializeToString(copy);
}

function plainCopy(chart: SVGSVGElement): SVGSVGElement {
  const copy = chart.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new TypeError('a clone of an SVG is an SVG');
  const originals = [chart, ...chart.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  for (const [i, original] of originals.entries()) {
    const style = getComputedStyle(original);
    for (const property of CARRIED) copies[i].setAttribute(property, style.getPropertyValue(property));
    copies[i].removeAttribute('class');
    copies[i].removeAttribute('style');
  }
  return copy;
}

/** An SVG document as a PNG at twice its size. */
async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth * 2, image.naturalHeight * 2);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no 2d context');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Saves bytes as a file through the browser's own download. */
export function saveAs(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the blob once it started.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function ground(width: number, height: number): SVGRectElement {
  const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  rect.setAttribute('width', String(width));
  rect.setAttribute('height', String(height));
  rect.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
  return rect;
}
