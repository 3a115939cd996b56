import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareSheets } from '../../../fixtures/compare-sheets.ts';
import { type CsvRecord, csvRecords } from '../../../fixtures/csv-reader.ts';
import { referenceModel } from '../../../fixtures/reference-model.ts';
import { type ReferenceRun, referenceRuns } from '../../../fixtures/reference-runs.ts';
import { HAS_SHARED_TRACES, readSharedTrace, SHARED_NOTE, sharedPath } from '../../../fixtures/shared-traces.ts';
import { CORRECTED, type Conventions, TRACELENS } from '../../base/conventions.ts';
import type { Table } from '../../base/table.ts';
import { gpu, handMadeModel, operator, runtime } from '../hand-made.ts';
import { referenceCsv, referenceTables } from './reference-tables.ts';

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;
const TOOL = HAS_PYTHON ? 'tools/compare_tables.py too' : 'python3 is absent: not by tools/compare_tables.py';

const runs = referenceRuns();

/** The reports write these only when asked, and were not. */
const ON_REQUEST = /^(kernel_summary|short_kernel.*)$/;

const recordsOf = (table: Table) => csvRecords(new TextDecoder().decode(referenceCsv(table)));
/** Runs of one trace follow each other, so that it is read once. */
const columnsOf = lastRead((trace) => readSharedTrace(`traces/${trace}/trace.json.gz`));
const tablesOf = (run: ReferenceRun, conventions: Conventions) =>
  referenceTables(referenceModel(run, columnsOf(run.trace), conventions), run.options);
const readReference = ({ trace, folder }: ReferenceRun, sheet: string) =>
  csvRecords(readFileSync(sharedPath(`traces/${trace}/${folder}/${sheet}.csv`), 'utf8'));

describe.skipIf(!HAS_SHARED_TRACES)(`reference tables${SHARED_NOTE}, compared by ${TOOL}`, () => {
  it.each(runs)(
    '$trace/$folder has the rows and columns of the reference and no others',
    (run) => {
      const reference = sharedPath(`traces/${run.trace}/${run.folder}`);
      const sheets = readdirSync(reference).map((file) => file.replace(/\.csv$/, ''));
      const tables = tablesOf(run, TRACELENS);
      const ours = new Map(tables.map((table) => [table.schema.id, recordsOf(table)]));
      for (const sheet of ours.keys()) if (!ON_REQUEST.test(sheet)) expect(sheets).toContain(sheet);
      for (const sheet of sheets) expectEqual(sheet, ours.get(sheet) ?? [], readReference(run, sheet));
      if (HAS_PYTHON) expectToolAgrees(tables, reference);
    },
    120_000,
  );

  it.each(runs.filter(({ folder }) => /all_gpu|mi300x/.test(folder)))(
    '$trace/$folder has the columns of the reference under the corrected conventions, further ones behind them',
    (run) => {
      for (const table of tablesOf(run, CORRECTED)) {
        const sheet = table.schema.id;
        const [reference] = ON_REQUEST.test(sheet) ? [] : readSheet(run, sheet);
        if (reference === undefined) continue;
        // Models name their parameters themselves, and calls have roofs here that have none in the reference.
        const hasRoof = 'Roofline Bound_first' in reference || 'Roofline Bound' in reference;
        const fixed = (head: readonly string[]) =>
          head.filter((name) => !name.startsWith('param: ') && (hasRoof || !name.includes('Roofline')));
        const names = fixed(table.schema.columns.map(({ id }) => id));
        const expected = fixed(Object.keys(reference));
        expect(names.slice(0, expected.length), sheet).toEqual(expected);
      }
    },
    120_000,
  );
});

function lastRead<T>(read: (name: string) => T): (name: string) => T {
  let last: { readonly name: string; readonly value: T } | undefined;
  return (name) => {
    if (last?.name !== name) last = { name, value: read(name) };
    return last.value;
  };
}

function readSheet(run: ReferenceRun, sheet: string): readonly CsvRecord[] {
  const files = readdirSync(sharedPath(`traces/${run.trace}/${run.folder}`));
  return files.includes(`${sheet}.csv`) ? readReference(run, sheet) : [];
}

function expectEqual(sheet: string, ours: readonly CsvRecord[], reference: readonly CsvRecord[]): void {
  const { first, ...found } = compareSheets(ours, reference);
  expect({ sheet, first, ...found }).toMatchObject({ rows: found.equal, extra: 0, first: '' });
  if (reference.length === 0) return;
  expect(Object.keys(ours[0]), sheet).toEqual(Object.keys(reference[0]));
  for (const [row, expected] of reference.entries()) expectPresentation(sheet, ours[row], expected);
}

/** Columns that the comparison leaves out. */
function expectPresentation(sheet: string, ours: CsvRecord, reference: CsvRecord): void {
  const texts = /^(process_(name|label)|thread_name|entry_point|call_stack(_first)?)$|_(name|label)_first$/;
  for (const [column, text] of Object.entries(reference)) {
    if (texts.test(column)) expect(ours[column], `${sheet}, ${column}`).toBe(text);
    // Of a single kernel's row the reference shows the kernel alone, behind a pseudo-operator it repeats the whole stack.
    const isPlain = !/\(Synthetic Op\)$|^pseudo_/.test(reference.name);
    if (column === 'call_stack_full' && isPlain) expectStack(ours[column], text);
    if (column === 'first_occurrence_time') expect(Number(ours[column])).toBeCloseTo(Number(text), 2);
  }
}

/** The reference loses up to five frames a trace to rounding (see `callStacks`). */
function expectStack(ours: string, reference: string): void {
  const [own, expected] = [stackItems(ours), stackItems(reference)];
  const lost = own.filter((item) => !expected.includes(item));
  expect(lost.length).toBeLessThanOrEqual(5);
  for (const frame of lost) expect(frame).toMatch(/\.py\(\d+\): /);
  expect(own.filter((item) => !lost.includes(item))).toEqual(expected);
}

/** What all kernels share, frame by frame, then the different rests, a text each; the reference orders these as a set does. */
function stackItems(text: string): string[] {
  const literal = /'(?:[^'\\]|\\.)*'|"[^"]*"/;
  const list = new RegExp(`\\[(?:(?:${literal.source})(?:, )?)*\\]`, 'g');
  const shared = text.slice(1, -1).replace(list, '');
  return [
    ...Array.from(shared.matchAll(new RegExp(literal, 'g')), ([frame]) => frame),
    ...Array.from(text.slice(1, -1).matchAll(list), ([rest]) => rest).sort(),
  ];
}

function expectToolAgrees(tables: readonly Table[], reference: string): void {
  const out = mkdtempSync(path.join(tmpdir(), 'reference-'));
  try {
    for (const table of tables) writeFileSync(path.join(out, `${table.schema.id}.csv`), referenceCsv(table));
    const command = [sharedPath('tools/compare_tables.py'), out, reference];
    const { status, stdout, stderr } = spawnSync('python3', command, { encoding: 'utf8' });
    expect(`${stdout}${stderr}`).toContain('gpu_timeline');
    expect({ status, stdout }).toMatchObject({ status: 0 });
  } finally {
    rmSync(out, { recursive: true });
  }
}

describe('reference tables', () => {
  const files = (...args: Parameters<typeof referenceTables>) =>
    Object.fromEntries(
      referenceTables(...args).map((table) => [
        `${table.schema.id}.csv`,
        new TextDecoder().decode(referenceCsv(table)).split('\r\n'),
      ]),
    );

  const arrow = (ph: string, id: number, ts: number, on: { pid: number; tid: number }) => ({
    ph,
    cat: 'ac2g',
    name: 'ac2g',
    id,
    ts,
    ...on,
  });
  const linked = (correlation: number, ts: number, kernel: string, at: number, dur: number) => [
    runtime('cudaLaunchKernel', ts, 1, correlation),
    arrow('s', correlation, ts, { pid: 1, tid: 1 }),
    gpu(kernel, at, dur, correlation),
    arrow('f', correlation, at, { pid: 0, tid: 7 }),
  ];

  it('pass over the wrapper `execute` and Python frames, and stop at a runtime call', () => {
    const model = handMadeModel(
      [
        operator('outer', 0, 50),
        operator('execute', 1, 40),
        ...linked(1, 2, 'a', 60, 10),
        ...linked(2, 70, 'b', 80, 5),
      ],
      {},
      TRACELENS,
    );
    expect(files(model, { includeUnlinked: false })['ops_summary.csv'].slice(1, 3)).toEqual([
      "outer,10.0,10.0,0.01,0.01,1,['other'],66.66666666666667,66.66666666666667",
      "cudaLaunchKernel,5.0,5.0,0.005,0.005,1,['other'],33.333333333333336,100.0",
    ]);
  });

  it('count overlapping kernels of an operator once, and leave collectives to the subtree', () => {
    const model = handMadeModel(
      [
        operator('aten::mm', 0, 50),
        ...linked(1, 2, 'a', 60, 10),
        ...linked(2, 4, 'b', 65, 10),
        ...linked(3, 6, 'ncclAllReduce', 90, 10),
      ],
      {},
      TRACELENS,
    );
    expect(files(model, { includeUnlinked: false })['ops_summary.csv'][1]).toBe(
      "aten::mm,15.0,25.0,0.015,0.025,1,['GEMM'],100.0,100.0",
    );
  });

  it('leave out empty sheets, and those of operators without operators', () => {
    const model = handMadeModel([...linked(1, 0, 'a', 10, 20)], {}, TRACELENS);
    expect(Object.keys(files(model, { includeUnlinked: false }))).toEqual(['gpu_timeline.csv', 'kernel_summary.csv']);
    expect(referenceTables(handMadeModel([]), { includeUnlinked: true })).toEqual([]);
  });
});
