import { joinBytes } from '../base/join-bytes.ts';
import { spreadsheetText } from '../base/spreadsheet-text.ts';
import type { ColumnData, ColumnSchema, Table } from '../base/table.ts';

const CHUNK_CHARACTERS = 1 << 18;

export interface CsvOptions {
  /** The rows to write in their order; all in table order without it. */
  readonly order?: Uint32Array;
  /** Text of a column's head; by default its title and its unit in parentheses. */
  readonly head?: (column: ColumnSchema) => string;
  /** Text of a number that is not missing; by default as JavaScript writes it. */
  readonly numberText?: (value: number, column: ColumnSchema) => string;
}

/**
 * A table as CSV (RFC 4180, UTF-8) in chunks. Missing values are empty. Text that a spreadsheet would run as a formula gets an
 * apostrophe before it; numbers are raw values and left alone.
 */
export function* csvChunks(table: Table, options: CsvOptions = {}): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  const { head = headText, numberText = String } = options;
  const { columns: schemas } = table.schema;
  const cells = table.columns.map((data, i) => cellWriter(data, (value) => numberText(value, schemas[i])));
  let pending = line(schemas.map((schema) => quoted(spreadsheetText(head(schema)))));
  const rows = options.order?.length ?? table.rows;
  for (let i = 0; i < rows; i++) {
    const row = options.order?.[i] ?? i;
    pending += line(cells.map((cell) => cell(row)));
    if (pending.length >= CHUNK_CHARACTERS) {
      yield encoder.encode(pending);
      pending = '';
    }
  }
  yield encoder.encode(pending);
}

/** A table as one piece of CSV; see `csvChunks`. */
export function csvBytes(table: Table, options: CsvOptions = {}): Uint8Array {
  const chunks = [...csvChunks(table, options)];
  return joinBytes(
    chunks,
    chunks.reduce((sum, chunk) => sum + chunk.length, 0),
  );
}

/** The head of a column: its title, and its unit in parentheses. */
export function headText({ title, unit }: ColumnSchema): string {
  return unit === '' ? title : `${title} (${unit})`;
}

/** Each distinct text is quoted once. */
function cellWriter(data: ColumnData, numberText: (value: number) => string): (row: number) => string {
  if (data.type === 'text') {
    const { dictionary, index } = data;
    const cells = dictionary.map((text) => quoted(spreadsheetText(text)));
    return (row) => (index[row] < 0 ? '' : cells[index[row]]);
  }
  const { values } = data;
  return (row) => (Number.isNaN(values[row]) ? '' : quoted(numberText(values[row])));
}

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`;

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
