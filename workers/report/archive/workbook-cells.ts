import { countText } from '../../base/counts.ts';
import { spreadsheetText } from '../../base/spreadsheet-text.ts';
import type { ColumnData } from '../../base/table.ts';
import type { ReportSheet } from './report-sheets.ts';

/** What one sheet of Excel holds. */
export const MOST_ROWS = 1_048_576;
export const MOST_CHARACTERS = 32_767;

/** What a cell holds; null where it is empty. */
export type CellValue = string | number | null;

/** XML 1.0 has no way to write these; U+FFFD is what stands for them. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffc}\u{10000}-\u{10ffff}]/gu;
/** Spreadsheets read this as one character by its code. */
const CHARACTER_CODE = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** The cells of a sheet below its head. Where Excel cannot hold all rows, the last one says how many are missing. */
export function bodyRows({ table }: Pick<ReportSheet, 'table'>): CellValue[][] {
  const cells = table.columns.map(cellReader);
  const room = MOST_ROWS - 1;
  const kept = table.rows <= room ? table.rows : room - 1;
  const rows = Array.from({ length: kept }, (_, row) => cells.map((cell) => cell(row)));
  if (kept < table.rows) {
    rows.push([
      `${countText(table.rows - kept)} more rows: a sheet holds no more. The CSV file of this table has all.`,
    ]);
  }
  return rows;
}

/** Text as a cell shows it: no formula, nothing that XML cannot say, and no longer than a cell may be. */
export function cellText(text: string): string {
  const plain = spreadsheetText(text.replace(UNWRITABLE, ''));
  const whole = plain.replace(CHARACTER_CODE, '_x005F_');
  if (whole.length <= MOST_CHARACTERS) return distinct(whole);
  const note = `… (cut: ${countText(text.length)} characters)`;
  // A code that is cut in two, or half of a surrogate pair, goes with the rest.
  const start = whole.slice(0, MOST_CHARACTERS - note.length).replace(/(_(x[0-9A-Fa-f]{0,4})?|[\ud800-\udbff])$/, '');
  return start + note;
}

/** The library looks strings up in a plain object, where these are found without having been put there; a space tells them apart. */
function distinct(text: string): string {
  return text in {} ? `${text} ` : text;
}

/** Each distinct text is made once. */
function cellReader(data: ColumnData): (row: number) => CellValue {
  if (data.type === 'text') {
    const { dictionary, index } = data;
    const texts = dictionary.map(cellText);
    return (row) => (index[row] < 0 ? null : texts[index[row]]);
  }
  const { values } = data;
  return (row) => numberCell(values[row]);
}

function numberCell(value: number): CellValue {
  if (Number.isNaN(value)) return null;
  return Number.isFinite(value) ? value : String(value);
}
