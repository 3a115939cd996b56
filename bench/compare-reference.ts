import { readdirSync, readFileSync } from 'node:fs';
import { compareSheets } from '../fixtures/compare-sheets.ts';
import { csvRecords } from '../fixtures/csv-reader.ts';
import { referenceModel } from '../fixtures/reference-model.ts';
import { type ReferenceRun, referenceRuns } from '../fixtures/reference-runs.ts';
import { readSharedTrace, sharedPath } from '../fixtures/shared-traces.ts';
import { TRACELENS } from '../workers/base/conventions.ts';
import { referenceCsv, referenceTables } from '../workers/report/reference/reference-tables.ts';

/** Prints how far the sheets agree with the reference tables of ../shared, as a Markdown table; names given are the traces to compare. */
const traces = process.argv.slice(2);
const lines = referenceRuns()
  .filter(({ trace }) => traces.length === 0 || traces.includes(trace))
  .flatMap(compareRun);
const HEAD = ['trace', 'folder', 'sheet', 'rows', 'rows equal', 'extra', 'largest deviation', 'first difference'];
for (const cells of [HEAD, HEAD.map(() => '---'), ...lines]) process.stdout.write(`| ${cells.join(' | ')} |\n`);

function compareRun(run: ReferenceRun): string[][] {
  const { trace, folder, options } = run;
  const model = referenceModel(run, readSharedTrace(`traces/${trace}/trace.json.gz`), TRACELENS);
  const tables = new Map(referenceTables(model, options).map((table) => [table.schema.id, table]));
  const path = sharedPath(`traces/${trace}/${folder}`);
  return readdirSync(path).map((file) => {
    const sheet = file.replace(/\.csv$/, '');
    const table = tables.get(sheet);
    const ours = table === undefined ? [] : csvRecords(new TextDecoder().decode(referenceCsv(table)));
    const found = compareSheets(ours, csvRecords(readFileSync(`${path}/${file}`, 'utf8')));
    const { rows, equal, extra, deviation, first } = found;
    const difference = first.replaceAll('|', '\\|').slice(0, 120);
    return [trace, folder, sheet, `${rows}`, `${equal}`, `${extra}`, deviation.toExponential(1), difference];
  });
}
