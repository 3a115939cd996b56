import type { Table } from '../../workers/base/table.ts';
import type { TableQuery } from '../../workers/engine/engine.ts';

/** A table and the worker that sorts, filters and writes it. */
export interface TableSource {
  readonly table: Table;
  /** Row order of the table after filter and sort. */
  order(query: TableQuery): Promise<Uint32Array>;
  /** The same where it has come with the table. */
  readonly known?: (query: TableQuery) => Uint32Array | undefined;
  /** CSV bytes: the rows of `query` in their order, or all. */
  csv(query?: TableQuery): Promise<Uint8Array>;
}
