import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CORRECTED, type Conventions, TRACELENS } from '../../base/conventions.ts';
import { registeredModel } from '../registry.ts';
import { estimateOf, opCall } from '../test-call.ts';
import { exactPairs, leastPairs, type Mask, mostPairs } from './attention-pairs.ts';

const BF16 = 'c10::BFloat16';
const FLASH = 'aten::_scaled_dot_product_flash_attention';

function verdict(conventions: Conventions, ...call: Parameters<typeof opCall>) {
  return registeredModel(call[0], conventions)?.model?.(opCall(...call), conventions);
}
const estimate = (...call: Parameters<typeof verdict>) => estimateOf(verdict(...call));
const same = (shape: number[]) => [shape, shape, shape];
const types = (dtype: string) => [dtype, dtype, dtype];

describe('query-key pairs', () => {
  /** Counted one by one. */
  function counted(queries: number, keys: number, { causal, alignment, left, right }: Mask): number {
    let pairs = 0;
    for (let i = 0; i < queries; i++) {
      const facing = i + (alignment === 'topLeft' ? 0 : keys - queries);
      for (let j = 0; j < keys; j++) {
        const after = causal ? 0 : (right ?? Number.POSITIVE_INFINITY);
        if (j <= facing + after && j >= facing - (left ?? Number.POSITIVE_INFINITY)) pairs++;
      }
    }
    return pairs;
  }

  it('are those that a mask leaves, counted one by one', () => {
    const bound = fc.option(fc.nat(12), { nil: undefined });
    const alignment = fc.constantFrom('topLeft' as const, 'bottomRight' as const);
    fc.assert(
      fc.property(
        fc.nat(12),
        fc.nat(12),
        fc.boolean(),
        alignment,
        bound,
        bound,
        (queries, keys, causal, aligned, left, right) => {
          const mask = {
            causal,
            alignment: aligned,
            ...(left === undefined ? {} : { left }),
            ...(right === undefined ? {} : { right }),
          };
          expect(exactPairs(queries, keys, mask)).toBe(counted(queries, keys, mask));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('of packed sequences lie between the bounds', () => {
    const mask: Mask = { causal: true, alignment: 'bottomRight' };
    for (const causal of [true, false]) {
      const pairs = (queries: number, keys: number) => exactPairs(queries, keys, { ...mask, causal });
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }), (lengths) => {
          const total = lengths.reduce((sum, length) => sum + length, 0);
          const longest = Math.max(...lengths);
          const packed = {
            queries: total,
            keys: total,
            longestQueries: longest,
            longestKeys: longest,
            count: lengths.length,
          };
          const truth = lengths.reduce((sum, length) => sum + pairs(length, length), 0);
          expect(leastPairs(packed, pairs)).toBeLessThanOrEqual(truth);
          expect(mostPairs(packed, pairs)).toBeGreaterThanOrEqual(truth);
        }),
      );
    }
  });
});

describe('dense attention', () => {
  it('flash attention: parameters; the causal triangle has half a row more than half', () => {
    const call = [FLASH, same([16, 16, 559, 64]), types(BF16), { concrete: { 3: '0.', 4: 'True' } }] as const;
    const tracelens = estimate(TRACELENS, ...call);
    expect(tracelens.params).toEqual({
      B: 16,
      N_Q: 559,
      H_Q: 16,
      N_KV: 559,
      H_KV: 16,
      d_h_qk: 64,
      d_h_v: 64,
      dropout: { float: 0 },
      causal: true,
      flash_impl: true,
      dtype_A_B: [BF16, BF16],
    });
    expect(estimate(CORRECTED, ...call).flops).toBe(16 * 16 * 2 * ((559 * 560) / 2) * 128);
  });

  it('bytes follow the dtype; published 2 an element (W2)', () => {
    const elements = 4 * 8 * 10 * 64;
    for (const [dtype, width] of [
      ['float', 4],
      ['c10::Float8_e4m3fn', 1],
      [BF16, 2],
    ] as const) {
      const call = [FLASH, same([1, 8, 10, 64]), types(dtype)] as const;
      expect(estimate(CORRECTED, ...call)).toMatchObject({ flops: 8 * 2 * 100 * 128, bytes: elements * width });
      expect(estimate(TRACELENS, ...call).bytes).toBe(elements * 2);
    }
  });

  it('a causal query against a long past: published has no estimate (W2)', () => {
    const decode = [
      [1, 1, 8, 64],
      [1, 1000, 2, 64],
      [1, 1000, 2, 64],
    ];
    const call = ['flash_attn::_flash_attn_forward', decode, types(BF16), { concrete: { 5: 'True' } }] as const;
    expect(verdict(TRACELENS, ...call)).toEqual({ whyNot: 'inconsistent-shapes' });
    expect(estimate(CORRECTED, ...call).flops).toBe(8 * 2 * 1000 * 128);
    // aten's mask starts from the top left: one query sees one key.
    const aten = [
      [1, 8, 1, 64],
      [1, 8, 1000, 64],
      [1, 8, 1000, 64],
    ];
    expect(estimate(CORRECTED, FLASH, aten, types(BF16), { concrete: { 4: 'True' } }).flops).toBe(8 * 2 * 128);
  });

  it('sliding windows are counted where they are recorded', () => {
    const call = [
      'flash_attn::_flash_attn_forward',
      same([1, 6, 1, 64]),
      types(BF16),
      { concrete: { 5: 'True', 6: '1', 7: '0' } },
    ] as const;
    expect(estimate(CORRECTED, ...call).flops).toBe(2 * 11 * 128);
    expect(estimate(TRACELENS, ...call).flops).toBe(2 * 18 * 128);
  });

  it('aiter and FlashAttention 3 have the precision of their tensors; published none', () => {
    for (const name of ['aiter::mha_fwd', 'flash_attn_3::fwd']) {
      expect(estimate(CORRECTED, name, same([1, 6, 2, 64]), types(BF16)).precision).toBe('bf16');
      const published = estimate(TRACELENS, name, same([1, 6, 2, 64]), types(BF16));
      expect(published.precision).toBeNull();
      expect(published.params).not.toHaveProperty('dtype_A_B');
    }
  });

  it('layouts put tokens and heads where they are', () => {
    const flops = 3 * 4 * 2 * 25 * 128;
    expect(estimate(CORRECTED, FLASH, same([3, 4, 5, 64]), types(BF16)).flops).toBe(flops);
    expect(estimate(CORRECTED, 'FlashAttnFunc', same([3, 5, 4, 64]), types(BF16)).flops).toBe(flops);
    expect(estimate(CORRECTED, 'EvoformerAttention', same([1, 3, 5, 4, 64]), types(BF16)).flops).toBe(flops);
    const folded = estimate(CORRECTED, 'aten::_efficient_attention_forward', same([3, 5, 4, 64]), types(BF16), {
      concrete: { 9: '1' },
    });
    expect(folded.flops).toBe(3 * 4 * 2 * 15 * 128);
  });

  it('packed sequences: the least, with bounds', () => {
    // 3 sequences of 10 tokens, the longest 6: 36 + 2·(2·2) at least, 36 + 16 at most.
    const dims = [...same([10, 1, 64]), [4], [4]];
    const call = [
      'flash_attn::_flash_attn_varlen_forward',
      dims,
      types(BF16),
      { concrete: { 5: '6', 6: '6', 9: 'False' } },
    ] as const;
    for (const conventions of [CORRECTED, TRACELENS]) {
      const { flops, bytes, interval } = estimate(conventions, ...call);
      expect([flops, bytes]).toEqual([2 * 44 * 128, 4 * 640 * 2]);
      expect(interval?.flops).toEqual([2 * 44 * 128, 2 * 52 * 128]);
    }
  });

  it('refuses tensors that do not fit', () => {
    expect(
      verdict(
        CORRECTED,
        FLASH,
        [
          [1, 2, 3, 4],
          [1, 2, 3, 5],
          [1, 2, 3, 5],
        ],
        types(BF16),
      ),
    ).toEqual({ whyNot: 'inconsistent-shapes' });
    expect(
      verdict(
        CORRECTED,
        FLASH,
        [
          [1, 2, 3, 4],
          [2, 2, 3, 4],
          [2, 2, 3, 4],
        ],
        types(BF16),
      ),
    ).toEqual({ whyNot: 'inconsistent-shapes' });
  });
});

describe('gradients of dense attention', () => {
  it('flash attention of one head dimension costs two and a half times the forward pass', () => {
    const call = opCall(FLASH, same([1, 8, 10, 64]), types(BF16));
    const entry = registeredModel(FLASH, CORRECTED);
    const [forward, backward] = [entry?.model, entry?.backward].map((model) => estimateOf(model?.(call, CORRECTED)));
    expect(backward.flops).toBe(2.5 * forward.flops);
    expect(backward.bytes).toBe((7 / 4) * (forward.bytes ?? Number.NaN));
  });

  it('sums over query heads that share a key head; no recomputed scores without flash', () => {
    const dims = [
      [1, 8, 10, 64],
      [1, 2, 20, 64],
      [1, 2, 20, 32],
    ];
    const call = opCall('aten::_scaled_dot_product_efficient_attention', dims, types(BF16));
    const { flops } = estimateOf(registeredModel(call.name, TRACELENS)?.backward?.(call, TRACELENS));
    expect(flops).toBe(8 * 2 * 200 * (2 * 64 + 2 * 32) + 20 * 96 * 3);
  });

  it('FlashAttention 2 by its schema; published one slot off, causal by default', () => {
    const dims = same([1, 10, 1, 64]).concat(same([1, 10, 1, 64]));
    const call = [
      'flash_attn::_flash_attn_backward',
      dims,
      types('float'),
      { concrete: { 9: '0.', 10: '0.125', 11: 'False' } },
    ] as const;
    expect(estimate(CORRECTED, ...call).flops).toBe(2 * 100 * 5 * 64);
    expect(estimate(TRACELENS, ...call).flops).toBe(2 * 50 * 5 * 64);
    expect(estimate(TRACELENS, ...call).bytes).toBe(7 * 640 * 4);
  });

  it("aiter's gradient comes before Q; published takes it for Q", () => {
    const dims = [
      [1, 10, 4, 64],
      [1, 10, 4, 64],
      [1, 10, 2, 64],
      [1, 10, 2, 64],
    ];
    const call = ['aiter::_flash_attn_backward', dims, new Array(4).fill(BF16)] as const;
    expect(estimate(CORRECTED, ...call).params).toMatchObject({ H_Q: 4, H_KV: 2 });
    expect(verdict(TRACELENS, ...call)).toEqual({ whyNot: 'inconsistent-shapes' });
  });

  it('are monotone in batch, tokens and heads, as the forward pass', () => {
    const extent = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(
        extent,
        extent,
        extent,
        extent,
        fc.constantFrom('True', 'False'),
        (batch, tokens, heads, dim, causal) => {
          const entry = registeredModel(FLASH, CORRECTED);
          for (const model of [entry?.model, entry?.backward]) {
            const of = ([b, n, h, d]: readonly number[]) =>
              estimateOf(
                model?.(opCall(FLASH, same([b, h, n, d]), types(BF16), { concrete: { 4: causal } }), CORRECTED),
              );
            const at = [batch, tokens, heads, dim];
            const base = of(at);
            for (const [index, value] of at.entries()) {
              expect(of(at.with(index, value + 1)).flops).toBeGreaterThan(base.flops);
              expect(of(at.with(index, value + 1)).bytes).toBeGreaterThan(base.bytes ?? Number.NaN);
            }
          }
        },
      ),
    );
  });
});
