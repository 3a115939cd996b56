import { zipSync } from 'fflate';
import type { ReportSheet } from './report-sheets.ts';

/** The CSV files of a report by name. */
export function csvFiles(sheets: readonly ReportSheet[]): Record<string, Uint8Array> {
  return Object.fromEntries(sheets.map(({ name, csv }) => [`${name}.csv`, csv()]));
}

/** The CSV files of a report in one zip archive. */
export function csvZip(sheets: readonly ReportSheet[]): Uint8Array<ArrayBuffer> {
  return zipSync(csvFiles(sheets));
}
