import { transfer } from 'comlink';
import type { ColumnData, Table } from '../base/table.ts';
import { csvBytes } from '../report/csv.ts';
import { tableOrder } from '../report/sort-filter.ts';
import type { FirstRows, TableQuery } from './engine.ts';

/** A table for the page: copies of its arrays, transferred. */
export function sentTable({ columns, ...rest }: Table): Table {
  const copies = columns.map(copyOf);
  return transfer({ ...rest, columns: copies }, copies.map(bufferOf));
}

/** The table with some of its columns. */
export function withColumns(table: Table, ids: readonly string[]): Table {
  return { ...table, ...columnsNamed(table, ids) };
}

/** Its first rows in the order that it has at first, with some of its columns. */
export function sentFirstRows(table: Table, count: number, ids: readonly string[]): FirstRows {
  const order = tableOrder(table, { filter: '', sort: table.schema.sort ?? null }).subarray(0, count);
  const { schema, columns } = columnsNamed(table, ids);
  const first = { schema, rows: order.length, columns: columns.map((column) => picked(column, order)) };
  return { table: first, total: table.rows };
}

/** Its row order after filter and sort. */
export function sentOrder(table: Table, query: TableQuery): Uint32Array {
  const order = tableOrder(table, query);
  return transfer(order, [order.buffer]);
}

/** Its CSV bytes: the rows of `query` in their order, or all. */
export function sentCsv(table: Table, query: TableQuery | undefined): Uint8Array {
  const bytes = csvBytes(table, query && { order: tableOrder(table, query) });
  return transfer(bytes, [bytes.buffer]);
}

/** Reads nothing but the schema. */
function columnsNamed({ schema, columns }: Table, ids: readonly string[]): Pick<Table, 'schema' | 'columns'> {
  const places = [...schema.columns.keys()].filter((place) => ids.includes(schema.columns[place].id));
  return {
    schema: { ...schema, columns: places.map((place) => schema.columns[place]) },
    columns: places.map((place) => columns[place]),
  };
}

function picked(column: ColumnData, rows: Uint32Array): ColumnData {
  if (column.type === 'number') return { type: 'number', values: Float64Array.from(rows, (row) => column.values[row]) };
  const texts = Array.from(rows, (row) => column.dictionary[column.index[row]]);
  const dictionary = [...new Set(texts)].filter((text) => text !== undefined);
  return { type: 'text', dictionary, index: Int32Array.from(texts, (text) => dictionary.indexOf(text)) };
}

function copyOf(column: ColumnData): ColumnData {
  return column.type === 'number'
    ? { type: 'number', values: column.values.slice() }
    : { type: 'text', dictionary: column.dictionary, index: column.index.slice() };
}

function bufferOf(column: ColumnData): ArrayBufferLike {
  return column.type === 'number' ? column.values.buffer : column.index.buffer;
}
