import type { ColumnData, Table } from '../base/table.ts';
import type { TableQuery } from './report-types.ts';

/**
 * The rows of a table that pass a query, in its order. All words of the filter must occur in a row's text cells, in any column, whatever
 * their case. The sort is stable; missing values come last in both directions. A column that does not exist sorts and keeps nothing.
 */
export function tableOrder(table: Table, query: TableQuery): Uint32Array {
  const rows = filteredRows(table, query);
  const { sort } = query;
  const column = sort ? columnOf(table, sort.column) : undefined;
  if (!sort || !column) return rows;
  return column.type === 'number'
    ? sortedByNumber(rows, column.values, sort.descending)
    : sortedByNumber(rows, textRanks(column), sort.descending);
}

type TextData = Extract<ColumnData, { type: 'text' }>;

function columnOf(table: Table, id: string): ColumnData | undefined {
  const at = table.schema.columns.findIndex((column) => column.id === id);
  return table.columns[at];
}

function filteredRows(table: Table, { filter, only }: TableQuery): Uint32Array {
  const keep = new Uint8Array(table.rows).fill(1);
  const texts = table.columns.filter((column) => column.type === 'text');
  for (const word of filter.toLowerCase().split(/\s+/).filter(Boolean)) keepRowsWith(keep, texts, word);
  if (only) {
    const column = columnOf(table, only.column);
    if (column?.type === 'text') keepOnly(keep, column, new Set(only.values));
  }
  let count = 0;
  for (const kept of keep) count += kept;
  const rows = new Uint32Array(count);
  let next = 0;
  for (let row = 0; row < keep.length; row++) if (keep[row] === 1) rows[next++] = row;
  return rows;
}

/** Looks at each distinct text of a column once. */
function keepRowsWith(keep: Uint8Array, texts: readonly TextData[], word: string) {
  const matches = texts.map(({ dictionary }) =>
    Uint8Array.from(dictionary, (text) => Number(text.toLowerCase().includes(word))),
  );
  for (let row = 0; row < keep.length; row++) {
    if (keep[row] === 0) continue;
    let found = 0;
    for (let i = 0; i < texts.length && found === 0; i++) {
      const place = texts[i].index[row];
      if (place >= 0) found = matches[i][place];
    }
    keep[row] = found;
  }
}

function keepOnly(keep: Uint8Array, { dictionary, index }: TextData, values: ReadonlySet<string>) {
  const wanted = Uint8Array.from(dictionary, (text) => Number(values.has(text)));
  for (let row = 0; row < keep.length; row++) if (index[row] < 0 || wanted[index[row]] === 0) keep[row] = 0;
}

/** The place of each row's text in alphabetical order, NaN where it has none. */
function textRanks({ dictionary, index }: TextData): Float64Array {
  const compare = new Intl.Collator('en', { numeric: true }).compare;
  const sorted = Array.from(dictionary.keys()).sort((a, b) => compare(dictionary[a], dictionary[b]));
  const rank = new Float64Array(dictionary.length);
  sorted.forEach((place, order) => {
    rank[place] = order;
  });
  return Float64Array.from(index, (place) => (place < 0 ? Number.NaN : rank[place]));
}

/**
 * Sorts distinct values natively and deals the rows out to them in their present order, which keeps equal rows in it.
 */
function sortedByNumber(rows: Uint32Array, values: Float64Array, descending: boolean): Uint32Array {
  const present = new Float64Array(rows.length);
  let count = 0;
  for (const row of rows) if (!Number.isNaN(values[row])) present[count++] = values[row];
  const sorted = present.subarray(0, count).sort();
  const distinct = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);

  const placeOf = (value: number) => {
    const place = lowerBound(distinct, value);
    return descending ? distinct.length - 1 - place : place;
  };
  const places = new Uint32Array(rows.length);
  const starts = new Uint32Array(distinct.length + 2);
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]];
    places[i] = Number.isNaN(value) ? distinct.length : placeOf(value);
    starts[places[i] + 1]++;
  }
  for (let place = 1; place < starts.length; place++) starts[place] += starts[place - 1];
  const result = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) result[starts[places[i]]++] = rows[i];
  return result;
}

function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
