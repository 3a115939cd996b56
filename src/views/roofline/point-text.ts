import type { Table } from '../../../workers/base/table.ts';
import type { Fact } from '../../../workers/report/report-types.ts';
import { formatCount, formatDuration, formatShare, formatSignificant, MISSING, withUnit } from '../../format/format.ts';
import { shortText } from '../../format/visible-text.ts';
import { categoryLook } from '../../styles/categories.ts';
import { numbersOf, textAt, textsOf } from '../../table/read-column.ts';
import type { Points } from './points.ts';

/** What is said of a point. */
export interface PointText {
  readonly name: string;
  readonly shapes: string;
  /** Category and calls. */
  readonly about: string;
  readonly facts: readonly Fact[];
  /** All of it in one line. */
  readonly line: string;
}

const LONGEST = 120;

/** The essentials of a point: what it is, how long it took, where it stands. */
export function pointText(table: Table, points: Points, point: number, isAbove: boolean): PointText {
  const row = points.row[point];
  const number = (id: string) => numbersOf(table, id)[row];
  const text = (id: string) => textAt(textsOf(table, id), row);
  const name = shortText(text('name'), LONGEST);
  const category = categoryLook(points.categories[points.category[point]]).label;
  const calls = number('calls');
  const about = Number.isNaN(calls)
    ? category
    : `${category} · ${formatCount(calls)} ${calls === 1 ? 'call' : 'calls'}`;
  const time = `${formatDuration(points.timeNs[point])}, ${formatShare(points.share[point])}`;
  const isMovement = points.inStrip[point] === 1;
  const intensity = isMovement ? 'no FLOPs' : intensityText(points, point);
  const rates = [
    ...(isMovement ? [] : [{ label: 'Throughput', value: withUnit(formatSignificant(number('tflops')), 'TFLOP/s') }]),
    { label: 'Memory', value: withUnit(formatSignificant(number('tbs')), 'TB/s') },
  ];
  const facts = [
    { label: 'Time', value: time },
    { label: 'Intensity', value: intensity },
    ...rates,
    { label: 'Of roof', value: roofText(number('roofShare'), text('bound')) },
    ...(isAbove ? [{ label: 'Above the roof', value: 'suspicious; the details say why' }] : []),
  ];
  const line = [name, about, ...facts.map(({ label, value }) => `${label.toLowerCase()} ${value}`)].join(' · ');
  return { name, shapes: shortText(text('shapes'), LONGEST), about, facts, line };
}

function intensityText({ intensity, lowIntensity, highIntensity }: Points, point: number): string {
  const expected = withUnit(formatSignificant(intensity[point]), 'FLOP/byte');
  if (!(highIntensity[point] > lowIntensity[point])) return expected;
  return `${expected}, of ${formatSignificant(lowIntensity[point])} to ${formatSignificant(highIntensity[point])}`;
}

function roofText(share: number, bound: string): string {
  if (Number.isNaN(share)) return `${MISSING} no roof for it`;
  return bound === '' ? formatShare(share) : `${formatShare(share)}, ${bound} bound`;
}

const LONGEST_NAME = 26;

/** The names of points without their namespaces, short enough to stand beside them. */
export function pointNames(table: Table, points: Points): (point: number) => string {
  const name = textsOf(table, 'name');
  return (point) => shortText(textAt(name, points.row[point]).replace(/^.*::/, ''), LONGEST_NAME);
}
