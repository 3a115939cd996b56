import { withUnit } from '../format/format.ts';
import { HEAD } from './grid-focus.ts';
import type { ShownColumn } from './table-columns.ts';

/** What a cell has to say beyond what it shows. */
export interface PeekText {
  readonly text: string;
  readonly note: string;
  readonly mono: boolean;
}

/**
 * What to show beside a cell that the pointer rests on or that is asked for by key: the whole of what is cut, all digits of a number,
 * why a value is missing, what a column is. Null where the cell says it all. `place` is HEAD for a head, and `row` then unused.
 */
export function peekText(column: ShownColumn, place: number, row: number, cut: boolean): PeekText | null {
  const { schema, format } = column;
  if (place === HEAD) return { text: schema.title, note: schema.description, mono: false };
  if (format.isMissing(row))
    return { text: `No ${schema.title.toLowerCase()}`, note: schema.missing ?? NOT_RECORDED, mono: false };
  if (!format.numeric) return cut ? { text: format.cell(row), note: '', mono: schema.kind === 'name' } : null;
  const shown = format.unit === '' ? format.cell(row) : withUnit(format.cell(row), format.unit);
  const full = format.full(row);
  return full === shown ? null : { text: full, note: '', mono: false };
}

const NOT_RECORDED = 'The trace does not record it for this row.';
