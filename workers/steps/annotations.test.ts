import { describe, expect, it } from 'vitest';
import { looksLikeStep, readAnnotation } from './annotations.ts';
import type { StepLabel } from './steps.ts';

type Told = Partial<StepLabel>;

/** Worked examples of the splitting specification (12.1) and the inference specification (2.4), under the corrected rules. */
const CASES: readonly (readonly [name: string, told: Told])[] = [
  [
    'execute_context_2(14721)_generation_0(0)',
    {
      framework: 'vllm',
      phase: 'prefill',
      detailed: false,
      tokens: 14_721,
      contextRequests: 2,
      contextTokens: 14_721,
      generationRequests: 0,
      sums: null,
    },
  ],
  [
    'execute_context_0(0)_generation_32(128)',
    { phase: 'decode', tokens: 128, contextRequests: 0, generationRequests: 32, generationTokens: 128, requests: 32 },
  ],
  [
    'execute_context_2(6144)_generation_3(3)',
    {
      phase: 'mixed',
      tokens: 6147,
      contextRequests: 2,
      contextTokens: 6144,
      generationRequests: 3,
      generationTokens: 3,
    },
  ],
  ['execute_context_0(0)_generation_0(0)', { phase: 'idle', requests: 0, tokens: 0 }],
  [
    'execute_context_1(839)_generation_63(63)_extra',
    { framework: 'vllm', phase: 'mixed', contextRequests: 1, generationRequests: 63, tokens: 902 },
  ],
  [
    'execute_context_1(888_788544)_generation_0(0)',
    {
      framework: 'vllm',
      phase: 'prefill',
      detailed: false,
      tokens: 888,
      contextRequests: 1,
      generationRequests: 0,
      sums: null,
    },
  ],
  [
    'execute_6147_context_2(sq6144sk7144sqsq20971520sqsk23019520)_generation_3(sq3sk6144sqsq3sqsk6144)',
    {
      framework: 'vllm',
      phase: 'mixed',
      detailed: true,
      tokens: 6147,
      requests: 5,
      contextRequests: 2,
      contextTokens: 6144,
      generationRequests: 3,
      generationTokens: 3,
      sums: { cSq: 6144, cSk: 7144, cSqSq: 20_971_520, cSqSk: 23_019_520, gSq: 3, gSk: 6144, gSqSq: 3, gSqSk: 6144 },
      sumsBySide: true,
    },
  ],
  [
    'execute_7_context_3(sq128sk256sqsq1sqsk1)_generation_2(sq1sk300sqsq1sqsk1)',
    { tokens: 129, requests: 5, contextRequests: 3, contextTokens: 128, generationRequests: 2, generationTokens: 1 },
  ],
  [
    'execute_886_context_1(sq824sk824sqsq678976sqsk678976)_generation_62(sq62sk93055sqsq62sqsk93055)',
    { phase: 'mixed', contextRequests: 1, generationRequests: 62, tokens: 886 },
  ],
  [
    'step[EXTEND bs=2 toks=14721]',
    {
      framework: 'sglang',
      phase: 'prefill',
      mode: 'EXTEND',
      role: null,
      tokens: 14_721,
      contextRequests: 2,
      contextTokens: 14_721,
      generationRequests: 0,
    },
  ],
  [
    'step[DECODE bs=64]',
    { phase: 'decode', tokens: 64, contextRequests: 0, generationRequests: 64, generationTokens: 64 },
  ],
  ['step[decode bs=1]', { phase: 'decode', mode: 'DECODE', tokens: 1, generationRequests: 1 }],
  ['step[DECODE bs=4 foo=1]', { phase: 'decode', tokens: 4, generationRequests: 4 }],
  ['step[EXTEND bs=2 toks=100 foo=1]', { phase: 'prefill', tokens: 100, contextRequests: 2 }],
  // Speculative decoding generates, whatever its labels' sums stand under.
  ['step[DRAFT bs=8]', { phase: 'decode', role: 'draft', contextRequests: 0, generationRequests: 8 }],
  ['step[VERIFY bs=8]', { phase: 'decode', role: 'verify', contextRequests: 0, generationRequests: 8 }],
  ['step[TARGET_VERIFY bs=8]', { phase: 'decode', role: 'verify', contextRequests: 0, generationRequests: 8 }],
  ['step[TARGET_VERIFY bs=4 toks=16]', { phase: 'decode', role: 'verify', generationRequests: 4, tokens: 16 }],
  ['step[draft_extend bs=4]', { phase: 'decode', mode: 'DRAFT_EXTEND', role: 'draft', generationRequests: 4 }],
  [
    'step[DRAFT bs=8 c_sq=56 c_sqsq=392 c_sqsk=5370764 c_sk=767252]',
    {
      phase: 'decode',
      role: 'draft',
      detailed: true,
      contextRequests: 0,
      contextTokens: 0,
      generationRequests: 8,
      generationTokens: 56,
      tokens: 56,
      sums: { cSq: 0, cSk: 0, cSqSq: 0, cSqSk: 0, gSq: 56, gSk: 767_252, gSqSq: 392, gSqSk: 5_370_764 },
    },
  ],
  // How MIXED splits is not told.
  [
    'step[MIXED bs=2]',
    { phase: 'mixed', requests: 2, contextRequests: null, generationRequests: null, contextTokens: null, tokens: null },
  ],
  ['step[MIXED bs=5 toks=600]', { phase: 'mixed', requests: 5, contextRequests: null, tokens: 600 }],
  [
    'step[DECODE bs=64 g_sq=128 g_sqsq=256 g_sqsk=262144 g_sk=131072]',
    { phase: 'decode', detailed: true, tokens: 128, generationRequests: 64, generationTokens: 128 },
  ],
  [
    'step[MIXED bs=2 c=1 g=1 c_sq=5 c_sk=8 c_sqsq=25 c_sqsk=40 g_sq=1 g_sk=12 g_sqsq=1 g_sqsk=12]',
    {
      phase: 'mixed',
      tokens: 6,
      contextRequests: 1,
      contextTokens: 5,
      generationRequests: 1,
      generationTokens: 1,
      sums: { cSq: 5, cSk: 8, cSqSq: 25, cSqSk: 40, gSq: 1, gSk: 12, gSqSq: 1, gSqSk: 12 },
    },
  ],
  [
    'step[MIXED bs=1 c=1 g=0 c_sq=3 c_sk=3 c_sqsq=9 c_sqsk=9 g_sq=0 g_sk=0 g_sqsq=0 g_sqsk=0]',
    { phase: 'prefill', tokens: 3, contextRequests: 1, contextTokens: 3, generationRequests: 0, generationTokens: 0 },
  ],
  ['step[IDLE bs=0]', { phase: 'idle', requests: 0, contextRequests: 0, generationRequests: 0, tokens: 0 }],
  ['step[SPLIT_PREFILL bs=3 toks=900]', { phase: 'prefill', contextRequests: 3, contextTokens: 900 }],
  ['step[WARMUP bs=3]', { phase: 'step', requests: 3, contextRequests: null, generationRequests: null }],
  [
    'prefill[bs=2 tok=14721 ctx=[7803, 6918]]',
    {
      framework: 'atom',
      phase: 'prefill',
      detailed: false,
      tokens: 14_721,
      contextRequests: 2,
      contextTokens: 14_721,
      generationRequests: 0,
      sums: null,
    },
  ],
  [
    'prefill[bs=2 tok=14721 ctx=[7803, 6918] sqsq=108745533 sqsk=108745533 sk=14721]',
    {
      detailed: true,
      contextRequests: 2,
      sums: { cSq: 14_721, cSk: 14_721, cSqSq: 108_745_533, cSqSk: 108_745_533, gSq: 0, gSk: 0, gSqSq: 0, gSqSk: 0 },
    },
  ],
  [
    'prefill[bs=6 tok=17408 ctx=[4096, 4096, 4096]...+3]',
    { contextRequests: 6, contextTokens: 17_408, tokens: 17_408 },
  ],
  [
    'prefill[bs=6 tok=17408 ctx=[4096, 4096, 4096]...+3 sqsq=59768832 sqsk=59768832 sk=17408 tbo=1]',
    { detailed: true, contextRequests: 6, tokens: 17_408 },
  ],
  [
    'decode[bs=117/128 tok=117 d=117]',
    { framework: 'atom', phase: 'decode', tokens: 117, requests: 117, generationRequests: 117, generationTokens: 117 },
  ],
  [
    'decode[bs=32 tok=128 d=32 spec=3]',
    { phase: 'decode', tokens: 128, generationRequests: 32, generationTokens: 128 },
  ],
  [
    'decode[bs=32 tok=128 d=32 spec=3 sqsq=512 sqsk=262144 sk=65536]',
    { detailed: true, phase: 'decode', sumsBySide: true, generationRequests: 32 },
  ],
  [
    'decode[bs=128 tok=384 p=2 d=126 sqsq=132612 sqsk=1114112 sk=258048 tbo=1]',
    {
      phase: 'mixed',
      detailed: true,
      tokens: 384,
      requests: 128,
      contextRequests: 2,
      generationRequests: 126,
      contextTokens: null,
      generationTokens: null,
      sumsBySide: false,
    },
  ],
  ['decode[bs=0 tok=0 d=0]', { phase: 'idle', requests: 0 }],
  [
    'execute_diffusion_1_1024x1024',
    { framework: 'xdit', phase: 'step', resolution: '1024x1024', requests: null, contextRequests: null, tokens: null },
  ],
  ['ProfilerStep#42', { framework: 'profiler', phase: 'step', requests: null }],
  ['capture_256_mixed_prefill', { framework: 'capture', tokens: 256, mode: 'mixed_prefill', role: null }],
  ['capture_8_target_verify_FULL', { framework: 'capture', tokens: 8, role: 'verify', mode: 'FULL' }],
  ['capture_8_draft_piecewise', { framework: 'capture', tokens: 8, role: 'draft', mode: 'PIECEWISE' }],
];

describe('readAnnotation', () => {
  it.each(CASES)('%s', (name, told) => {
    expect(readAnnotation(name)).toMatchObject(told);
  });

  it.each([
    'aten::matmul',
    '',
    ' execute_context_1(839)_generation_63(63)',
    'step[]',
    'step[DECODE]',
    'step[DECODE bs=x]',
    'decode[tok=3]',
    'execute_context_1_generation_2',
    'execute_diffusion_1',
  ])('tells nothing of “%s”', (name) => {
    expect(readAnnotation(name)).toBeNull();
  });

  it('knows the shape of a step where it cannot read the rest', () => {
    const shaped = ['step[DECODE]', 'decode[tok=3]', 'execute_context_1_generation_2', 'execute_new_3_cached_4'];
    expect(shaped.map(looksLikeStep)).toEqual(shaped.map(() => true));
    expect(['aten::mm', 'my_step[3]', 'prefill', 'nccl:all_reduce', ''].map(looksLikeStep)).toEqual(
      Array(5).fill(false),
    );
  });

  it('takes time that grows with the name only', () => {
    const long = `decode[${'a='.repeat(100_000)}`;
    const start = performance.now();
    expect(readAnnotation(long)).toBeNull();
    expect(readAnnotation(`step[DECODE ${'x=1 '.repeat(50_000)}`)).toBeNull();
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
