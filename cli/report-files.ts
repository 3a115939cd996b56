import type { OpenOptions, TraceSummary } from '../workers/engine/engine.ts';
import { csvFiles } from '../workers/report/archive/csv-files.ts';
import { reportSheets } from '../workers/report/archive/report-sheets.ts';
import { workbookBytes } from '../workers/report/archive/workbook.ts';
import { type Basis, FIRST_BASIS } from '../workers/report/report-types.ts';
import type { Hardware } from '../workers/roofline/hardware.ts';
import type { TraceModel } from '../workers/trace/trace-model.ts';
import type { ReportRequest } from './worker-request.ts';

const WORKBOOK = 'report.xlsx';

/** The files of a report by name. */
export async function reportFiles(
  model: TraceModel,
  summary: TraceSummary,
  { conventions }: OpenOptions,
  { format, hardware, roof, tables }: ReportRequest,
): Promise<Readonly<Record<string, Uint8Array>>> {
  const device = hardware ?? (conventions === 'tracelens' ? null : deviceOf(summary));
  const basis: Basis = { ...FIRST_BASIS, conventions, hardware: device, roof };
  const sheets = reportSheets(model, basis, tables);
  return format === 'csv' ? csvFiles(sheets) : { [WORKBOOK]: await workbookBytes(sheets) };
}

/** The device that the trace was recorded on. The reference never looks: its roofline columns need an architecture file. */
function deviceOf({ hardware }: TraceSummary): Hardware | null {
  return hardware.state === 'chosen' ? hardware.hardware : null;
}
