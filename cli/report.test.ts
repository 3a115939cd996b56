import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capturePair } from '../fixtures/captures.ts';
import { csvRows } from '../fixtures/csv-reader.ts';
import { generateTrace } from '../fixtures/generate-trace.ts';
import { readWorkbook } from '../fixtures/read-workbook.ts';
import { HAS_SHARED_TRACES, SHARED_NOTE, sharedPath } from '../fixtures/shared-traces.ts';
import { compactText } from '../fixtures/write-trace.ts';
import { BuiltCli } from './built-cli.ts';

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;
const NOTE = SHARED_NOTE || (HAS_PYTHON ? '' : ' (skipped: python3 is absent)');

/** A trace of one kernel under an operator, both of any name. */
function traceOf(operator: string, kernel: string): string {
  const host = { ph: 'X', pid: 1, tid: 1 };
  return JSON.stringify({
    schemaVersion: 1,
    traceEvents: [
      { ...host, cat: 'cpu_op', name: operator, ts: 0, dur: 50, args: {} },
      { ...host, cat: 'cuda_runtime', name: 'cudaLaunchKernel', ts: 10, dur: 5, args: { correlation: 1 } },
      {
        ph: 'X',
        cat: 'kernel',
        name: kernel,
        pid: 0,
        tid: 7,
        ts: 20,
        dur: 10,
        args: { device: 0, stream: 7, correlation: 1 },
      },
    ],
  });
}

/** Rows of CSV files by name. */
type Files = ReadonlyMap<string, readonly string[][]>;

describe('a report on the command line', () => {
  let cli: BuiltCli;
  let folder: string;
  let count = 0;

  const report = async (trace: string, ...options: readonly string[]): Promise<string> => {
    const out = path.join(folder, `out${++count}`);
    const { code, stdout, stderr } = await cli.run('report', [trace, '--out', out, ...options]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.trim().split('\n')).toEqual((await readdir(out)).sort().map((name) => path.join(out, name)));
    return out;
  };
  const csvFiles = async (out: string): Promise<Files> =>
    new Map(
      await Promise.all(
        (await readdir(out)).map(
          async (name) => [name.replace(/\.csv$/, ''), csvRows(await readFile(path.join(out, name), 'utf8'))] as const,
        ),
      ),
    );
  const workbook = async (out: string) => {
    expect(await readdir(out)).toEqual(['report.xlsx']);
    return readWorkbook(await readFile(path.join(out, 'report.xlsx')));
  };
  const write = async (name: string, content: string): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, content);
    return file;
  };

  beforeAll(async () => {
    cli = await BuiltCli.build();
    folder = await mkdtemp(path.join(tmpdir(), 'cli-report-'));
  }, 120_000);
  afterAll(async () => {
    await cli?.remove();
    await rm(folder, { recursive: true });
  });

  it('is of the steps that are asked for, in every table', async () => {
    const { trace, truth } = generateTrace();
    const file = await write('steps.json', compactText(trace));
    const launchedBy = (isWanted: (step: number) => boolean) => truth.gpuEvents.filter(({ step }) => isWanted(step));
    const sumUs = (events: typeof truth.gpuEvents) => events.reduce((sum, event) => sum + event.durationNs / 1e3, 0);
    const parts: [readonly string[], typeof truth.gpuEvents][] = [
      [['--steps', '1:3'], launchedBy((step) => step >= 1 && step < 3)],
      [['--phase', 'decode'], launchedBy((step) => truth.steps[step].phase === 'decode')],
    ];
    for (const [options, events] of parts) {
      const kernels = events.filter(({ event }) => trace.traceEvents[event].cat === 'kernel');
      const tables = await csvFiles(await report(file, '--include-unlinked', ...options));
      const total = (name: string, column: string, scale: number) => {
        const [head, ...rows] = tables.get(name) ?? [];
        const at = head.findIndex((title) => title.startsWith(column));
        return rows.reduce((sum, row) => sum + Number(row[at]) / scale, 0);
      };
      expect(total('operators', 'Time', 1e3)).toBeCloseTo(sumUs(events), 6);
      expect(total('kernel_summary', 'Kernel duration (µs)_sum', 1)).toBeCloseTo(sumUs(kernels), 6);
    }
    const { code, stderr } = await cli.run('report', [file, '--out', path.join(folder, 'none'), '--steps', '90:91']);
    expect([code, stderr]).toEqual([1, 'No GPU work is in that part: the trace has 4 steps.\n']);
  });

  it('holds the same cells in a workbook as in CSV files', async () => {
    const trace = await write('same.json', compactText(generateTrace({ unlinkedShare: 0.1 }).trace));
    const options = ['--overlap', '--include-unlinked', '--include-call-stack'];
    const files = await csvFiles(await report(trace, ...options));
    const sheets = await workbook(await report(trace, '--format', 'xlsx', ...options));
    expect([...sheets.keys()].sort()).toEqual([...files.keys()].sort());
    expect([...sheets.keys()][0]).toBe('gpu_timeline');
    let numbers = 0;
    for (const [name, rows] of files) {
      const cells = sheets.get(name) ?? [];
      expect([name, cells.length]).toEqual([name, rows.length]);
      for (const [i, row] of rows.entries()) {
        const same = row.map((text, column) => {
          const cell = cells[i][column] ?? null;
          if (typeof cell !== 'number') return cell ?? '';
          numbers++;
          return cell === Number(text) ? text : String(cell);
        });
        expect(same).toEqual(row);
      }
    }
    expect(numbers).toBeGreaterThan(1000);
  });

  it('has no cell that a spreadsheet runs, and none that it cannot hold', async () => {
    const trace = await write('formulas.json', traceOf('=HYPERLINK("http://x")', '\u0007+cmd|<b>&_x0041_\ud800'));
    const files = await csvFiles(await report(trace));
    const sheets = await workbook(await report(trace, '--format', 'xlsx'));
    const texts = [...files.values(), ...sheets.values()].flat(2).filter((cell) => typeof cell === 'string');
    expect(texts.filter((text) => /^\s*[=+@]/.test(text))).toEqual([]);
    expect(files.get('ops_summary')?.[1][0]).toBe(`'=HYPERLINK("http://x")`);
    expect(sheets.get('ops_summary')?.[1][0]).toBe(`'=HYPERLINK("http://x")`);
    expect(sheets.get('kernel_summary')?.[1]).toContain("'+cmd|<b>&_x0041_");
  });

  it('has names that the workbook library would mistake for its own', async () => {
    const trace = await write('prototype.json', traceOf('constructor', '__proto__'));
    const sheets = await workbook(await report(trace, '--format', 'xlsx'));
    expect(sheets.get('ops_summary')?.[1][0]).toBe('constructor ');
    expect(sheets.get('kernel_summary')?.[1]).toContain('__proto__ ');
  });

  it("has rooflines of the trace's own device, of the one named, or none where the reference has none", async () => {
    // The generated trace is of an H100.
    const trace = await write('device.json', compactText(generateTrace().trace));
    const basis = async (...options: readonly string[]) => {
      const files = await csvFiles(await report(trace, ...options));
      const said = new Map(files.get('report_basis')?.map(([what, value]) => [what, value]));
      const heads = files.get('unified_perf_summary')?.[0] ?? [];
      return [said.get('conventions'), said.get('device'), said.get('roof'), heads.includes('Roofline Bound')];
    };
    expect(await basis()).toEqual(['corrected', 'H100 SXM 80 GB', 'datasheet', true]);
    expect(await basis('--hardware', 'mi300x', '--roof', 'achievable')).toEqual([
      'corrected',
      'MI300X',
      'achievable',
      true,
    ]);
    expect(await basis('--conventions', 'tracelens')).toEqual(['tracelens', 'none: no rooflines', 'none', false]);
    const file = await write('own.json', '{"name":"Mine","mem_bw_gbps":5,"max_achievable_tflops":{"matrix_bf16":2}}');
    expect(await basis('--conventions', 'tracelens', '--hardware', file)).toEqual([
      'tracelens',
      'Mine',
      'datasheet',
      true,
    ]);
  });

  it('has operators for work without any of its own if it is asked to', async () => {
    const trace = await write('pseudo.json', traceOf('vllm::moe_forward', '_matmul_ogs_NNT'));
    const named = async (...options: readonly string[]) => {
      const files = await csvFiles(await report(trace, ...options));
      const [, [operator]] = files.get('operators') ?? [];
      const said = new Map(files.get('report_basis')?.map(([what, value]) => [what, value]));
      return [operator, said.get('pseudo-operators')];
    };
    expect(await named()).toEqual(['vllm::moe_forward', 'none']);
    expect(await named('--pseudo-ops')).toEqual(['pseudo_op::moe_triton_unfused_up', '1 made']);
  });

  it('merges captures, and says what was matched and what it could not read', async () => {
    const { replay, captures } = capturePair({ sizes: [8, 16], steps: [7, 12] });
    const trace = await write('replay.json', replay);
    await mkdir(path.join(folder, 'capture_traces'));
    for (const { file, text } of captures) await write(file, text);
    await write('capture_traces/notes.json', '{}');
    const out = path.join(folder, 'merged');
    const captured = path.join(folder, 'capture_traces');
    const { code, stderr } = await cli.run('report', [trace, '--out', out, '--capture', captured]);
    expect([code, stderr]).toEqual([0, 'capture_traces/notes.json: no trace\n']);
    const files = await csvFiles(out);
    expect(files.get('operators')?.map(([name]) => name)).toContain('aten::mm');
    expect(new Map(files.get('report_basis')?.map(([what, value]) => [what, value])).get('graph launches')).toBe(
      '2 names',
    );
    const missing = await cli.run('report', [trace, '--out', out, '--capture', 'nowhere']);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('nowhere: no such file or folder')]);
  });

  it.each([
    [['--hardware', 'H100'], 'no preset: "H100". Presets are "V100'],
    [['--hardware', 'missing.json'], 'missing.json: ENOENT'],
    [['--format', 'pdf'], '--format is csv or xlsx, not "pdf"'],
  ])('refuses %j as wrong usage, and writes nothing', async (options, message) => {
    const trace = await write('usage.json', traceOf('a', 'b'));
    const out = path.join(folder, 'nothing');
    const { code, stdout, stderr } = await cli.run('report', [trace, '--out', out, ...options]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(await readdir(folder)).not.toContain('nothing');
  });

  it('names the place in a device file that does not read', async () => {
    const trace = await write('fault.json', traceOf('a', 'b'));
    const file = await write('bad-device.json', '{"name":"X","datasheet":{"peaks":{"matrix_bf16":"fast"}}}');
    const { code, stderr } = await cli.run('report', [trace, '--out', path.join(folder, 'no'), '--hardware', file]);
    expect(code).toBe(2);
    expect(stderr).toContain('bad-device.json: an object is expected at datasheet.peaks.matrix_bf16');
  });

  describe.skipIf(!HAS_SHARED_TRACES || !HAS_PYTHON)(`as TraceLens makes it${NOTE}`, () => {
    const arch = () =>
      write(
        'mi300x.json',
        JSON.stringify({
          name: 'MI300X',
          mem_bw_gbps: 5300,
          max_achievable_tflops: {
            ...{ matrix_fp16: 654, matrix_bf16: 708, matrix_fp32: 163, matrix_fp64: 81, matrix_fp8: 1273 },
            ...{ matrix_int8: 2600, vector_fp16: 163, vector_bf16: 163, vector_fp32: 81, vector_fp64: 40 },
          },
        }),
      );
    const inference = ['--layout', 'inference', '--group-by-parent-module', '--group-by-num-kernels'];
    const serving = [...inference, '--include-call-stack', '--pseudo-ops'];

    it.each([
      ['h100_bert_small', 'expected', []],
      ['h100_bert_small', 'expected_all_gpu', ['--include-unlinked', '--micro-idle-us', '5', '--overlap']],
      ['mi300_bert_small', 'expected_mi300x', ['--hardware']],
      ['xdit_sd_3.5', 'expected_mi300x', [...inference, '--include-call-stack', '--hardware']],
      ['vllm_decode_full', 'expected_no_capture', serving],
      ['vllm_decode_full', 'expected', [...serving, '--capture', sharedPath('traces/vllm_decode_full/capture_traces')]],
    ])('%s has the rows of %s', { timeout: 120_000 }, async (name, expected, options) => {
      const device = options.includes('--hardware') ? [await arch()] : [];
      const trace = sharedPath(`traces/${name}/trace.json.gz`);
      const out = await report(trace, '--conventions', 'tracelens', ...options, ...device);
      const reference = sharedPath(`traces/${name}/${expected}`);
      const sheets = (await readdir(reference)).map((file) => file.replace(/\.csv$/, ''));
      const compare = [sharedPath('tools/compare_tables.py'), out, reference, ...sheets];
      const { status, stdout } = spawnSync('python3', compare, { encoding: 'utf8' });
      expect({ status, stdout }).toMatchObject({ status: 0 });
    });
  });
});
