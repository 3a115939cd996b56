import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CORRECTED, type Conventions, TRACELENS } from '../../base/conventions.ts';
import { registeredModel } from '../registry.ts';
import { estimateOf, opCall } from '../test-call.ts';

const BF16 = 'c10::BFloat16';
const TYPES = [BF16, BF16, BF16];

function estimate(conventions: Conventions, ...call: Parameters<typeof opCall>) {
  return estimateOf(registeredModel(call[0], conventions)?.model?.(opCall(...call), conventions));
}

/** Printed arguments of a convolution from index `first` on. */
function geometry(first: number, [stride, padding, dilation, transposed, outputPadding, groups]: readonly string[]) {
  return {
    concrete: {
      [first]: stride,
      [first + 1]: padding,
      [first + 2]: dilation,
      [first + 3]: transposed,
      [first + 4]: outputPadding,
      [first + 5]: groups,
    },
  };
}

describe('convolution', () => {
  const patches = [
    [[4, 3, 224, 224], [768, 3, 16, 16], [768], [], [], [], [], [], []],
    TYPES,
    geometry(3, ['[16, 16]', '[0, 0]', '[1, 1]', 'False', '[0, 0]', '1']),
  ] as const;

  it('patches of a vision transformer: parameters, the bias where it is recorded', () => {
    const tracelens = estimate(TRACELENS, 'aten::convolution', ...patches);
    expect(tracelens.params).toMatchObject({ convNd: 'conv2d', bias: false, stride: [16, 16], groups: 1 });
    const corrected = estimate(CORRECTED, 'aten::convolution', ...patches);
    expect([corrected.flops, corrected.bytes]).toEqual([924_844_032 + 602_112, 3_588_096 + 768 * 2]);
  });

  it('gradients that the mask leaves out', () => {
    const x = [10, 64, 56, 56];
    const call = ['aten::convolution_backward', [x, x, [64, 64, 3, 3], [], [], [], [], [], [], [], []], TYPES] as const;
    const printed = geometry(4, ['[1, 1]', '[1, 1]', '[1, 1]', 'False', '[0, 0]', '1']).concrete;
    // The first layer needs no gradient of its input.
    const first = { concrete: { ...printed, 10: '[False, True, False]' } };
    const { flops, bytes } = estimate(CORRECTED, ...call, first);
    expect([flops, bytes]).toEqual([4_624_220_160 / 2, 16_203_776 / 2]);
    expect(estimate(TRACELENS, ...call, first).flops).toBe(4_624_220_160);
    const bias = { concrete: { ...printed, 10: '[False, False, True]' } };
    expect(estimate(CORRECTED, ...call, bias).bytes).toBe((2_007_040 + 64) * 2);
  });

  it('the gradients of a forward call are those of its backward call', () => {
    const forward = registeredModel('aten::convolution', CORRECTED);
    const call = opCall(
      'aten::convolution',
      [
        [10, 64, 56, 56],
        [64, 64, 3, 3],
      ],
      TYPES,
      geometry(3, ['[1]', '[1]', '[1]', 'False', '[0]', '1']),
    );
    expect(estimateOf(forward?.backward?.(call, CORRECTED)).flops).toBe(4_624_220_160);
    expect(forward?.backwardCategory).toBe('CONV_bwd');
  });

  it('transposed: groups multiply the output channels; published forgets them', () => {
    // x(1,4,5), w(4,3,3), 2 groups: out has 6 channels and (5−1)·2−2+2+1+1 = 10 positions.
    const call = [
      'aten::convolution',
      [[1, 4, 5], [4, 3, 3], [], [], [], [], [], [], []],
      TYPES,
      geometry(3, ['[2]', '[1]', '[1]', 'True', '[1]', '2']),
    ] as const;
    const flops = 2 * 20 * 9;
    expect(estimate(CORRECTED, ...call)).toMatchObject({ flops, bytes: (20 + 36 + 60) * 2 });
    expect(estimate(TRACELENS, ...call)).toMatchObject({ flops, bytes: (20 + 36 + 30) * 2 });
  });

  it('grouped, dilated and one-dimensional, against a count of products', () => {
    // 6 channels in 3 groups of 2, field 1 + 2·2 of 9 positions padded by 1: 11 − 5 = 6 steps of 1, 7 positions.
    const { flops } = estimate(
      CORRECTED,
      'aten::convolution',
      [
        [2, 6, 9],
        [9, 2, 3],
      ],
      TYPES,
      geometry(3, ['[1]', '[1]', '[2]', 'False', '[0]', '3']),
    );
    expect(flops).toBe(2 * (2 * 9 * 7) * (2 * 3));
  });

  it("libraries' own entries, and apex's", () => {
    const cudnn = estimate(
      CORRECTED,
      'aten::cudnn_convolution',
      [
        [2, 6, 9],
        [9, 2, 3],
      ],
      TYPES,
      { concrete: { 2: '[1]', 3: '[1]', 4: '[2]', 5: '3' } },
    );
    expect(cudnn.flops).toBe(2 * (2 * 9 * 7) * (2 * 3));
    const apex = [
      'ConvBiasReLU_',
      [
        [1, 4, 8, 8],
        [4, 4, 3, 3],
        [1, 4, 1, 1],
      ],
      TYPES,
    ] as const;
    const flops = 2 * (4 * 16) * 36 + 4 * 16;
    expect(estimate(CORRECTED, ...apex, { concrete: { 3: '1', 4: '2' } }).flops).toBe(flops);
    expect(estimate(TRACELENS, ...apex, { concrete: { 3: '2', 4: '1' } }).flops).toBe(flops);
  });

  it('says why not', () => {
    const of = (dims: number[][], types = TYPES) =>
      registeredModel('aten::convolution', CORRECTED)?.model?.(opCall('aten::convolution', dims, types), CORRECTED);
    expect(
      of([
        [1, 3, 8, 8],
        [4, 2, 3, 3],
      ]),
    ).toEqual({ whyNot: 'inconsistent-shapes' });
    expect(
      of([
        [1, 2, 2, 2],
        [4, 2, 4, 4],
      ]),
    ).toEqual({ whyNot: 'inconsistent-shapes' });
    expect(
      of(
        [
          [1, 3, 8, 8],
          [4, 3, 3, 3],
        ],
        [BF16, 'float'],
      ),
    ).toEqual({ whyNot: 'unknown-dtype' });
  });

  it('is monotone in batch, channels and extent; bytes follow the dtype, FLOPs do not', () => {
    const size = fc.integer({ min: 1, max: 32 });
    fc.assert(
      fc.property(
        size,
        size,
        size,
        size,
        fc.constantFrom('True', 'False'),
        (batch, input, output, extent, transposed) => {
          const of = (dtype: string, [n, i, o, e]: readonly number[]) =>
            estimate(
              CORRECTED,
              'aten::convolution',
              [[n, i, e + 3], transposed === 'True' ? [i, o, 3] : [o, i, 3], [o]],
              [dtype, dtype, dtype],
              geometry(3, ['[2]', '[1]', '[1]', transposed, '[0]', '1']),
            );
          const at = [batch, input, output, extent];
          const base = of(BF16, at);
          for (const [index, value] of at.entries()) {
            const larger = of(BF16, at.with(index, value + 1));
            expect(larger.flops).toBeGreaterThanOrEqual(base.flops);
            expect(larger.bytes).toBeGreaterThanOrEqual(base.bytes ?? Number.NaN);
          }
          expect(of('float', at)).toMatchObject({ flops: base.flops, bytes: 2 * (base.bytes ?? Number.NaN) });
        },
      ),
    );
  });
});
