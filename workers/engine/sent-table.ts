import { transfer } from 'comlink';
import type { ColumnData, Table } from '../base/table.ts';
import { csvBytes } from '../report/csv.ts';
import { tableOrder } from '../report/sort-filter.ts';
import type { TableQuery } from './engine.ts';

/** A table for the page: copies of its arrays, transferred. */
export function sentTable({ columns, ...rest }: Table): Table {
  const copies = columns.map(copyOf);
  return transfer({ ...rest, columns: copies }, copies.map(bufferOf));
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

function copyOf(column: ColumnData): ColumnData {
  return column.type === 'number'
    ? { ...column, values: column.values.slice() }
    : { ...column, index: column.index.slice() };
}

function bufferOf(column: ColumnData): ArrayBufferLike {
  return column.type === 'number' ? column.values.buffer : column.index.buffer;
}
