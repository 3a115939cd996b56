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
  for (const [id, values] of Object.entries(only ?? {})) {
    const column = columnOf(table, id);
    if (column?.type === 'text') keepOnly(keep, column, new Set(values));
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
  const places = texts.map(({ index }) => index);
  for (let row = 0; row < keep.length; row++) {
    if (keep[row] === 0) continue;
    let found = 0;
    for (let i = 0; i < places.length && found === 0; i++) {
      const place = places[i][row];
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

/** Stable, missing values last: a radix sort of the rows by the bits of their values. */
function sortedByNumber(rows: Uint32Array, values: Float64Array, descending: boolean): Uint32Array {
  const count = rows.length;
  let present = 0;
  for (let i = 0; i < count; i++) if (!Number.isNaN(values[rows[i]])) present++;
  const { low, high } = orderedBits(rows, values, descending);
  let order: Uint32Array = new Uint32Array(present);
  const result = new Uint32Array(count);
  let next = 0;
  let end = present;
  for (let i = 0; i < count; i++) {
    if (Number.isNaN(values[rows[i]])) result[end++] = rows[i];
    else order[next++] = i;
  }
  for (const word of [low, high]) for (const shift of [0, 16]) order = sortedByDigit(order, word, shift);
  for (let i = 0; i < present; i++) result[i] = rows[order[i]];
  return result;
}

const SIGN = 0x8000_0000;

/** The bits of each value as two words that order as unsigned integers as the values do: negative ones turned over, others past them. */
function orderedBits(rows: Uint32Array, values: Float64Array, descending: boolean) {
  const low = new Uint32Array(rows.length);
  const high = new Uint32Array(rows.length);
  const bits = new DataView(new ArrayBuffer(8));
  for (let i = 0; i < rows.length; i++) {
    // Adding 0 makes -0 the 0 it equals.
    bits.setFloat64(0, values[rows[i]] + 0);
    high[i] = bits.getUint32(0);
    low[i] = bits.getUint32(4);
    const isNegative = high[i] >= SIGN;
    if (isNegative !== descending) {
      high[i] = ~high[i];
      low[i] = ~low[i];
    }
    if (!isNegative) high[i] ^= SIGN;
  }
  return { low, high };
}

/** One pass of the sort: `order` by 16 bits of `word`, equal ones in their present order. */
function sortedByDigit(order: Uint32Array, word: Uint32Array, shift: number): Uint32Array {
  const starts = new Uint32Array(0x1_0001);
  for (let i = 0; i < order.length; i++) starts[((word[order[i]] >>> shift) & 0xffff) + 1]++;
  for (let digit = 1; digit < starts.length; digit++) starts[digit] += starts[digit - 1];
  const sorted = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) sorted[starts[(word[order[i]] >>> shift) & 0xffff]++] = order[i];
  return sorted;
}
