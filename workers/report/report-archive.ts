import type { TraceModel } from '../trace/trace-model.ts';
import { csvZip } from './archive/csv-files.ts';
import { USUAL_REPORT } from './archive/report-options.ts';
import { reportSheets } from './archive/report-sheets.ts';
import { workbookBytes } from './archive/workbook.ts';
import type { Basis } from './report-types.ts';

/** All tables of a report in one file: CSV files in a zip, or sheets of a workbook. */
export async function reportArchive(
  model: TraceModel,
  basis: Basis,
  format: 'zip' | 'xlsx',
): Promise<Uint8Array<ArrayBuffer>> {
  const sheets = reportSheets(model, basis, USUAL_REPORT);
  return format === 'zip' ? csvZip(sheets) : workbookBytes(sheets);
}
