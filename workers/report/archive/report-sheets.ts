import type { ColumnSchema, Table } from '../../base/table.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { csvBytes, headText } from '../csv.ts';
import { referenceCsv, referenceTables } from '../reference/reference-tables.ts';
import type { Basis, TableId } from '../report-types.ts';
import { buildTable, tablesWithRows } from '../tables.ts';
import { basisTable } from './basis-table.ts';
import type { ReportOptions } from './report-options.ts';

/** One table of a report, as a file of its own or as a sheet of a workbook. */
export interface ReportSheet {
  /** Name of the file without its ending, and of the sheet where Excel allows it. */
  readonly name: string;
  readonly table: Table;
  readonly head: (column: ColumnSchema) => string;
  readonly csv: () => Uint8Array;
}

/** A table that goes beyond the reference's of the same name. */
const OWN_NAME: Partial<Record<TableId, string>> = { gpuTimeline: 'gpu_timeline_by_stream' };

/**
 * All tables of a report on a scope: those that the reference has too, in its words; those of the page; and what they depend on.
 */
export function reportSheets(model: TraceModel, basis: Basis, options: ReportOptions): ReportSheet[] {
  const { hardware, roof } = basis;
  const roofs = hardware === null ? {} : { hardware: { hardware, kind: roof, tf32: false } };
  return [
    ...referenceTables(model, { ...options, ...roofs }, basis.scope).map(referenceSheet),
    ...tablesWithRows(model)
      .map((id) => [id, buildTable(id, model, basis)] as const)
      .filter(([, { rows }]) => rows > 0)
      .map(([id, table]) => ownSheet(OWN_NAME[id] ?? snakeCase(id), table)),
    ownSheet('report_basis', basisTable(model, basis, options)),
  ];
}

function referenceSheet(table: Table): ReportSheet {
  return { name: table.schema.id, table, head: ({ id }) => id, csv: () => referenceCsv(table) };
}

function ownSheet(name: string, table: Table): ReportSheet {
  return { name, table, head: headText, csv: () => csvBytes(table) };
}

function snakeCase(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
