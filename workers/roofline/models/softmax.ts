import { flagAt, whyNoShape } from '../arguments.ts';
import { bytes, derive, flops } from '../derivation.ts';
import type { PerfModel, RegisteredModel } from '../perf-model.ts';
import { named, tensorAt, touched, vectorOn } from './tensors.ts';

/** `(input, dim, half_to_float)`: greatest, difference, exponential, sum and quotient (or logarithm), an element each. */
const softmax: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions);
  if (x === null) return { whyNot: whyNoShape(call) };
  const width = flagAt(call, 2) === true ? 4 : x.width;
  return derive({ x }, () => ({
    terms: {
      flops: [flops('greatest, difference, exponential, sum, quotient', 5, ['n', x.count])],
      bytes: [touched('input read', 'n', x), bytes('output written', ['n', x.count], ['b_out', width])],
    },
    ...vectorOn(x.dtype, conventions),
    params: { op_shape: x.shape, dtype: x.dtype },
  }));
};

/** `(grad, output, dim, dtype)`: product, sum, difference and product, an element each. */
const softmaxBackward: PerfModel = (call, conventions) => {
  const gradient = tensorAt(call, 0, conventions);
  const output = tensorAt(call, 1, conventions);
  if (gradient === null || output === null) return { whyNot: whyNoShape(call) };
  return derive({ gradient }, () => ({
    terms: {
      flops: [flops('product, sum, difference, product', 4, ['n', gradient.count])],
      bytes: [
        touched('gradient read', 'n', gradient),
        touched('output read', 'n', output),
        touched('input gradient written', 'n', gradient),
      ],
    },
    ...vectorOn(gradient.dtype, conventions),
    params: { op_shape: gradient.shape, dtype: gradient.dtype },
  }));
};

/** Softmax, which the published tool leaves without a model. */
export const SOFTMAX: Readonly<Record<string, RegisteredModel>> = {
  ...named(['aten::_log_softmax', 'aten::_safe_softmax', 'aten::_softmax'], { category: 'reduce', model: softmax }),
  ...named(['aten::_log_softmax_backward_data', 'aten::_softmax_backward_data'], {
    category: 'reduce',
    model: softmaxBackward,
  }),
};
