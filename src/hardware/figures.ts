import { PEAK_NAMES, type PeakName } from '../../workers/engine/hardware.ts';
import type { Figure, Hardware, RoofKind } from '../../workers/roofline/hardware.ts';

export const ROOF_KINDS: readonly RoofKind[] = ['datasheet', 'achievable'];

/** Where a figure of a device stands. Memory and units are counted, not reached: one of each a device. */
export type FigureId = 'memory' | 'units' | `${RoofKind}.bandwidth` | `${RoofKind}.${PeakName}`;

/** Every figure a device may have. */
export const FIGURE_IDS: readonly FigureId[] = [
  'memory',
  'units',
  ...ROOF_KINDS.flatMap((kind): FigureId[] => [
    `${kind}.bandwidth`,
    ...PEAK_NAMES.map((peak): FigureId => `${kind}.${peak}`),
  ]),
];

/** A figure of a device, with its source; the count of units has none of its own. */
export function figureAt(hardware: Hardware, id: FigureId): Figure | undefined {
  if (id === 'memory') return hardware.memory;
  if (id === 'units') return unitsFigure(hardware);
  const kind: RoofKind = id.startsWith('datasheet') ? 'datasheet' : 'achievable';
  if (id === `${kind}.bandwidth`) return hardware[kind].bandwidth;
  const peak = PEAK_NAMES.find((name) => id === `${kind}.${name}`);
  return peak && hardware[kind].peaks[peak];
}

/**
 * The source that most figures of one kind have, to be told once; null where no two share one. A figure with a remark has it behind the
 * common source.
 */
export function commonSource(hardware: Hardware, kind: RoofKind): string | null {
  const { bandwidth, peaks } = hardware[kind];
  const counts = new Map<string, number>();
  for (const figure of [bandwidth, ...Object.values(peaks)]) {
    if (figure) counts.set(figure.source, (counts.get(figure.source) ?? 0) + 1);
  }
  const [source, count] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), ['', 1]);
  return count > 1 ? source : null;
}

/** A figure's source beside the common one: what is added to that, or all of it. That it is not confirmed is marked apart. */
export function sourceText({ source }: Figure, common: string | null): string {
  const told = source.replace(/; not confirmed$/, '');
  if (told === common) return 'as above';
  return hasSource(told, common) ? told.slice(common.length + 2) : told;
}

/** Whether a figure's source is the common one, with a remark or without. */
export function hasSource(source: string, common: string | null): common is string {
  return common !== null && (source === common || source.startsWith(`${common}; `));
}

function unitsFigure({ units }: Hardware): Figure | undefined {
  return units === undefined ? undefined : { value: units, source: 'maker, or traces of the device', confirmed: true };
}
