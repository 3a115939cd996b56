import writeExcelFile, { type Sheet } from 'write-excel-file/universal';
import type { ColumnKind, ColumnSchema } from '../../base/table.ts';
import type { ReportSheet } from './report-sheets.ts';
import { sheetNames } from './sheet-names.ts';
import { bodyRows, cellText } from './workbook-cells.ts';

/** Widths in characters. */
const TEXT_WIDTH = 36;
const NUMBER_WIDTH = 16;

/** A report as one workbook: a sheet a table, numbers as numbers, the heads in bold and in sight. */
export async function workbookBytes(sheets: readonly ReportSheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const names = sheetNames(sheets.map(({ name }) => name));
  const blob = await writeExcelFile(sheets.map((sheet, i) => workbookSheet(sheet, names[i]))).toBlob();
  return new Uint8Array(await blob.arrayBuffer());
}

function workbookSheet(sheet: ReportSheet, name: string): Sheet<Blob> {
  const { columns } = sheet.table.schema;
  const head = columns.map((column) => ({ value: cellText(sheet.head(column)), fontWeight: 'bold' as const }));
  return { sheet: name, data: [head, ...bodyRows(sheet)], stickyRowsCount: 1, columns: columns.map(columnWidth) };
}

const TEXT_KINDS: readonly ColumnKind[] = ['text', 'name', 'category', 'phase'];

function columnWidth({ kind }: ColumnSchema): { readonly width: number } {
  return { width: TEXT_KINDS.includes(kind) ? TEXT_WIDTH : NUMBER_WIDTH };
}
