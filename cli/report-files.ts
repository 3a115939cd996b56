import type { TableId } from '../workers/engine/engine.ts';
import { csvBytes } from '../workers/report/csv.ts';
import { referenceCsv, referenceTables } from '../workers/report/reference/reference-tables.ts';
import { FIRST_BASIS } from '../workers/report/report-types.ts';
import { buildTable } from '../workers/report/tables.ts';
import type { TraceModel } from '../workers/trace/trace-model.ts';
import type { ReportOptions } from './worker-request.ts';

/** A table that goes beyond the reference's of the same name. */
const OWN_NAME: Partial<Record<TableId, string>> = { gpuTimeline: 'gpu_timeline_by_stream' };

/** The CSV files of a report by name: those that the reference has too, in its words, and the tables of the page. */
export function reportFiles(
  model: TraceModel,
  tables: readonly TableId[],
  options: ReportOptions,
): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  for (const table of referenceTables(model, options)) files[`${table.schema.id}.csv`] = referenceCsv(table);
  for (const id of tables) {
    files[`${OWN_NAME[id] ?? snakeCase(id)}.csv`] = csvBytes(buildTable(id, model, FIRST_BASIS));
  }
  return files;
}

function snakeCase(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
