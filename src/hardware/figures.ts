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

function unitsFigure({ units }: Hardware): Figure | undefined {
  return units === undefined ? undefined : { value: units, source: 'maker, or traces of the device', confirmed: true };
}
