import type { ChartPicture } from '../../charts/chart-export.ts';
import { type ChartOption, chartIn, chartSvg } from '../../charts/echarts.ts';
import { drawScene, type Scene } from './draw.ts';
import { sceneSvg } from './scene-svg.ts';
import { Symbols } from './symbols.ts';

const SCALE = 2;

/** The chart as it stands, on the page's ground. */
export function plotPicture(option: ChartOption, scene: Scene): ChartPicture {
  // Not before it is needed: asking for a style makes the browser lay out the page.
  const ground = () => getComputedStyle(document.body).backgroundColor;
  const { width, height } = scene.layout;
  return {
    svg: () =>
      chartSvg({ ...option, backgroundColor: ground() }, width, height).replace('</svg>', `${sceneSvg(scene)}</svg>`),
    png: async () => {
      const canvas = new OffscreenCanvas(width * SCALE, height * SCALE);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no 2d context');
      context.fillStyle = ground();
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(axesOf(option, width, height), 0, 0, canvas.width, canvas.height);
      context.scale(SCALE, SCALE);
      drawScene(context, scene, new Symbols(scene.colours, SCALE));
      return canvas.convertToBlob({ type: 'image/png' });
    },
  };
}

/** The axes and roofs, drawn anew at the scale of the picture. */
function axesOf(option: ChartOption, width: number, height: number): HTMLCanvasElement {
  const element = document.createElement('div');
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
  const chart = chartIn(element);
  try {
    chart.setOption(option);
    return chart.getRenderedCanvas({ pixelRatio: SCALE });
  } finally {
    chart.dispose();
  }
}
