import { describe, expect, it } from 'vitest';
import { fileFacts, headline } from './facts.ts';
import { frame, gpu, handMadeModel, operator, runtime } from './hand-made.ts';

const fact = (model: Parameters<typeof fileFacts>[0], label: string) =>
  fileFacts(model).find((each) => each.label === label)?.value;

describe('file facts', () => {
  const header = {
    deviceProperties: [0, 1].map((id) => ({
      id,
      name: 'NVIDIA H100 80GB HBM3',
      totalGlobalMem: 85_018_279_936,
      numSms: 132,
      warpSize: 32,
    })),
    distributedInfo: { backend: 'nccl', rank: 3, world_size: 8, nccl_version: '2.20.5' },
    cuda_runtime_version: 12_040,
    cupti_version: 22,
    with_flops: 1,
    profile_memory: 0,
    baseTimeNanoseconds: 1_751_410_836_000_000_000,
  };
  const model = handMadeModel(
    [
      frame('/usr/lib/vllm/worker.py(1): run', 0, 50),
      operator('aten::mm', 1, 9, { 'Input Dims': [[1]] }),
      runtime('cudaGraphLaunch', 2, 1, 1),
      gpu('a', 5, 10, 1),
      gpu('b', 20, 30, 1),
    ],
    header,
  );

  it('name no share of GPU time where there is none', () => {
    const timeless = handMadeModel([runtime('cudaGraphLaunch', 2, 1, 1), gpu('a', 5, 0, 1), gpu('b', 20, 0, 1)]);
    expect(fact(timeless, 'Graph replay')).toBe('1 launch of 2 GPU events');
  });

  it('tell producer, rank, device, versions and options', () => {
    expect(fact(model, 'Producer')).toBe('vLLM');
    expect(fact(model, 'Recorded')).toBe('2025-07-01 23:00 UTC');
    expect(fact(model, 'Rank')).toBe('rank 3 of 8');
    expect(fact(model, 'Communication')).toBe('nccl 2.20.5');
    expect(fact(model, 'Device')).toBe('NVIDIA H100 80GB HBM3, 79 GB (1 of 2 in use)');
    expect(fact(model, 'Versions')).toBe('CUDA runtime 12.4, CUPTI 22, trace schema 1');
    expect(fact(model, 'Other options')).toBe('FLOPs');
    expect(fact(model, 'Graph replay')).toBe('1 launch of 2 GPU events, 100.0\u202f% of GPU time');
    expect(headline(model)).toEqual([
      'vLLM',
      'graph replay',
      'rank 3 of 8',
      'NVIDIA H100 80GB HBM3',
      '50.0\u202fµs',
      'shapes on, stacks on',
    ]);
  });

  it('read the versions of HIP, and name a nameless device by what is known', () => {
    const amd = handMadeModel([gpu('a', 0, 1, 0)], {
      hip_runtime_version: 60_443_483,
      deviceProperties: [{ id: 0, name: '', totalGlobalMem: 206_141_652_992, numSms: 304, warpSize: 64 }],
    });
    expect(fact(amd, 'Versions')).toContain('HIP 6.4.43483');
    expect(fact(amd, 'Device')).toBe('unnamed AMD GPU with 304 CUs, 192 GB');
  });

  it('leave out what the file does not tell', () => {
    const bare = handMadeModel([operator('f', 0, 1)]);
    expect(fileFacts(bare).map(({ label }) => label)).toEqual([
      'Producer',
      'Span',
      'Versions',
      'Shapes',
      'Python stacks',
    ]);
  });
});

describe('producer', () => {
  it.each([
    [
      'SGLang',
      [
        frame('/sgl/python/sglang/srt/managers/scheduler.py(3): run', 0, 9),
        frame('vllm/envs.py(1): x', 1, 1),
        frame('/a/sglang/srt/b.py(1): y', 3, 1),
      ],
    ],
    ['SGLang', [operator('sgl_kernel::rmsnorm', 0, 1)]],
    ['vLLM', [operator('vllm::unified_attention', 0, 1)]],
    ['ATOM', [frame('/app/atom/model_engine/runner.py(1): run', 0, 1)]],
    ['xDiT', [frame('xfuser/core/x.py(1): run', 0, 1)]],
    ['PyTorch, Transformers', [frame('transformers/models/bert.py(1): forward', 0, 1), operator('aten::mm', 0, 1)]],
    ['PyTorch', [operator('aten::mm', 0, 1)]],
  ])('is %s', (name, events) => {
    expect(fact(handMadeModel(events), 'Producer')).toBe(name);
  });

  it('is known by the ranges of its steps alone', () => {
    const annotation = (name: string) => [{ ph: 'X', cat: 'user_annotation', name, pid: 1, tid: 1, ts: 0, dur: 1 }];
    expect(fact(handMadeModel(annotation('step[DECODE bs=32 toks=32]')), 'Producer')).toBe('SGLang');
    expect(fact(handMadeModel(annotation('execute_context_1(5)_generation_0(0)')), 'Producer')).toBe('vLLM');
    expect(fact(handMadeModel(annotation('decode[bs=32/32 tok=32 d=32]')), 'Producer')).toBe('ATOM');
    expect(fact(handMadeModel(annotation('execute_diffusion_1_256x256')), 'Producer')).toBe('xDiT');
  });
});
