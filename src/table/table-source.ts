import type { Table } from '../../workers/base/table.ts';
import type { Basis, TableQuery } from '../../workers/engine/engine.ts';

/** What the rows of a table are of: one object for all that comes of the same rows, first some columns and then all. */
export interface RowsOrigin {
  readonly basis: Basis;
}

/** Rows of a table by their numbers, which mean others on another basis. */
export interface TableRows {
  readonly table: Table;
  readonly origin: RowsOrigin;
}

/** A table and the worker that sorts, filters and writes it. */
export interface TableSource extends TableRows {
  /** Row order of the table after filter and sort. */
  order(query: TableQuery): Promise<Uint32Array>;
  /** The same where it has come with the table. */
  readonly known?: (query: TableQuery) => Uint32Array | undefined;
  /** CSV bytes: the rows of `query` in their order, or all. */
  csv(query?: TableQuery): Promise<Uint8Array>;
}
