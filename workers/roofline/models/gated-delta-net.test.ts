import { describe, expect, it } from 'vitest';
import { CORRECTED, type Conventions, TRACELENS } from '../../base/conventions.ts';
import { registeredModel } from '../registry.ts';
import { estimateOf, opCall, type Request, stepOf } from '../test-call.ts';

const BF16 = 'c10::BFloat16';
const GDN = 'vllm::gdn_attention_core';
const LINEAR = 'aiter::linear_attention_with_output_base';

/** Qwen3-Next: 16 heads of keys and 32 of values, all 128 wide; rows are padded to 16. */
function net(name: string, step = stepOf({ context: [[10, 10]], generation: [[1, 50]] }), keyHeads = 16) {
  const dims = [
    [16, (2 * keyHeads + 32) * 128],
    [16, 32],
    [16, 32],
    [16, 32, 128],
  ];
  return opCall(name, dims, [BF16, BF16, BF16, BF16], { around: { step } });
}
const verdict = (conventions: Conventions, call: ReturnType<typeof opCall>) =>
  registeredModel(call.name, conventions)?.model?.(call, conventions);

describe('gated delta nets', () => {
  it('as published: 7 FLOPs an element of the state, 2 bytes an element of the activations (I 10.3)', () => {
    const { flops, bytes } = estimateOf(verdict(TRACELENS, net(GDN)));
    expect([flops, bytes]).toEqual([11 * 32 * 7 * 128 * 128, 11 * 32 * (128 + 2 * 128 + 2) * 2]);
  });

  it('read and write a state a request, in the dtype of the activations or fp32', () => {
    const { flops, bytes, interval } = estimateOf(verdict(CORRECTED, net(GDN)));
    const activations = 11 * (2 * 16 * 128 + 2 * 32 + 2 * 32 * 128) * 2;
    const states = 2 * 2 * 32 * 128 * 128;
    expect(flops).toBe(11 * 32 * 7 * 128 * 128);
    expect(bytes).toBe(activations + states * 2);
    expect(interval).toEqual({ flops: [flops, flops], bytes: [activations + states * 2, activations + states * 4] });
  });

  it('have keys as wide as values', () => {
    const { params } = estimateOf(verdict(CORRECTED, net(GDN, undefined, 8)));
    expect(params).toMatchObject({ H_K: 8, d_k: 128 });
    expect(estimateOf(verdict(TRACELENS, net(GDN, undefined, 8))).params).toMatchObject({ H_K: 16, d_k: 64 });
  });

  it('need the tokens of the step alone, and are dropped without sums as published', () => {
    const tokens = { ...stepOf({ generation: [[3, 9] satisfies Request] }), sums: null };
    expect(estimateOf(verdict(CORRECTED, net(GDN, tokens))).flops).toBe(3 * 32 * 7 * 128 * 128);
    const without = { ...net(GDN), context: { kernels: [], args: {} } };
    expect(verdict(CORRECTED, without)).toEqual({ whyNot: 'needs-step' });
    expect(verdict(TRACELENS, without)).toEqual({ whyNot: 'no-requests' });
  });

  it('of aiter never have a label as published', () => {
    expect(verdict(TRACELENS, net(LINEAR))).toEqual({ whyNot: 'no-requests' });
    expect(estimateOf(verdict(CORRECTED, net(LINEAR))).flops).toBe(11 * 32 * 7 * 128 * 128);
  });
});
