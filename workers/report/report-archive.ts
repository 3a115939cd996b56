import type { TraceModel } from '../trace/trace-model.ts';
import type { Basis } from './report-types.ts';

/** All tables of a report in one file: CSV files in a zip, or sheets of a workbook. */
export async function reportArchive(_model: TraceModel, _basis: Basis, _format: 'zip' | 'xlsx'): Promise<Uint8Array> {
  return new Uint8Array();
}
