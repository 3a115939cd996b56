import type { ColumnData, ColumnKind, ColumnSchema, Table, TableSchema } from '../base/table.ts';

type TextKind = Extract<ColumnKind, 'text' | 'name' | 'category' | 'phase'>;
type NumberKind = Exclude<ColumnKind, TextKind>;

/** What a column is; its unit follows from its kind where the kind has one. */
interface ColumnSpec<Kind extends ColumnKind> extends Omit<ColumnSchema, 'unit' | 'kind'> {
  readonly kind: Kind;
  readonly unit?: string;
}

/** A column of a table in the making: what it is, and its value in each row. */
export interface Column {
  readonly schema: ColumnSchema;
  /** Its values may be added up over all rows. */
  readonly isAdditive: boolean;
  readonly fill: (rows: number) => ColumnData;
}

const UNITS: Readonly<Partial<Record<ColumnKind, string>>> = { duration: 'ns', bytes: 'B' };

/** A text column; undefined is missing. */
export function text(spec: ColumnSpec<TextKind>, at: (row: number) => string | undefined): Column {
  return { schema: schemaOf(spec), isAdditive: false, fill: (rows) => textData(rows, at) };
}

/** A number column; NaN is missing. */
export function number(
  { isAdditive = false, ...spec }: ColumnSpec<NumberKind> & { readonly isAdditive?: boolean },
  at: (row: number) => number,
): Column {
  return {
    schema: schemaOf(spec),
    isAdditive,
    fill: (rows) => numberData(rows, at),
  };
}

/** A table of `rows` rows, with the sums of the columns that may be added up. */
export function makeTable(schema: Omit<TableSchema, 'columns'>, rows: number, columns: readonly Column[]): Table {
  const filled = columns.map((column) => column.fill(rows));
  const totals = columns.flatMap(({ schema: { id }, isAdditive }, i) => {
    const data = filled[i];
    return isAdditive && data.type === 'number' ? [[id, sumOf(data.values)] as const] : [];
  });
  return {
    schema: { ...schema, columns: columns.map((column) => column.schema) },
    rows,
    columns: filled,
    totals: Object.fromEntries(totals),
  };
}

function numberData(rows: number, at: (row: number) => number): ColumnData {
  const values = new Float64Array(rows);
  for (let row = 0; row < rows; row++) values[row] = at(row);
  return { type: 'number', values };
}

function textData(rows: number, at: (row: number) => string | undefined): ColumnData {
  const index = new Int32Array(rows).fill(-1);
  const places = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    const value = at(row);
    if (value === undefined) continue;
    const place = places.get(value) ?? places.size;
    if (place === places.size) places.set(value, place);
    index[row] = place;
  }
  return { type: 'text', dictionary: [...places.keys()], index };
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) if (!Number.isNaN(value)) sum += value;
  return sum;
}

function schemaOf({ unit, ...spec }: ColumnSpec<ColumnKind>): ColumnSchema {
  return { ...spec, unit: unit ?? UNITS[spec.kind] ?? '' };
}
