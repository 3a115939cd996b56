/** How a column's values are meant; the page formats and aligns by it, CSV writes the raw value. */
export type ColumnKind =
  | 'text' // free text
  | 'name' // name of an operator or kernel: monospace, cut in the middle
  | 'category' // id of an operator category
  | 'phase' // phase of a step
  | 'integer'
  | 'number'
  | 'duration' // nanoseconds
  | 'share' // 0..1, shown as a percentage with a bar
  | 'bytes' // bytes, shown in MB of 1024² bytes
  | 'event'; // EventId, a link to the event

export interface ColumnSchema {
  readonly id: string;
  readonly title: string;
  /** Unit of the raw value as CSV writes it, "" when it has none. */
  readonly unit: string;
  readonly kind: ColumnKind;
  /** One sentence: what the number is and how it is made. */
  readonly description: string;
  /** One sentence: why a row may have no value here. Shown on hover over the missing value. */
  readonly missing?: string;
  /** Not shown until the user chooses it. */
  readonly hidden?: boolean;
  /** Its texts are few and offered as chips that narrow the table; those of categories always are. */
  readonly chips?: true;
}

export interface TableSchema {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly columns: readonly ColumnSchema[];
  /** Column and direction that order the table at first. */
  readonly sort?: { readonly column: string; readonly descending: boolean };
  /** Its rows are a tree in preorder: id of the column that says how deep each is. */
  readonly tree?: string;
}

/**
 * A column's values, one a row. Numbers are `Float64Array` with NaN for missing; text is an array of distinct strings and an index
 * into it a row (-1 = missing), so that sorting and filtering touch each distinct text once.
 */
export type ColumnData =
  | { readonly type: 'number'; readonly values: Float64Array }
  | { readonly type: 'text'; readonly dictionary: readonly string[]; readonly index: Int32Array };

/** A table of a report: schema and columns, free of presentation. `columns[i]` belongs to `schema.columns[i]`. */
export interface Table {
  readonly schema: TableSchema;
  readonly rows: number;
  readonly columns: readonly ColumnData[];
  /** Sums of the columns that may be added up, by column id, over all rows. */
  readonly totals?: Readonly<Record<string, number>>;
}
