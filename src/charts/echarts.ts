import { LineChart, type LineSeriesOption } from 'echarts/charts';
import {
  GraphicComponent,
  type GraphicComponentOption,
  GridComponent,
  type GridComponentOption,
} from 'echarts/components';
import { type ComposeOption, type ECharts, init, use } from 'echarts/core';
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers';

export type ChartOption = ComposeOption<LineSeriesOption | GridComponentOption | GraphicComponentOption>;
export type Chart = ECharts;

use([LineChart, GridComponent, GraphicComponent, CanvasRenderer, SVGRenderer]);

/** A chart that fills an element. */
export function chartIn(element: HTMLElement): Chart {
  return init(element, null, { renderer: 'canvas' });
}

/** The same chart as SVG text. The page's policy forbids the style attributes of an SVG in the page, but not in a file. */
export function chartSvg(option: ChartOption, width: number, height: number): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption(option);
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
