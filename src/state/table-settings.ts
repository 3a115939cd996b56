import type { TableQuery } from '../../workers/engine/engine.ts';

/** How the user arranged one table. */
export interface TableSettings {
  /** Words that must all occur in a row. */
  readonly filter: string;
  /** By column: keeps rows whose text there is one of these values. */
  readonly only: NonNullable<TableQuery['only']>;
  /** Null: the table's own order. */
  readonly sort: TableQuery['sort'];
  /** Ids of the columns shown, in order. Null: the schema's choice. */
  readonly columns: readonly string[] | null;
  /** Widths in pixels of columns that were resized. */
  readonly widths: Readonly<Record<string, number>>;
}

export const DEFAULT_TABLE_SETTINGS: TableSettings = { filter: '', only: {}, sort: null, columns: null, widths: {} };
