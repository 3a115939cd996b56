import { describe, expect, it } from 'vitest';
import { hasSharedFile, readSharedTrace, SHARED_NOTE } from '../../fixtures/shared-traces.ts';
import { CORRECTED } from '../base/conventions.ts';
import type { JsonValue } from '../base/json.ts';
import { PRESETS } from '../roofline/presets.ts';
import { buildModel } from '../trace/build-model.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { type CallDetails, callDetails } from './call-details.ts';
import { cellsOf, frame, gpu, handMadeModel, operator, runtime } from './hand-made.ts';
import { type Basis, FIRST_BASIS, type TableId } from './report-types.ts';
import { buildTable } from './tables.ts';

/** The details of the row whose cells are these. */
function detailsOf(
  id: TableId,
  model: TraceModel,
  basis: Basis,
  cells: Readonly<Record<string, JsonValue>>,
): CallDetails {
  const row = cellsOf(buildTable(id, model, basis)).findIndex((row) =>
    Object.entries(cells).every(([column, value]) => row[column] === value),
  );
  const details = callDetails(id, model, basis, row);
  if (details === null) throw new Error(`no details of ${JSON.stringify(cells)}`);
  return details;
}

function onPreset(name: string): Basis {
  const hardware = PRESETS.find((preset) => preset.name === name);
  if (!hardware) throw new Error(`no preset ${name}`);
  return { ...FIRST_BASIS, hardware };
}
const H100 = onPreset('H100 SXM 80 GB');

const DIMS = (...dims: number[][]) => ({
  'Input Dims': [...dims, []],
  'Input type': [...dims.map(() => 'c10::BFloat16'), 'Scalar'],
  'Input Strides': [...dims.map(([, columns]) => [columns, 1]), []],
  'Concrete Inputs': [...dims.map(() => ''), '1'],
});
const launched = (grid: number) => ({ args: { grid: [grid, 1, 1], block: [128, 1, 1] } });

describe('details of a row', () => {
  const model = handMadeModel([
    frame('serve.py(3): step', 0, 1000),
    frame('nn.Module: Model_0', 10, 900),
    operator('aten::mm', 20, 50, { ...DIMS([64, 32], [32, 16]), 'External id': 7, Extra: 'as it is' }),
    runtime('cudaLaunchKernel', 30, 2, 1),
    runtime('cudaLaunchKernel', 35, 2, 2),
    operator('aten::mm', 120, 50, DIMS([64, 32], [32, 16])),
    runtime('cudaLaunchKernel', 130, 2, 3),
    operator('aten::mm', 220, 50, DIMS([8, 8], [8, 8])),
    runtime('cudaLaunchKernel', 230, 2, 4),
    gpu('early', 5, 3, 0),
    gpu('gemm', 300, 10, 1, launched(8)),
    gpu('reduce', 310, 2, 2, launched(4)),
    gpu('gemm', 400, 20, 3, launched(8)),
    gpu('gemm', 500, 5, 4, launched(4)),
  ]);

  it('tell arguments, place, kernels by launch configuration, and the calls', () => {
    const details = detailsOf('operators', model, H100, { name: 'aten::mm' });
    expect(details).toMatchObject({
      name: 'aten::mm',
      category: 'gemm',
      example: 'The costliest of 2 kinds of calls, with 86.5\u202f% of the time: aten::mm (64,32) (32,16) bf16',
      whyNot: null,
      callStack: ['serve.py(3): step', 'nn.Module: Model_0'],
      modulePath: ['Model_0'],
      arguments: [
        { position: 0, shape: '(64,32)', type: 'c10::BFloat16', strides: '(32,1)', value: '' },
        { position: 1, shape: '(32,16)', type: 'c10::BFloat16', strides: '(16,1)', value: '' },
        { position: 2, shape: '', type: 'Scalar', strides: '', value: '1' },
      ],
    });
    expect(
      details.kernels.map(({ name, count, kernelNs, meanNs, stream, launch }) => [
        name,
        count,
        kernelNs,
        meanNs,
        stream,
        launch[0].value,
      ]),
    ).toEqual([
      ['gemm', 2, 30_000, 15_000, 7, '(8,1,1), 8 blocks'],
      ['gemm', 1, 5000, 5000, 7, '(4,1,1), 4 blocks'],
      ['reduce', 1, 2000, 2000, 7, '(4,1,1), 4 blocks'],
    ]);
    expect([...details.calls.startNs]).toEqual([300_000, 400_000, 500_000]);
    expect([...details.calls.kernelNs]).toEqual([12_000, 20_000, 5000]);
    expect(Array.from(details.calls.event, (event) => model.columns.ts[event])).toEqual([20_000, 120_000, 220_000]);
  });

  it('hold other recorded arguments but no ids', () => {
    const details = detailsOf(
      'operatorShapes',
      model,
      { ...H100, scope: { window: [0, 350_000] } },
      { name: 'aten::mm' },
    );
    expect(details.example).toBeNull();
    expect(details.otherArguments).toEqual([{ label: 'Extra', value: 'as it is' }]);
  });

  it('say why there is no estimate', () => {
    const details = detailsOf('operatorShapes', model, H100, { name: 'early ← (no recorded launch)' });
    expect(details).toMatchObject({ estimate: null, roof: null, estimated: null, callStack: [], arguments: [] });
    expect(details.whyNot?.text).toContain('launch was not recorded');
    expect([...details.calls.event]).toEqual([model.gpuEvents[0]]);
  });

  it('of a module are those of it and what is below', () => {
    expect(detailsOf('modules', model, H100, { module: 'Model_0' }).calls.event.length).toBe(3);
  });

  it('of a kernel count its own time', () => {
    const reduce = detailsOf('operatorKernels', model, H100, { name: 'reduce' });
    expect([...reduce.calls.kernelNs]).toEqual([2000]);
    expect(reduce.estimated).toBeNull();
  });

  it('are not there for other tables, and for what the conventions leave out', () => {
    expect(callDetails('kernels', model, H100, 0)).toBeNull();
    expect(callDetails('operators', model, H100, 99)).toBeNull();
    const dropping = { ...model, conventions: { ...CORRECTED, unifiedWork: 'linkedComputation' as const } };
    const table = cellsOf(buildTable('operators', dropping, H100));
    const row = table.findIndex(({ name }) => name === '(left out by these conventions)');
    expect(row).toBeGreaterThanOrEqual(0);
    expect(callDetails('operators', dropping, H100, row)).toBeNull();
  });
});

describe('calls above the roof', () => {
  const product = (name: string, kernel: string, type: string, size: number, dur: number, header = {}) =>
    handMadeModel(
      [
        operator(name, 0, 50, {
          'Input Dims': [
            [size, size],
            [size, size],
          ],
          'Input type': [type, type],
        }),
        runtime('cudaLaunchKernel', 5, 2, 1),
        gpu(kernel, 100, dur, 1),
      ],
      header,
    );
  const suspicions = (model: TraceModel, basis: Basis) =>
    detailsOf('operators', model, basis, { name: 'aten::mm' }).suspicions;

  it('are suspicious, the likeliest cause first', () => {
    // 2·4096³ FLOPs take 139 µs at 989.4 TFLOP/s.
    const h200 = { deviceProperties: [{ id: 0, name: 'NVIDIA H200', totalGlobalMem: 150e9, numSms: 132 }] };
    const causes = suspicions(product('aten::mm', 'gemm', 'c10::BFloat16', 4096, 100, h200), H100);
    expect(causes[0]).toBe('The roofs are those of H100 SXM 80 GB, but the trace names its device NVIDIA H200.');
    expect(causes.at(-1)).toContain('The model may count more');
    expect(suspicions(product('aten::mm', 'gemm', 'c10::BFloat16', 4096, 200, h200), H100)).toEqual([]);
  });

  it('may be sparse, cached, or above figures that were only measured', () => {
    const h100 = {
      deviceProperties: [{ id: 0, name: 'NVIDIA H100 80GB HBM3', totalGlobalMem: 85018279936, numSms: 132 }],
    };
    expect(suspicions(product('aten::mm', 'sparse_gemm', 'c10::BFloat16', 4096, 100, h100), H100)[0]).toContain('2:4');
    // 3·64²·2 B take 0.0073 µs at 3350 GB/s.
    expect(suspicions(product('aten::mm', 'gemm', 'c10::BFloat16', 64, 0.005, h100), H100)[0]).toContain('L2');
    const achievable = { ...H100, roof: 'achievable' as const };
    expect(suspicions(product('aten::mm', 'gemm', 'c10::BFloat16', 4096, 150, h100), achievable)[0]).toContain(
      'measurements',
    );
  });
});

const BERT = 'traces/h100_bert_small/trace.json.gz';
describe.skipIf(!hasSharedFile(BERT))(`details of a call of h100_bert_small${SHARED_NOTE}`, () => {
  it('are those worked out by hand', () => {
    const model = buildModel(readSharedTrace(BERT), CORRECTED);
    const details = detailsOf('operatorShapes', model, H100, {
      name: 'aten::addmm',
      shapes: '(512) (141,512) (512,512)',
    });
    const bytes = (141 * 512 + 512 * 512 + 141 * 512 + 512) * 2;
    expect(details.estimate).toMatchObject({ flops: 2 * 141 * 512 * 512 + 141 * 512, bytes });
    expect(details.roof?.bound).toBe('memory');
    expect(details.roof?.time).toBeCloseTo(bytes / 3350e3, 12);
    // 17 calls of 98 718 ns in all.
    expect(details.estimated?.calls).toBe(17);
    expect(details.estimated?.meanBusyNs).toBeCloseTo(98_718 / 17, 9);
    expect(details.modulePath.at(-1)).toBe('Linear_0');
    expect(details.suspicions).toEqual([]);
    // 88 registers a thread are 11 units of 256 a warp: 5 warps in a quarter of the SM's 65536, so 20 warps, 5 blocks of 4.
    // 80 blocks over 132 SMs of 5 each.
    expect(details.kernels[0].launch).toEqual([
      { label: 'Grid', value: '(40,2,1), 80 blocks' },
      { label: 'Block', value: '(128,1,1), 128 threads' },
      { label: 'Registers a thread', value: '88' },
      { label: 'Shared memory a block', value: '33\u202f792 B' },
      { label: 'Blocks per SM', value: '0.606' },
      { label: 'Warps per SM', value: '2.42' },
      { label: 'Waves per SM', value: '0.121, of 5 blocks at a time' },
      { label: 'Estimated occupancy', value: '4 %' },
    ]);
  });
});

const VLLM = 'traces/vllm_prefilldecode_piecewise/trace.json.gz';
describe.skipIf(!hasSharedFile(VLLM))(`details of a call of vllm_prefilldecode_piecewise${SHARED_NOTE}`, () => {
  it('are those worked out by hand', () => {
    const model = buildModel(readSharedTrace(VLLM), CORRECTED);
    const basis = onPreset('MI300X');
    const logits = { name: 'vllm::rocm_unquantized_gemm', shapes: '(46,2880) (201088,2880)' };
    const details = detailsOf('operatorShapes', model, basis, logits);
    const bytes = (46 * 2880 + 201088 * 2880 + 46 * 201088) * 2;
    expect(details.estimate).toMatchObject({ flops: 2 * 46 * 201088 * 2880, bytes });
    expect(details.roof?.time).toBeCloseTo(bytes / 5300e3, 9);
    expect([...details.calls.kernelNs]).toEqual([346_637]);
    const [row] = cellsOf(buildTable('operatorShapes', model, basis)).filter(({ shapes }) => shapes === logits.shapes);
    expect(row.roofShare).toBeCloseTo(bytes / 5300e3 / 346.637, 12);
  });
});
