import { elements, integerAt, whyNoShape } from '../arguments.ts';
import { bytes, derive, flops } from '../derivation.ts';
import type { PerfModel, RegisteredModel } from '../perf-model.ts';
import { broadcast } from './elementwise.ts';
import { tensorAt, touched, vectorOn } from './tensors.ts';

/** `at::Reduction`: a loss an element. */
const NONE = 0;

/** `mse_loss(input, target, reduction)`: difference, square and, where the loss is one number, sum. */
const mseLoss: PerfModel = (call, conventions) => {
  const input = tensorAt(call, 0, conventions);
  const target = tensorAt(call, 1, conventions);
  if (input === null || target === null) return { whyNot: whyNoShape(call) };
  const shape = broadcast(input.shape, target.shape);
  if (shape === null) return { whyNot: 'inconsistent-shapes' };
  const count = elements(shape);
  const isWhole = integerAt(call, 2) !== NONE;
  return derive({ input }, () => ({
    terms: {
      flops: [flops(isWhole ? 'difference, square, sum' : 'difference, square', isWhole ? 3 : 2, ['n', count])],
      bytes: [
        touched('input read', 'n₁', input),
        touched('target read', 'n₂', target),
        bytes('loss written', ['n_out', isWhole ? 1 : count], ['b', input.width]),
      ],
    },
    ...vectorOn(input.dtype, conventions),
    params: { op_shape: shape, dtype: input.dtype },
  }));
};

/** `mse_loss_backward(grad, input, target, reduction)`: difference and the products with the gradient and its factor. */
const mseLossBackward: PerfModel = (call, conventions) => {
  const [gradient, input, target] = [0, 1, 2].map((index) => tensorAt(call, index, conventions));
  if (gradient === null || input === null || target === null) return { whyNot: whyNoShape(call) };
  const shape = broadcast(input.shape, target.shape);
  if (shape === null) return { whyNot: 'inconsistent-shapes' };
  const count = elements(shape);
  return derive({ input }, () => ({
    terms: {
      flops: [flops('difference and two products', 3, ['n', count])],
      bytes: [
        touched('gradient read', 'n_g', gradient),
        touched('input read', 'n₁', input),
        touched('target read', 'n₂', target),
        bytes('input gradient written', ['n', count], ['b', input.width]),
      ],
    },
    ...vectorOn(input.dtype, conventions),
    params: { op_shape: shape, dtype: input.dtype },
  }));
};

/** Losses that the published tool leaves without a model. */
export const LOSSES: Readonly<Record<string, RegisteredModel>> = {
  'aten::mse_loss': { category: 'elementwise', model: mseLoss },
  'aten::mse_loss_backward': { category: 'elementwise', model: mseLossBackward },
};
