/** Font of the texts of charts. Without quotes, which ECharts would put into an attribute of its SVG as they are. */
export const CHART_FONT = 'Inter Variable, Inter, system-ui, sans-serif';
export const CHART_FONT_SIZE = 11;

let context: OffscreenCanvasRenderingContext2D | null = null;
const known = new Map<string, number>();

/** Width of a text of a chart in pixels, as the strongest weight has it. */
export function textWidth(text: string): number {
  let width = known.get(text);
  if (width === undefined) {
    width = measured(text);
    known.set(text, width);
  }
  return width;
}

function measured(text: string): number {
  context ??= new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) throw new Error('no 2d context');
  context.font = `600 ${CHART_FONT_SIZE}px ${CHART_FONT}`;
  return context.measureText(text).width;
}
