import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  HAS_SHARED_TRACES,
  hasSharedFile,
  readSharedTrace,
  SHARED_NOTE,
  sharedPath,
} from '../../../fixtures/shared-traces.ts';
import { TRACELENS } from '../../base/conventions.ts';
import { readHardware } from '../../roofline/hardware-json.ts';
import { buildModel } from '../../trace/build-model.ts';
import { gpu, handMadeModel, operator, runtime } from '../hand-made.ts';
import { type ReferenceOptions, referenceCsv, referenceTables } from './reference-tables.ts';

/** The traces whose tables were made by the PyTorch report. */
const TRACES = [
  'h100_bert_small',
  'h100_qwen1.5_0.5b',
  'h100_vit_nsfw',
  'mi210_gpu_only',
  'mi300_bert_small',
  'norm_layers',
  'torch_compile_triton',
];

/** The architecture that the roofline columns of the references were made with (README of ../shared/traces). */
const MI300X = readHardware(
  JSON.stringify({
    name: 'MI300X',
    mem_bw_gbps: 5300,
    max_achievable_tflops: {
      matrix_fp16: 654,
      matrix_bf16: 708,
      matrix_fp32: 163,
      matrix_fp64: 81,
      matrix_fp8: 1273,
      matrix_int8: 2600,
      vector_fp16: 163,
      vector_bf16: 163,
      vector_fp32: 81,
      vector_fp64: 40,
    },
  }),
);
const MI300X_ROOFS = MI300X.ok
  ? { hardware: { hardware: MI300X.value.hardware, kind: 'achievable', tf32: false } as const }
  : {};

const TABLES: readonly (readonly [string, ReferenceOptions])[] = [
  ['expected', { includeUnlinked: false }],
  ['expected_all_gpu', { includeUnlinked: true, microIdleUs: 5, overlap: true }],
  ['expected_mi300x', { includeUnlinked: false, ...MI300X_ROOFS }],
];

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;
const NOTE = SHARED_NOTE || (HAS_PYTHON ? '' : ' (skipped: python3 is absent)');

/**
 * Sheets of the inference report that exist so far. Not yet: `ops_summary`, `ops_summary_by_category` and `ops_unique_args`, which tell
 * rows apart by parent module and show call stacks.
 */
const INFERENCE_SHEETS =
  /^(gpu_timeline|unified_perf_summary|GEMM|(Unary|Binary)Elementwise|CONV_fwd|Normalization_fwd|Reduce_fwd|SDPA_fwd)$/;
const INFERENCE = { layout: 'inference', groupByNumKernels: true } as const;

describe(`reference tables${NOTE}`, () => {
  const pytorch = TRACES.flatMap((trace) => TABLES.map(([folder, options]) => ({ trace, folder, options })));
  const inference = TABLES.map(([folder, options]) => ({
    trace: 'xdit_sd_3.5',
    folder,
    options: { ...options, ...INFERENCE },
  }));
  const cases = [...pytorch, ...inference].filter(({ trace, folder }) => hasSharedFile(`traces/${trace}/${folder}`));

  it.skipIf(!HAS_SHARED_TRACES || !HAS_PYTHON).each(cases)(
    '$trace/$folder has the rows of the reference and no others',
    ({ trace, folder, options }) => {
      const model = buildModel(readSharedTrace(`traces/${trace}/trace.json.gz`), TRACELENS);
      const reference = sharedPath(`traces/${trace}/${folder}`);
      const sheets = readdirSync(reference)
        .map((file) => file.replace(/\.csv$/, ''))
        .filter((sheet) => options.layout !== 'inference' || INFERENCE_SHEETS.test(sheet));
      const out = mkdtempSync(path.join(tmpdir(), 'reference-'));
      try {
        const tables = referenceTables(model, options);
        for (const table of tables) writeFileSync(path.join(out, `${table.schema.id}.csv`), referenceCsv(table));
        if (options.layout !== 'inference') for (const { schema } of tables) expect(sheets).toContain(schema.id);
        const { status, stdout, stderr } = spawnSync(
          'python3',
          [sharedPath('tools/compare_tables.py'), out, reference, ...sheets],
          { encoding: 'utf8' },
        );
        expect(`${stdout}${stderr}`).toContain('gpu_timeline');
        expect({ status, stdout }).toMatchObject({ status: 0 });
      } finally {
        rmSync(out, { recursive: true });
      }
    },
    120_000,
  );
});

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
