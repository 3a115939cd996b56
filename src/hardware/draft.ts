import { PEAK_NAMES, type PeakName } from '../../workers/engine/hardware.ts';
import type { Figure, Hardware, Rates, RoofKind } from '../../workers/roofline/hardware.ts';
import type { Precision } from '../../workers/roofline/perf-model.ts';
import { FIGURE_IDS, type FigureId, figureAt } from './figures.ts';

/** A device while it is edited. */
export interface Draft {
  /** As it was before. */
  readonly original: Hardware;
  readonly name: string;
  /** What the user wrote in the fields of figures; empty for a figure that is not known. */
  readonly edits: Readonly<Partial<Record<FigureId, string>>>;
  /** Precisions whose matrix products run on the vector units. */
  readonly matrixOnVector: readonly Precision[];
}

/** Source of a figure that the user wrote. */
const EDITED = 'edited by you';

/** A device of which nothing is known yet. */
export const EMPTY_DEVICE: Hardware = {
  name: '',
  datasheet: { peaks: {} },
  achievable: { peaks: {} },
  matrixOnVector: [],
};

export function draftOf(original: Hardware, name: string): Draft {
  return { original, name, edits: {}, matrixOnVector: original.matrixOnVector };
}

/** The text in the field of a figure. */
export function textAt({ original, edits }: Draft, id: FigureId): string {
  return edits[id] ?? originalText(original, id);
}

/** The figure that a field's text stands for: the one before where the text is the same, else one by the user. Undefined where not known. */
export function draftFigure(draft: Draft, id: FigureId): Figure | undefined {
  const text = textAt(draft, id).trim();
  if (text === originalText(draft.original, id)) return figureAt(draft.original, id);
  return isPositive(text) ? { value: Number(text), source: EDITED, confirmed: false } : undefined;
}

/** What is wrong with the text of a figure's field, in words; null where nothing is. */
export function figureFault(draft: Draft, id: FigureId): string | null {
  const text = textAt(draft, id).trim();
  if (text === '') return null;
  if (id === 'units' && !(isPositive(text) && Number.isSafeInteger(Number(text)))) {
    return 'Write a whole number above 0, or leave it empty.';
  }
  return isPositive(text) ? null : 'Write a number above 0, such as 989.4, or leave it empty.';
}

/** Sets whether the matrix products of a precision run on the vector units. */
export function withMatrixOnVector(draft: Draft, precision: Precision, on: boolean): Draft {
  const others = draft.matrixOnVector.filter((other) => other !== precision);
  return { ...draft, matrixOnVector: on ? [...others, precision] : others };
}

/** Whether a draft holds other figures than the device had. */
export function isEdited(draft: Draft): boolean {
  const { original, matrixOnVector } = draft;
  return (
    FIGURE_IDS.some((id) => textAt(draft, id).trim() !== originalText(original, id)) ||
    matrixOnVector.length !== original.matrixOnVector.length ||
    matrixOnVector.some((precision) => !original.matrixOnVector.includes(precision))
  );
}

/** The device as edited; call it once no field has a fault. */
export function editedDevice(draft: Draft): Hardware {
  const memory = draftFigure(draft, 'memory');
  const units = draftFigure(draft, 'units')?.value;
  return {
    name: draft.name.trim(),
    ...(memory && { memory }),
    ...(units !== undefined && { units }),
    datasheet: editedRates(draft, 'datasheet'),
    achievable: editedRates(draft, 'achievable'),
    matrixOnVector: draft.matrixOnVector,
  };
}

function editedRates(draft: Draft, kind: RoofKind): Rates {
  const bandwidth = draftFigure(draft, `${kind}.bandwidth`);
  const peaks: Partial<Record<PeakName, Figure>> = {};
  for (const name of PEAK_NAMES) {
    const figure = draftFigure(draft, `${kind}.${name}`);
    if (figure) peaks[name] = figure;
  }
  return { ...(bandwidth && { bandwidth }), peaks };
}

function originalText(hardware: Hardware, id: FigureId): string {
  const figure = figureAt(hardware, id);
  return figure ? String(figure.value) : '';
}

/** A decimal number above 0, with a point and no group marks: a comma may mean either. */
function isPositive(text: string): boolean {
  return /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number(text) > 0 && Number.isFinite(Number(text));
}
