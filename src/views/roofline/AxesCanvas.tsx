import { useLayoutEffect, useRef } from 'react';
import { type Chart, type ChartOption, chartIn } from '../../charts/echarts.ts';
import type { Size } from '../../charts/use-size.ts';
import styles from './Roofline.module.css';

/** Where a part that is no more, a roof or the strip, must go; what keeps its id is only changed. */
const REPLACED = ['grid', 'xAxis', 'yAxis', 'series', 'graphic'];

/** Axes, roofs and their labels, drawn by ECharts. */
export function AxesCanvas({ option, size: { width, height } }: { readonly option: ChartOption; readonly size: Size }) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart | null>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    const made = chartIn(element.current);
    chart.current = made;
    return () => made.dispose();
  }, []);
  useLayoutEffect(() => chart.current?.resize({ width, height }), [width, height]);
  useLayoutEffect(() => chart.current?.setOption(option, { replaceMerge: REPLACED, silent: true }), [option]);
  return <div ref={element} className={styles.layer} style={{ width, height }} aria-hidden="true" />;
}
