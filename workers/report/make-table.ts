import { atFirst } from '../base/memo.ts';
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

/**
 * A table of `rows` rows, with the sums of the columns that may be added up. A column is filled when it is first read: of a wide table
 * most views show a few.
 */
export function makeTable(schema: Omit<TableSchema, 'columns'>, rows: number, columns: readonly Column[]): Table {
  const data = columns.map((column) => column.fill(rows));
  const totals = atFirst(() => {
    const sums = columns.flatMap(({ schema: { id }, isAdditive }, i) => {
      const column = data[i];
      return isAdditive && column.type === 'number' ? [[id, sumOf(column.values)] as const] : [];
    });
    return Object.fromEntries(sums);
  });
  return {
    schema: { ...schema, columns: columns.map((column) => column.schema) },
    rows,
    columns: data,
    get totals() {
      return totals();
    },
  };
}

/** The values of a column whose making takes more than a look: `make` prepares them when the column is first read. */
export function prepared<T>(make: () => (row: number) => T): (row: number) => T {
  const at = atFirst(make);
  return (row) => at()(row);
}

function numberData(rows: number, at: (row: number) => number): ColumnData {
  const values = atFirst(() => {
    const filled = new Float64Array(rows);
    for (let row = 0; row < rows; row++) filled[row] = at(row);
    return filled;
  });
  return {
    type: 'number',
    get values() {
      return values();
    },
  };
}

function textData(rows: number, at: (row: number) => string | undefined): ColumnData {
  const texts = atFirst(() => distinctTexts(rows, at));
  return {
    type: 'text',
    get dictionary() {
      return texts().dictionary;
    },
    get index() {
      return texts().index;
    },
  };
}

function distinctTexts(rows: number, at: (row: number) => string | undefined) {
  const index = new Int32Array(rows).fill(-1);
  const places = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    const value = at(row);
    if (value === undefined) continue;
    const place = places.get(value) ?? places.size;
    if (place === places.size) places.set(value, place);
    index[row] = place;
  }
  return { dictionary: [...places.keys()], index };
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) if (!Number.isNaN(value)) sum += value;
  return sum;
}

function schemaOf({ unit, ...spec }: ColumnSpec<ColumnKind>): ColumnSchema {
  return { ...spec, unit: unit ?? UNITS[spec.kind] ?? '' };
}
