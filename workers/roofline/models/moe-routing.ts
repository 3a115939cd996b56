import { integerAt, whyNoShape } from '../arguments.ts';
import { bytes, type DraftTerm, derive, flops } from '../derivation.ts';
import { precisionOf } from '../dtypes.ts';
import type { PerfModel, RegisteredModel } from '../perf-model.ts';
import { NO_ENGINE, type Tensor, tensorAt, tensorsOf, touched } from './tensors.ts';

/** Top-k, sort and gather around expert layers: an operation an element of the largest tensor, every tensor touched once (E.12). */
const routing: PerfModel = (call, conventions) => {
  const tensors = tensorsOf(call, conventions);
  const largest = tensors.reduce((most, { count }) => Math.max(most, count), 0);
  return derive(tensors.length === 0 ? whyNoShape(call) : tensors, (all) => ({
    terms: {
      flops: [flops('largest tensor', ['elements', largest])],
      bytes: all.map((tensor, index) => touched(`tensor ${index}`, 'elements', tensor)),
    },
    engine: 'vector',
    precision: precisionOf(all[0].dtype, conventions),
    params: { op_shape: all[0].shape, nelems: largest, dtype: all[0].dtype },
  }));
};

/** `aiter::topk_softplus`: scores (M,E) with a bias of E in 4 bytes, weights and ids (M,k) written in 4 bytes each (E.12). */
const topkSoftplus: PerfModel = (call, conventions) => {
  const matrices = tensorsOf(call, conventions).filter(({ shape }) => shape.length === 2);
  const scores = extreme(matrices, (a, b) => a > b);
  const chosen = extreme(matrices, (a, b) => a < b);
  if (scores === undefined || chosen === undefined) return { whyNot: whyNoShape(call) };
  const [m, e] = scores.shape;
  const k = chosen.shape[1];
  return derive(scores, ({ dtype, width }) => ({
    terms: {
      flops: [flops('scores and selection', 6, ['M', m], ['E', e])],
      bytes: [
        bytes('scores read', ['M', m], ['E', e], ['b', width]),
        bytes('bias read', 4, ['E', e]),
        bytes('weights and ids written', 8, ['M', m], ['k', k]),
      ],
    },
    engine: 'vector',
    precision: precisionOf(dtype, conventions),
    params: { num_tokens: m, num_experts: e, topk: k, dtype },
  }));
};

/** Bytes of the chosen experts as bits, 32 to a word. */
const chosenBits = (tokens: number, experts: number): DraftTerm =>
  bytes('experts as bits', ['M', tokens], ['words', Math.ceil(experts / 32)], 4);

/** `TopK(scores(M,E), k, …)` of triton's kernels: an element compared once at least; k scores and int16 ids a token, and bits, written. */
const tritonTopk: PerfModel = (call, conventions) => {
  const scores = tensorAt(call, 0, conventions, 2);
  const k = integerAt(call, 1);
  if (scores === null) return { whyNot: whyNoShape(call) };
  const [tokens, experts] = scores.shape;
  if (k === undefined || k < 0 || k > experts) return { whyNot: 'inconsistent-shapes' };
  return derive({ scores }, () => ({
    terms: {
      flops: [flops('compared', ['M', tokens], ['E', experts])],
      bytes: [
        touched('scores read', 'M·E', scores),
        bytes('scores written', ['M', tokens], ['k', k], ['b', scores.width]),
        bytes('ids written', ['M', tokens], ['k', k], 2),
        chosenBits(tokens, experts),
      ],
    },
    engine: 'vector',
    precision: precisionOf(scores.dtype, conventions),
    params: { num_tokens: tokens, num_experts: experts, topk: k, dtype: scores.dtype },
  }));
};

/** `SortTokens(scores(M,k), ids(M,k), E, …)` of triton's kernels: bits counted by expert; scores and both int32 orders of the rows written. */
const tritonSort: PerfModel = (call, conventions) => {
  const scores = tensorAt(call, 0, conventions, 2);
  const ids = tensorAt(call, 1, conventions, 2);
  const experts = integerAt(call, 2);
  if (scores === null || ids === null) return { whyNot: whyNoShape(call) };
  if (experts === undefined || experts < 0) return { whyNot: 'inconsistent-shapes' };
  const [tokens, topk] = scores.shape;
  return derive({ scores }, () => ({
    terms: {
      flops: [],
      bytes: [
        touched('scores read', 'M·k', scores),
        touched('ids read', 'M·k', ids),
        chosenBits(tokens, experts),
        touched('scores written', 'M·k', scores),
        bytes('orders written', 2, ['M·k', scores.count], 4),
        bytes('rows an expert written', ['E', experts], 4),
      ],
    },
    ...NO_ENGINE,
    params: { num_tokens: tokens, num_experts: experts, topk, dtype: scores.dtype },
  }));
};

/** The first matrix whose last extent none beats. */
function extreme(matrices: readonly Tensor[], beats: (a: number, b: number) => boolean): Tensor | undefined {
  return matrices.reduce<Tensor | undefined>(
    (best, matrix) => (best === undefined || beats(matrix.shape[1], best.shape[1]) ? matrix : best),
    undefined,
  );
}

const CATEGORY: RegisteredModel = { category: 'MoE_aux' };
const routed: RegisteredModel = { category: 'MoE_aux', sheet: 'MoE_aux', model: routing };

/** Names of the published tool. */
export const MOE_ROUTING: Readonly<Record<string, RegisteredModel>> = {
  'aiter::biased_grouped_topk_hip': routed,
  'aiter::moe_sorting_fwd': routed,
  'aiter::mxfp4_moe_sort_hip': routed,
  'aiter::topk_softplus': { ...routed, model: topkSoftplus },
  'sglang_profiler::fused_moe_triton_kernels_fused_append_shared_experts': routed,
  '_moe_C::moe_align_block_size': CATEGORY,
  'aiter::fused_moe_->_fused_dynamic_mxfp4_quant_moe_sort_kernel (Synthetic Op)': CATEGORY,
  'aiter::grouped_topk': CATEGORY,
  'aiter::moe_align_block_size': CATEGORY,
  'aiter::moe_fused_gate': CATEGORY,
  'aiter::moe_sorting_opus_fwd': CATEGORY,
  'aiter::moe_sum': CATEGORY,
  'aiter::topk_sigmoid': CATEGORY,
  'aiter::topk_softmax': CATEGORY,
  'aiter::topk_softmax_asm': CATEGORY,
};

/** Names beyond it. */
export const MORE_MOE_ROUTING: Readonly<Record<string, RegisteredModel>> = {
  '_moe_C::moe_align_block_size': routed,
  '_moe_C::moe_sum': routed,
  '_moe_C::topk_softmax': routed,
  '_moe_C::grouped_topk': routed,
  'aiter::grouped_topk': routed,
  'aiter::moe_align_block_size': routed,
  'aiter::moe_fused_gate': routed,
  'aiter::moe_sorting_opus_fwd': routed,
  'aiter::moe_sum': routed,
  'aiter::topk_sigmoid': routed,
  'aiter::topk_softmax': routed,
  'aiter::topk_softmax_asm': routed,
  'sgl_kernel::moe_align_block_size': routed,
  'sgl_kernel::moe_fused_gate': routed,
  'sgl_kernel::topk_softmax': routed,
  'sgl_kernel::moe_sum_reduce': routed,
  TopK: { category: 'other', model: tritonTopk },
  SortTokens: { category: 'other', model: tritonSort },
};
