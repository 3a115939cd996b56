import type { ColumnData, Table } from '../../../workers/base/table.ts';

/** A row of a table of operator calls written by hand; what is left out is missing. */
export type HandRow = Readonly<Record<string, string | number>>;

/** For tests: a table of operator calls with just these cells. */
export function tableOf(rows: readonly HandRow[]): Table {
  const ids = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return {
    schema: {
      id: 'operatorShapes',
      title: 'Operators',
      description: '',
      columns: ids.map((id) => ({ id, title: id, unit: '', kind: 'text', description: '' })),
    },
    rows: rows.length,
    columns: ids.map((id) => columnOf(rows.map((row) => row[id]))),
  };
}

function columnOf(cells: readonly (string | number | undefined)[]): ColumnData {
  if (cells.some((cell) => typeof cell === 'string')) {
    const texts = cells.map((cell) => (cell === undefined ? undefined : String(cell)));
    const dictionary = [...new Set(texts.filter((text) => text !== undefined))];
    const index = Int32Array.from(texts, (text) => (text === undefined ? -1 : dictionary.indexOf(text)));
    return { type: 'text', dictionary, index };
  }
  return {
    type: 'number',
    values: Float64Array.from(cells, (cell) => (cell === undefined ? Number.NaN : Number(cell))),
  };
}
