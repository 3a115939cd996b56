import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CORRECTED, type Conventions, TRACELENS } from '../../base/conventions.ts';
import type { StepRequests, StepSums } from '../../base/step-sums.ts';
import type { CallContext } from '../op-call.ts';
import { registeredModel } from '../registry.ts';
import { estimateOf, opCall, type Request, stepOf } from '../test-call.ts';

const BF16 = 'c10::BFloat16';
const FP8 = 'c10::Float8_e4m3fn';
const UNIFIED = 'vllm::unified_attention_with_output';

function verdict(conventions: Conventions, call: ReturnType<typeof opCall>) {
  return registeredModel(call.name, conventions)?.model?.(call, conventions);
}

/** FLOPs and bytes. */
function work(conventions: Conventions, call: ReturnType<typeof opCall>): [number, number | null] {
  const { flops, bytes } = estimateOf(verdict(conventions, call));
  return [flops, bytes];
}

/** Σq, Σk, Σq² and Σqk of the requests on one side. */
type SideSums = readonly [sq: number, sk: number, sqsq: number, sqsk: number];
const NO_REQUESTS: SideSums = [0, 0, 0, 0];

/** A step by its sums, of so many requests on each side. */
function step(
  [contextRequests, context]: [number, SideSums],
  [generationRequests, generating]: [number, SideSums],
): StepRequests {
  const [cSq, cSk, cSqSq, cSqSk] = context;
  const [gSq, gSk, gSqSq, gSqSk] = generating;
  return {
    contextRequests,
    generationRequests,
    requests: contextRequests + generationRequests,
    contextTokens: cSq,
    generationTokens: gSq,
    tokens: cSq + gSq,
    sums: { cSq, cSk, cSqSq, cSqSk, gSq, gSk, gSqSq, gSqSk },
    sumsBySide: true,
  };
}

/** A step of generation alone. */
const generation = (sq: number, sk: number, sqsk: number, sqsq = sq) =>
  step([0, NO_REQUESTS], [sq, [sq, sk, sqsq, sqsk]]);

/** The mixed step that several examples are of. */
const MIXED = step([1, [824, 824, 678_976, 678_976]], [62, [62, 93_055, 62, 93_055]]);

/** Heads of gpt-oss: 64 of queries, 8 of keys, 64 wide. */
function unified(around: Partial<CallContext>, rows = 32, cache = BF16) {
  const dims = [
    [rows, 64, 64],
    [rows, 8, 64],
    [rows, 8, 64],
    [rows, 64, 64],
  ];
  return opCall(UNIFIED, dims, [BF16, cache, cache, BF16], { around });
}

describe('examples of section 11', () => {
  it('H1: decode of gpt-oss, as the published table has it', () => {
    const call = unified({ step: generation(32, 55_086, 55_086) });
    expect(work(TRACELENS, call)).toEqual([902_529_024, 113_340_416]);
    expect(work(CORRECTED, call)).toEqual([902_529_024, 113_340_416]);
    expect(estimateOf(verdict(TRACELENS, call)).params).toEqual({
      B: 1,
      N_Q: 32,
      H_Q: 64,
      H_V: 8,
      H_K: 8,
      N_KV: 32,
      H_KV: 8,
      d_h_qk: 64,
      d_h_v: 64,
      dropout: { float: 0 },
      causal: false,
      flash_impl: true,
      c_sq: 0,
      c_sk: 0,
      c_sqsq: 0,
      c_sqsk: 0,
      g_sq: 32,
      g_sk: 55_086,
      g_sqsq: 32,
      g_sqsk: 55_086,
      dtype_Q: BF16,
      dtype_KV: BF16,
    });
  });

  it('H2: a mixed step; the diagonal of the prompts is whole', () => {
    const mixed = step([9, [8155, 8430, 7_475_785, 7_671_310]], [37, [37, 34_489, 37, 34_489]]);
    const call = unified({ step: mixed }, 8192);
    expect(work(TRACELENS, call)).toEqual([65_010_180_096, 222_115_840]);
    expect(work(CORRECTED, call)).toEqual([65_010_180_096 + 64 * 128 * 8155, 222_115_840]);
  });

  it('H3: prefill of SGLang through aiter', () => {
    const prompts = step([15, [15_360, 15_360, 15_728_640, 15_728_640]], [0, NO_REQUESTS]);
    const dims = [
      [15_360, 32, 128],
      [15_360, 8, 128],
      [15_360, 8, 128],
    ];
    const call = opCall('aiter::mha_batch_prefill', dims, [BF16, BF16, BF16], { around: { step: prompts } });
    expect(work(TRACELENS, call)).toEqual([128_849_018_880, 314_572_800]);
    expect(work(CORRECTED, call)).toEqual([128_849_018_880 + 32 * 256 * 15_360, 314_572_800]);
  });

  it('H4: the cache is as wide as what fills it', () => {
    const around = { step: MIXED };
    const diagonal = 64 * 128 * 824;
    expect(work(TRACELENS, unified(around, 886))).toEqual([7_086_784_512, 206_780_416]);
    expect(work(TRACELENS, unified(around, 886, FP8))).toEqual([7_086_784_512, 111_555_584]);
    expect(work(CORRECTED, unified(around, 886))).toEqual([7_086_784_512 + diagonal, 206_780_416]);
    const filled = unified({ ...around, cacheDtype: 'unsigned char' }, 886);
    expect(work(CORRECTED, filled)).toEqual([7_086_784_512 + diagonal, 111_555_584]);
    expect(work(TRACELENS, filled)).toEqual([7_086_784_512, 206_780_416]);
  });

  it('H5: speculative tokens see one another causally', () => {
    const call = unified({ step: generation(128, 65_536, 262_144, 512) }, 128);
    expect(work(TRACELENS, call)).toEqual([4_294_967_296, 136_314_880]);
    expect(work(CORRECTED, call)).toEqual([4_294_967_296 - 64 * 128 * (512 - 128), 136_314_880]);
  });

  it('H6: a window in the arguments; every key of a paged operator lies in the cache', () => {
    const call = (window: string) =>
      opCall(
        'aiter::pa_decode_gluon',
        [
          [32, 64, 64],
          [32, 64, 64],
          [4096, 8, 4, 16, 16],
          [4096, 8, 64, 16],
        ],
        [BF16, BF16, FP8, FP8],
        { concrete: { 19: window }, around: { step: generation(32, 65_536, 65_536) } },
      );
    expect(work(TRACELENS, call('128'))).toEqual([67_108_864, 4_751_360]);
    expect(work(TRACELENS, call('-1'))).toEqual([1_073_741_824, 67_665_920]);
    // 32 tokens of 8 heads of 64 keys and values, 1 byte less each.
    expect(work(CORRECTED, call('128'))).toEqual([67_108_864, 4_751_360 - 32 * 8 * 128]);
    expect(work(CORRECTED, call('-1'))).toEqual([1_073_741_824, 67_665_920 - 32 * 8 * 128]);
    expect(estimateOf(verdict(CORRECTED, call('-1'))).interval).toBeUndefined();
    expect(estimateOf(verdict(CORRECTED, call('-1'))).mayBeWindowed).toBeUndefined();
    expect(estimateOf(verdict(CORRECTED, call('128'))).interval).toBeDefined();
  });

  it('H7: paged attention of SGLang; an fp8 cache is half as wide', () => {
    const call = (cache: string) =>
      opCall(
        'sglang_profiler::attention_paged_attention_ragged',
        [[32, 32, 128], [1024], [32, 32, 128], [4096, 1, 8, 128], [4096, 1, 8, 128]],
        [BF16, 'unsigned char', BF16, cache, cache],
        { around: { step: generation(32, 65_536, 65_536) } },
      );
    for (const cache of [BF16, FP8]) expect(work(TRACELENS, call(cache))).toEqual([1_073_741_824, 268_959_744]);
    expect(work(CORRECTED, call(BF16))).toEqual([1_073_741_824, 268_959_744]);
    expect(work(CORRECTED, call(FP8))).toEqual([1_073_741_824, 268_959_744 - 65_536 * 8 * 256]);
    const { params } = estimateOf(verdict(TRACELENS, call(BF16)));
    expect(params.N_KV).toBe(65_536);
    expect(params).not.toHaveProperty('dtype_KV');
    expect(registeredModel('sglang_profiler::attention_paged_attention_ragged_100', CORRECTED)?.serves).toBe(
      'generation',
    );
    expect(registeredModel('sglang_profiler::attention_paged_attention_ragged_100', TRACELENS)).toBeUndefined();
  });

  it('H8: a latent is read once, and its values are narrower than its keys', () => {
    const dims = [
      [32, 16, 576],
      [4096, 1, 576],
    ];
    const call = opCall('pseudo_mla_decode_fwd', dims, [BF16, BF16], {
      around: { step: generation(32, 65_536, 65_536) },
    });
    expect(work(TRACELENS, call)).toEqual([2_415_919_104, 152_174_592]);
    const queriesAndOutput = 32 * 16 * (576 + 512) * 2;
    expect(work(CORRECTED, call)).toEqual([2_281_701_376, queriesAndOutput + 65_536 * 576 * 2]);
  });

  it('H9: decode of DeepSeek-V4, whose keys are values too', () => {
    const call = (mode: string) =>
      opCall(`pseudo_v4_paged_decode_${mode}`, [], [], {
        args: { v4_H_Q: 32, v4_d_h: 512 },
        around: { step: generation(32, 65_536, 65_536) },
      });
    expect(work(TRACELENS, call('swa'))).toEqual([268_435_456, 10_485_760]);
    expect(work(TRACELENS, call('csa'))).toEqual([1_342_177_280, 44_040_192]);
    expect(work(TRACELENS, call('hca'))).toEqual([301_989_888, 11_534_336]);
    const once = (keys: number) => 32 * 32 * 1024 * 2 + 32 * keys * 512 * 2;
    expect(work(CORRECTED, call('swa'))).toEqual([268_435_456, once(128)]);
    expect(work(CORRECTED, call('csa'))).toEqual([1_342_177_280, once(640)]);
    expect(work(CORRECTED, call('hca'))).toEqual([301_989_888, once(144)]);
  });

  it('H10: sparse prefill by lists of keys needs no step', () => {
    const dims = [[100, 16, 512], [9000, 512], [5000], [101], [9000, 512], [3000]];
    const call = opCall('aiter::pa_sparse_prefill_opus_fwd', dims, [BF16, BF16, 'int', 'int', BF16, 'int']);
    for (const conventions of [TRACELENS, CORRECTED])
      expect(work(conventions, call)).toEqual([262_144_000, 11_468_800]);
  });

  it('H11: prefill of latents leaves generation to others', () => {
    const dims = [
      [886, 16, 192],
      [886, 16, 192],
      [886, 16, 128],
    ];
    const call = opCall('pseudo_mla_prefill_fwd', dims, [FP8, FP8, FP8], { around: { step: MIXED } });
    expect(work(TRACELENS, call)).toEqual([4_429_240_320, 485_196_800]);
    const [flops] = work(CORRECTED, call);
    expect(flops - 16 * 320 * 824).toBe(4_429_240_320 - 952_883_200);
  });

  it('H12: no numbers without sums, without a label, and for queries of two dimensions', () => {
    const native = { ...step([1, [839, 0, 0, 0]], [63, [63, 0, 0, 0]]), sums: null };
    const flat = opCall(
      UNIFIED,
      [
        [886, 4096],
        [886, 512],
        [886, 512],
      ],
      [BF16, BF16, BF16],
      {
        around: { step: MIXED },
      },
    );
    for (const conventions of [TRACELENS, CORRECTED]) {
      expect(verdict(conventions, unified({}))).toEqual({ whyNot: 'needs-step' });
      expect(verdict(conventions, flat)).toEqual({ whyNot: 'inconsistent-shapes' });
    }
    expect(verdict(CORRECTED, unified({ step: native }))).toMatchObject({ whyNot: 'needs-context' });
  });
});

/** Pairs and keys of requests, counted one by one. */
function counted(requests: readonly Request[], window = Number.POSITIVE_INFINITY) {
  let pairs = 0;
  let keysRead = 0;
  for (const [queries, keys] of requests) {
    const seen = new Set<number>();
    for (let query = keys - queries; query < keys; query++) {
      for (let key = 0; key <= query; key++) {
        if (query - key >= window) continue;
        pairs++;
        seen.add(key);
      }
    }
    keysRead += seen.size;
  }
  return { pairs, keysRead };
}

const request: fc.Arbitrary<Request> = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.nat({ max: 30 }))
  .map(([queries, past]) => [queries, queries + past]);
const requests = fc.array(request, { maxLength: 6 });
/** One head of one element each, of one byte: 4 FLOPs a pair, 2 bytes a query and 2 a key. */
const ONE = opCall(
  UNIFIED,
  [
    [1, 1, 1],
    [1, 1, 1],
    [1, 1, 1],
  ],
  ['unsigned char', 'unsigned char', 'unsigned char'],
);
const oneOf = (around: Partial<CallContext>) => ({ ...ONE, context: { ...ONE.context, ...around } });

describe('attention over a cache', () => {
  it('counts the pairs that causal masking keeps, of prompts and of generation', () => {
    fc.assert(
      fc.property(requests, requests, (context, generating) => {
        const all = [...context, ...generating];
        fc.pre(all.length > 0);
        const { pairs, keysRead } = counted(all);
        const queries = all.reduce((sum, [q]) => sum + q, 0);
        const call = oneOf({ step: stepOf({ context, generation: generating }) });
        expect(work(CORRECTED, call)).toEqual([4 * pairs, 2 * queries + 2 * keysRead]);
      }),
    );
  });

  it('gives each operator of a mixed step its own requests', () => {
    fc.assert(
      fc.property(requests, requests, (context, generating) => {
        fc.pre(context.length > 0 && generating.length > 0);
        const around = { step: stepOf({ context, generation: generating }), generationElsewhere: true };
        const named = (name: string, around: Partial<CallContext>) => ({ ...oneOf(around), name });
        const prompts = work(CORRECTED, named('aiter::mha_varlen_fwd', around));
        const alone = work(CORRECTED, named('aiter::mha_varlen_fwd', { step: around.step }));
        expect(prompts[0]).toBe(4 * counted(context).pairs);
        expect(alone[0]).toBe(4 * counted([...context, ...generating]).pairs);
        const pages = { ...oneOf(around), name: 'aiter::pa_fwd_asm' };
        expect(work(CORRECTED, pages)[0]).toBe(4 * counted(generating).pairs);
        expect(work(TRACELENS, named('aiter::mha_varlen_fwd', around))[0]).toBe(
          4 * counted([...context, ...generating]).pairs +
            2 * (generating.reduce((sum, [q]) => sum + q * q - q, 0) - context.reduce((sum, [q]) => sum + q, 0)),
        );
      }),
    );
  });

  it('bounds a window', () => {
    fc.assert(
      fc.property(requests, fc.integer({ min: 1, max: 50 }), (generating, window) => {
        fc.pre(generating.length > 0);
        const truth = counted(generating, window);
        const queries = generating.reduce((sum, [q]) => sum + q, 0);
        const { flops, bytes, interval } = estimateOf(
          verdict(CORRECTED, oneOf({ step: stepOf({ generation: generating }), window })),
        );
        const bounds = interval ?? { flops: [flops, flops], bytes: [bytes ?? 0, bytes ?? 0] };
        const truthBytes = 2 * queries + 2 * truth.keysRead;
        expect(bounds.flops[0]).toBeLessThanOrEqual(4 * truth.pairs * (1 + 1e-12));
        expect(bounds.flops[1]).toBeGreaterThanOrEqual(4 * truth.pairs);
        expect(bounds.bytes[0]).toBeLessThanOrEqual(truthBytes);
        expect(bounds.bytes[1]).toBeGreaterThanOrEqual(truthBytes);
        if (window >= 42) expect([flops, bytes]).toEqual([4 * truth.pairs, truthBytes]);
      }),
    );
  });

  it('is exact with a window that every context is longer than, one token each', () => {
    const generating: Request[] = [
      [1, 300],
      [1, 500],
    ];
    const call = oneOf({ step: stepOf({ generation: generating }), window: 128 });
    expect(work(CORRECTED, call)).toEqual([4 * 256, 2 * 2 + 2 * 256]);
  });

  it('without sums tells what is certain', () => {
    fc.assert(
      fc.property(requests, requests, (context, generating) => {
        const all = [...context, ...generating];
        fc.pre(all.length > 0);
        const step = { ...stepOf({ context, generation: generating }), sums: null };
        const found = verdict(CORRECTED, oneOf({ step }));
        if (found === undefined || 'estimate' in found) throw new Error('an estimate from tokens alone');
        expect(found.whyNot).toBe('needs-context');
        const truth = counted(all);
        const { flops = 0, bytes = 0, params } = found.atLeast ?? {};
        expect(flops).toBeGreaterThan(0);
        expect(flops).toBeLessThanOrEqual(4 * truth.pairs);
        expect(bytes).toBeLessThanOrEqual(2 * all.reduce((sum, [q]) => sum + q, 0) + 2 * truth.keysRead);
        expect(params?.g_sk).toBeNull();
      }),
    );
  });

  it('at least is what fresh prompts of equal length do', () => {
    const context: Request[] = [
      [7, 7],
      [7, 7],
    ];
    const found = verdict(CORRECTED, oneOf({ step: { ...stepOf({ context }), sums: null } }));
    expect(found).toMatchObject({ atLeast: { flops: 4 * 2 * 28, bytes: 2 * 14 + 2 * 14 } });
  });

  it('says so where a step has nothing for it, or one label covers both sides', () => {
    const prompts = stepOf({ context: [[4, 9]] });
    const call = (step: StepRequests) => ({ ...oneOf({ step }), name: 'aiter::pa_fwd_asm' });
    expect(verdict(CORRECTED, call(prompts))).toEqual({ whyNot: 'no-requests' });
    expect(verdict(CORRECTED, oneOf({ step: stepOf({}) }))).toEqual({ whyNot: 'no-requests' });
    expect(verdict(TRACELENS, oneOf({ step: stepOf({}) }))).toEqual({ whyNot: 'no-requests' });
    // ATOM's `decode[bs=128 tok=384 p=2 d=126 sqsq=132612 sqsk=1114112 sk=258048]`.
    const atom = { ...generation(384, 258_048, 1_114_112, 132_612), requests: 128, sumsBySide: false };
    expect(verdict(CORRECTED, call(atom))).toEqual({ whyNot: 'needs-context' });
    expect(work(CORRECTED, oneOf({ step: atom }))[0]).toBe(2 * (2 * 1_114_112 - 132_612 + 384));
    const noSplit = { ...MIXED, contextTokens: null, generationTokens: null, tokens: null, sums: null };
    expect(verdict(CORRECTED, oneOf({ step: noSplit }))).toEqual({ whyNot: 'needs-context' });
  });

  it('refuses sums that no requests have', () => {
    const sums: StepSums = { cSq: 0, cSk: 0, cSqSq: 0, cSqSk: 0, gSq: 8, gSk: 4, gSqSq: 8, gSqSk: 4 };
    const broken = { ...stepOf({ generation: [[8, 8]] }), sums };
    expect(verdict(CORRECTED, oneOf({ step: broken }))).toEqual({ whyNot: 'needs-context' });
  });
});

describe('operators over latents and chosen keys', () => {
  const around = {
    step: stepOf({
      generation: [
        [1, 5000],
        [1, 1000],
      ],
    }),
  };
  const decode = (name: string, dims: readonly (readonly number[])[], concrete = {}) =>
    work(
      CORRECTED,
      opCall(
        name,
        dims.map((shape) => [...shape]),
        dims.map(() => BF16),
        { concrete, around },
      ),
    );
  /** 2 queries of 16 heads against 6000 latents of 576, of which 512 are values. */
  const LATENTS = [2 * 16 * (576 + 512) * 6000, 2 * 16 * (576 + 512) * 2 + 6000 * 576 * 2];

  it('agree on one latent attention however its parts are passed', () => {
    const pages = [400, 16, 576];
    const nope = [2, 16, 512];
    const rope = [2, 16, 64];
    expect(decode('aiter::mla_decode_stage1_asm_fwd', [[2, 16, 576], [400, 16, 1, 576], [3], [2, 16, 512]])).toEqual(
      LATENTS,
    );
    expect(decode('sgl_kernel::cutlass_mla_decode', [nope, nope, rope, pages])).toEqual(LATENTS);
    expect(decode('_C::sm100_cutlass_mla_decode', [nope, [2, 16], nope, rope, pages])).toEqual(LATENTS);
    expect(decode('_flashmla_C::fwd_kvcache_mla', [[2, 1, 16, 576], [400, 16, 1, 576], [], [2]], { 2: '512' })).toEqual(
      LATENTS,
    );
    const fa3 = [rope, [400, 16, 1, 64], [400, 16, 1, 512], [], [], nope];
    expect(decode('sgl_kernel::fwd', fa3)).toEqual(LATENTS);
  });

  it('count the keys that are chosen for each query alone', () => {
    const dims = [
      [2, 16, 576],
      [6000, 1, 576],
      [2, 1, 2048],
    ];
    const call = opCall('sglang_profiler::tilelang_kernel_tilelang_sparse_fwd', dims, [BF16, BF16, 'int'], { around });
    const { flops, interval } = estimateOf(verdict(CORRECTED, call));
    expect(flops).toBe(2 * 16 * (576 + 512) * 2 * 2048);
    // 2048 of 5000 keys and all of 1000.
    const truth = 2 * 16 * (576 + 512) * (2048 + 1000);
    expect(interval?.flops[0]).toBeLessThanOrEqual(truth);
    expect(interval?.flops[1]).toBeGreaterThanOrEqual(truth);
    expect(work(TRACELENS, call)[0]).toBe(2 * 16 * (576 + 512) * 6000);
  });

  it('of FlashAttention read the window, and where K is no cache the sequences', () => {
    const table = [[2, 8, 64], [400, 16, 2, 64], [400, 16, 2, 64], [], [3], [], [2], [], [2, 32]];
    const concrete = { 10: '1', 11: '5000', 15: 'True', 16: '127', 17: '0' };
    const paged = opCall('_vllm_fa2_C::varlen_fwd', table, [BF16, BF16, BF16], { concrete, around });
    expect(work(CORRECTED, paged)).toEqual([2 * 8 * 128 * 256, 2 * 8 * 128 * 2 + 256 * 2 * 128 * 2]);
    const packed = [[6, 8, 64], [6, 8, 64], [6, 8, 64], [], [2], [2]];
    const prompt = { 10: '6', 11: '6', 15: 'True', 16: '-1', 17: '-1' };
    const dense = opCall('_vllm_fa2_C::varlen_fwd', packed, [BF16, BF16, BF16], { concrete: prompt });
    expect(work(CORRECTED, dense)[0]).toBe(2 * 8 * 128 * 21);
  });

  it('of FlashInfer are known by the form of their names', () => {
    const name = 'flashinfer::batch_decode_with_kv_cache_dtype_q_bf16_dtype_kv_e4m3_head_dim_qk_128_use_swa_False_run';
    const dims = [[1], [1], [16], [2, 8, 128], [400, 16, 2, 128], [400, 16, 2, 128]];
    const call = opCall(name, dims, ['unsigned char', 'unsigned char', 'long int', BF16, FP8, FP8], { around });
    expect(work(CORRECTED, call)).toEqual([2 * 8 * 256 * 6000, 2 * 8 * 256 * 2 + 6000 * 2 * 256]);
    expect(registeredModel(name, TRACELENS)).toBeUndefined();
    expect(registeredModel(name.replace('_run', '_plan'), CORRECTED)).toBeUndefined();
  });
});
