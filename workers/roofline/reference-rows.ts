import { readdirSync, readFileSync } from 'node:fs';
import { csvRows } from '../../fixtures/csv-reader.ts';
import { hasSharedFile, sharedPath } from '../../fixtures/shared-traces.ts';
import type { JsonValue } from '../base/json.ts';
import type { OpCall } from './op-call.ts';
import type { ParamValue } from './perf-model.ts';
import { parsePythonLiteral } from './python-literal.ts';

const COVERAGE = 'spec/perf-ops.tsv';
const SHEET = 'unified_perf_summary.csv';

/** A row of a published unified table: one operator call signature and what the reference makes of it. Test support. */
export interface ReferenceRow {
  /** Trace and folder of tables. */
  readonly table: string;
  readonly call: OpCall;
  readonly category: string;
  readonly cell: (column: string) => string;
  /** Parameters as JSON, a float not told from a whole number; null where the reference has none. */
  readonly params: JsonValue;
}

/** Rows of every unified table of ../shared; none where that folder is absent. */
export function referenceRows(): ReferenceRow[] {
  if (!hasSharedFile('traces')) return [];
  return readdirSync(sharedPath('traces'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(`/${SHEET}`))
    .flatMap((path) => rowsOf(path.slice(0, -SHEET.length - 1)));
}

/** Lines of ../shared/spec/perf-ops.tsv without its head, by column; none where that folder is absent. */
export function coverageList(): Readonly<Record<string, string>>[] {
  if (!hasSharedFile(COVERAGE)) return [];
  const [head, ...lines] = readFileSync(sharedPath(COVERAGE), 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '');
  const names = head.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [names[i], cell])));
}

function rowsOf(table: string): ReferenceRow[] {
  const [head, ...rows] = csvRows(readFileSync(sharedPath(`traces/${table}/${SHEET}`), 'utf8'));
  return rows.map((cells) => {
    const cell = (column: string) => cells[head.indexOf(column)] ?? '';
    const list = (column: string) => jsonList(parsePythonLiteral(cell(column)));
    const call: OpCall = {
      name: cell('name'),
      dims: list('Input Dims'),
      types: list('Input type'),
      strides: list('Input Strides'),
      concrete: list('Concrete Inputs'),
      context: { kernels: kernelNames(cell('kernel_details_summary')), args: {} },
    };
    return { table, call, category: cell('op category'), cell, params: paramsOf(cell('perf_params')) };
  });
}

function jsonList(value: ParamValue | undefined): readonly JsonValue[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function kernelNames(text: string): string[] {
  return [...text.matchAll(/'name': (?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/g)].map(([, single, double]) => single ?? double);
}

function paramsOf(text: string): JsonValue {
  if (text === '') return null;
  const json = text
    .replaceAll("'", '"')
    .replaceAll(',)', ']')
    .replaceAll('(', '[')
    .replaceAll(')', ']')
    .replace(/\bNone\b/g, 'null')
    .replace(/\bTrue\b/g, 'true')
    .replace(/\bFalse\b/g, 'false');
  return JSON.parse(json);
}
