import { spreadsheetText } from '../../workers/base/spreadsheet-text.ts';

/**
 * Writes rows of cells as tab-separated text for the clipboard. Tabs and line ends inside a cell become spaces, and a text that a
 * spreadsheet would run gets an apostrophe before it.
 */
export function toTsv(rows: Iterable<readonly string[]>): string {
  let text = '';
  for (const cells of rows) text += `${cells.map(tsvCell).join('\t')}\n`;
  return text;
}

function tsvCell(text: string): string {
  const flat = text.replace(/[\t\r\n]+/g, ' ');
  // A number may start with a sign.
  return Number.isNaN(Number(flat)) ? spreadsheetText(flat) : flat;
}
