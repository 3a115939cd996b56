import { whyNoShape } from '../arguments.ts';
import { bytes, derive, flops } from '../derivation.ts';
import type { PerfModel, RegisteredModel } from '../perf-model.ts';
import { lastExtent, tensorAt, touched, vectorOn } from './tensors.ts';

/** Fused cross-entropy of logits (B,…,V): 5·B·V FLOPs; logits and int64 labels read, a float32 loss written (E.12). */
const crossEntropy: PerfModel = (call, conventions) => {
  const logits = tensorAt(call, 0, conventions);
  if (logits === null) return { whyNot: whyNoShape(call) };
  if (logits.shape.length < 2) return { whyNot: 'inconsistent-shapes' };
  const B = logits.shape[0];
  const V = lastExtent(logits.shape);
  return derive({ logits }, () => ({
    terms: {
      flops: [flops('softmax and logarithm', 5, ['B', B], ['V', V])],
      bytes: [
        touched('logits read', 'n', logits),
        bytes('labels read', 8, ['B', B]),
        bytes('loss written', 4, ['B', B]),
      ],
    },
    ...vectorOn(logits.dtype, conventions),
    params: { B, V },
  }));
};

/** Cross-entropy. */
export const CROSS_ENTROPY: Readonly<Record<string, RegisteredModel>> = {
  CrossEntropyFunction: { category: 'CrossEntropy_fwd', sheet: 'CrossEntropy', model: crossEntropy },
  CrossEntropyFunctionBackward: { category: 'CrossEntropy_bwd' },
};
