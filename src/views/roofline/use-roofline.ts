import { useMemo } from 'react';
import type { Table } from '../../../workers/base/table.ts';
import { useHardware } from '../../state/basis.ts';
import { type ChartWindow, fittedWindow, isAbove } from './fit.ts';
import { type Points, pointsOf } from './points.ts';
import { datasheetLimit, peakOf, peaksIn, type RoofLine, roofLines } from './roofs.ts';

/** What the chart shows. */
export interface Roofline {
  readonly points: Points;
  /** Of all rows of the table, so that a filter moves nothing. */
  readonly frame: { readonly fitted: ChartWindow; readonly hasStrip: boolean; readonly longestNs: number };
  readonly roofs: readonly RoofLine[];
  /** Points above the datasheet's roof. */
  readonly suspicious: readonly number[];
}

/** The points of the rows `order` with at least a share of the time, and the roofs over them. */
export function useRoofline(table: Table, order: Uint32Array, leastShare: number): Roofline {
  const hardware = useHardware();
  const all = useMemo(
    () =>
      pointsOf(
        table,
        new Uint32Array(table.rows).map((_, row) => row),
      ),
    [table],
  );
  const isAll = order.length === table.rows && leastShare === 0;
  const points = useMemo(
    () => (isAll ? all : pointsOf(table, order, leastShare)),
    [isAll, all, table, order, leastShare],
  );
  const roofs = useMemo(() => (hardware ? roofLines(hardware, peaksIn(all.peak)) : []), [hardware, all]);
  const frame = useMemo(
    () => ({
      fitted: fittedWindow(all, roofs),
      hasStrip: all.inStrip.includes(1),
      longestNs: all.timeNs[0] ?? 0,
    }),
    [all, roofs],
  );
  const suspicious = useMemo(() => {
    if (!hardware) return [];
    const limit = (point: number) => datasheetLimit(hardware, points.intensity[point], peakOf(points.peak[point]));
    return Array.from(points.row.keys()).filter((point) => isAbove(points.rate[point], limit(point)));
  }, [hardware, points]);
  return useMemo(() => ({ points, frame, roofs, suspicious }), [points, frame, roofs, suspicious]);
}
