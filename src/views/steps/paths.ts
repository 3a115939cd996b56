import { PHASE_LOOKS } from '../../styles/phase-looks.ts';
import { heightOf, type Panel, yOf } from './chart-layout.ts';
import { type Column, rangeIn } from './columns.ts';
import { PART_IDS, type PartId, type StepSeries } from './series.ts';

const px = (value: number): string => String(Math.round(value * 100) / 100);

function rectangle(x: number, top: number, width: number, height: number): string {
  return `M${px(x)} ${px(top)}h${px(width)}v${px(height)}h${px(-width)}z`;
}

/** The stacked bars of a part, a path a phase, by place in `PHASES`; "" where a phase has none. */
export function barPaths(
  series: StepSeries,
  columns: readonly Column[],
  panel: Panel,
  part: PartId,
): readonly string[] {
  const paths = PHASE_LOOKS.map(() => '');
  const below = PART_IDS.slice(0, PART_IDS.indexOf(part));
  for (const { x, width, longest } of columns) {
    const value = series.parts[part][longest];
    if (!(value > 0)) continue;
    const base = below.reduce((sum, id) => sum + series.parts[id][longest], 0);
    const top = yOf(panel, base + value);
    const height = yOf(panel, base) - top;
    // What is cut away has none.
    if (height > 0) paths[series.phase[longest]] += rectangle(x, top, width, height);
  }
  return paths;
}

/** A line across each bar at the duration of the step. */
export function durationPath({ durationNs }: StepSeries, columns: readonly Column[], panel: Panel): string {
  return columns
    .filter(({ longest }) => durationNs[longest] <= panel.limit)
    .map(({ x, width, longest }) => `M${px(x)} ${px(yOf(panel, durationNs[longest]))}h${px(width)}`)
    .join('');
}

/** Strokes through the bars that are cut. */
export function cutPath(series: StepSeries, columns: readonly Column[], panel: Panel): string {
  return columns
    .filter(({ longest }) => heightOf(series, longest) > panel.limit)
    .map(({ x, width }) => `M${px(x - 0.5)} ${px(panel.top + 8)}l${px(width + 1)} -4`)
    .join('');
}

/** A line through the values, in steps; where a pixel holds several, from their least to their greatest. It ends where none is known. */
export function linePath(values: Float64Array, columns: readonly Column[], panel: Panel): string {
  let path = '';
  let isDrawn = false;
  for (const column of columns) {
    const range = rangeIn(values, column);
    if (!range) {
      isDrawn = false;
      continue;
    }
    const [least, most] = [yOf(panel, range[0]), yOf(panel, range[1])];
    const next = px(column.x + column.width);
    path += isDrawn ? `H${px(column.x)}V${px(least)}` : `M${px(column.x)} ${px(least)}`;
    path += least === most ? `H${next}` : `V${px(most)}H${next}`;
    isDrawn = true;
  }
  return path;
}

/** The strip of phases, a path a phase: it shows every phase that one of a column's steps has. */
export function stripPaths(
  { phase }: StepSeries,
  columns: readonly Column[],
  strip: { readonly top: number; readonly bottom: number },
): readonly string[] {
  const height = strip.bottom - strip.top;
  return PHASE_LOOKS.map(({ strip: [from, to] }, place) =>
    columns
      .filter((column) => phase.subarray(column.from, column.to).includes(place))
      .map(({ x, width }) => rectangle(x, strip.top + from * height, width, (to - from) * height))
      .join(''),
  );
}

/** What lies over the steps that are not chosen, from `top` to `bottom`: columns side by side give one rectangle. */
export function veilPath(
  isChosen: (step: number) => boolean,
  columns: readonly Column[],
  top: number,
  bottom: number,
): string {
  let path = '';
  let from: number | null = null;
  columns.forEach((column, i) => {
    let chosen = false;
    for (let step = column.from; step < column.to && !chosen; step++) chosen = isChosen(step);
    if (!chosen) from ??= column.x;
    const isLast = i + 1 === columns.length;
    if (from === null || !(chosen || isLast)) return;
    const end = chosen ? column.x : column.x + column.width;
    path += rectangle(from, top, end - from, bottom - top);
    from = null;
  });
  return path;
}
