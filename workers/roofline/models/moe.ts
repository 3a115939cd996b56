import type { Conventions } from '../../base/conventions.ts';
import { integerAt, shapeAt, typeAt, whyNoShape } from '../arguments.ts';
import { bytes, derive, type Factor, flops } from '../derivation.ts';
import { precisionOf } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { PerfModel, RegisteredModel } from '../perf-model.ts';
import {
  activationWidth,
  checked,
  down,
  type Experts,
  expertLayers,
  fused,
  type ReadExperts,
  routed,
  up,
  weightWidth,
} from './expert-layers.ts';

/** Where a call of both weights keeps what; `topk` reads the experts a token takes. */
interface FusedSlots {
  readonly tokens: number;
  readonly up: number;
  readonly down: number;
  readonly input: number;
  readonly output: number;
  readonly topk: (call: OpCall) => number | undefined;
  readonly precisionOf: 'input' | 'weight';
}

/** Tokens (T,H), up weights (E,·,H/pack) and down weights (E,H,I/pack) of one call. */
function bothWeights(slots: FusedSlots): ReadExperts {
  return (call, conventions) => {
    const x = shapeAt(call, slots.tokens, 2);
    const w1 = shapeAt(call, slots.up, 3);
    const w2 = shapeAt(call, slots.down, 3);
    const topk = slots.topk(call);
    if (x === null || w1 === null || w2 === null) return whyNoShape(call);
    if (topk === undefined || w1[2] === 0) return 'inconsistent-shapes';
    const [tokens, hidden] = x;
    const packed = Math.floor(hidden / w1[2]);
    const inter = w2[2] * packed;
    const inputDtype = typeAt(call, slots.input);
    const weightDtype = typeAt(call, slots.up);
    return {
      tokens,
      hidden,
      inter,
      experts: w1[0],
      topk,
      gated: w1[1] === 2 * inter,
      inputDtype,
      weightDtype,
      widths: {
        input: activationWidth(inputDtype, conventions),
        weight: weightWidth(weightDtype, packed, conventions),
        output: activationWidth(typeAt(call, slots.output), conventions),
      },
      precision: precisionOf(slots.precisionOf === 'input' ? inputDtype : weightDtype, conventions),
    };
  };
}

/** Second extent of argument `index`, the experts a token takes in `topk_ids(T,k)`. */
const secondExtent = (index: number) => (call: OpCall) => shapeAt(call, index, 2)?.[1];

/** Hidden states, both weights, top-k weights: aiter's fused MoE and what is cut from it. */
const aiterFused = (precision: FusedSlots['precisionOf']) =>
  bothWeights({ tokens: 0, up: 1, down: 2, input: 0, output: 0, topk: secondExtent(3), precisionOf: precision });

/** `aiter::fmoe_*_g1u1(out, input, w1, w2, …, topk)`. */
const aiterG1u1 = bothWeights({
  tokens: 0,
  up: 2,
  down: 3,
  input: 1,
  output: 0,
  topk: (call) => integerAt(call, 8),
  precisionOf: 'input',
});

/** One projection of a call; extents by name. */
interface OneWeight {
  readonly tokens: number;
  readonly topk: number;
  readonly hidden: number;
  readonly inter: number;
  readonly experts: number;
  readonly gated?: boolean;
  readonly packed?: number;
}

function oneWeight(
  call: OpCall,
  conventions: Conventions,
  weight: number,
  output: number,
  extents: OneWeight,
): Experts {
  const { packed = 1, gated = false, ...rest } = extents;
  const inputDtype = typeAt(call, 0);
  const weightDtype = typeAt(call, weight);
  return {
    ...rest,
    gated,
    inputDtype,
    weightDtype,
    widths: {
      input: activationWidth(inputDtype, conventions),
      weight: weightWidth(weightDtype, packed, conventions),
      output: activationWidth(typeAt(call, output), conventions),
    },
    precision: precisionOf(inputDtype, conventions),
  };
}

/** `aiter::moe_cktile2stages_gemm1_ck`: x(T,H), w(E,·,·), y(T,k,I). */
const cktileUp: ReadExperts = (call, conventions) => {
  const x = shapeAt(call, 0, 2);
  const w = shapeAt(call, 1, 3);
  const y = shapeAt(call, 2, 3);
  if (x === null || w === null || y === null) return whyNoShape(call);
  const [tokens, topk, inter] = y;
  const packed = packing(x[1], w[2]);
  return oneWeight(call, conventions, 1, 2, {
    tokens,
    topk,
    hidden: x[1],
    inter,
    experts: w[0],
    gated: w[1] === 2 * inter,
    packed,
  });
};

/** `aiter::moe_cktile2stages_gemm2_ck`: x(T,k,I), w(E,H,·). */
const cktileDown: ReadExperts = (call, conventions) => {
  const x = shapeAt(call, 0, 3);
  const w = shapeAt(call, 1, 3);
  if (x === null || w === null) return whyNoShape(call);
  const [tokens, topk, inter] = x;
  return oneWeight(call, conventions, 1, 2, {
    tokens,
    topk,
    hidden: w[1],
    inter,
    experts: w[0],
    packed: packing(inter, w[2]),
  });
};

/** `aiter::ck_moe_stage1(x, w1, w2, …, out)`: out(T,k,·) at 6. */
const ckStage1: ReadExperts = (call, conventions) => {
  const x = shapeAt(call, 0);
  const w1 = shapeAt(call, 1, 3);
  const w2 = shapeAt(call, 2, 3);
  const topk = shapeAt(call, 6)?.[1];
  if (x === null || w1 === null || w2 === null) return whyNoShape(call);
  if (topk === undefined || x.length === 0 || w1[2] === 0) return 'inconsistent-shapes';
  const [experts, hidden, stored] = w2;
  const packed = Math.floor(hidden / w1[2]);
  const inter = stored * packed;
  return oneWeight(call, conventions, 1, 6, {
    tokens: x[0],
    topk,
    hidden,
    inter,
    experts,
    gated: w1[1] === 2 * inter,
    packed,
  });
};

/** `aiter::ck_moe_stage2(x, w1, w2, …, out)`: x(T,k,I), w2(E,H,·). Published: a packed intermediate extent is taken as it is. */
const ckStage2: ReadExperts = (call, conventions) => {
  const x = shapeAt(call, 0, 3);
  const w2 = shapeAt(call, 2, 3);
  if (x === null || w2 === null) return whyNoShape(call);
  const [experts, hidden, stored] = w2;
  const packed = packing(hidden, shapeAt(call, 1, 3)?.[2] ?? hidden);
  const inter = conventions.packedOperands === 'unpacked' ? stored * packed : x[2];
  return oneWeight(call, conventions, 2, 6, { tokens: x[0], topk: x[1], hidden, inter, experts, packed });
};

/** Elements stored in one, where `stored` extents hold `extent` elements. */
function packing(extent: number, stored: number): number {
  return stored === 0 ? 1 : Math.max(1, Math.floor(extent / stored));
}

/** The number of experts a token takes, as a pseudo-operator's arguments have it. */
function recordedTopk(call: OpCall, otherwise: number): number {
  const value = call.context.args['MoE topk'];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : otherwise;
}

/**
 * The products of triton's `matmul_ogs` in a model whose trace holds tokens (T,H) and router weights (·,E) alone: the intermediate extent is
 * taken to be the hidden one, the weights' dtype comes from the kernel's name.
 */
function tritonUnfused(gated: boolean): ReadExperts {
  return (call, conventions) => {
    const x = shapeAt(call, 0, 2);
    const router = shapeAt(call, 1, 2);
    if (x === null || router === null) return whyNoShape(call);
    const weightDtype = weightDtypeOf(call.context.kernels[0] ?? '', conventions);
    if (weightDtype === undefined) return 'unknown-dtype';
    const [tokens, hidden] = x;
    const topk = recordedTopk(call, 4);
    const named = call.context.args['MoE GEMM gated'];
    const extents = { tokens, topk, hidden, inter: hidden, experts: router[1] };
    const layer = oneWeight(call, conventions, 1, 0, { ...extents, gated: typeof named === 'boolean' ? named : gated });
    return {
      ...layer,
      weightDtype,
      widths: { ...layer.widths, weight: weightWidth(weightDtype, 1, conventions) },
      precision: precisionOf(weightDtype, conventions),
    };
  };
}

/** Dtype of the weights by the name of a `matmul_ogs` kernel, `…_bf16xbf16xmxfp4_…`. Published: fp4 and fp8 alone. */
function weightDtypeOf(kernel: string, conventions: Conventions): string | undefined {
  if (/fp4/.test(kernel)) return 'FP4';
  if (/fp8|e4m3/.test(kernel)) return 'FP8';
  if (conventions.dtypes === 'published') return undefined;
  if (/xbf16_/.test(kernel)) return 'c10::BFloat16';
  return /xfp16_/.test(kernel) ? 'c10::Half' : undefined;
}

/** GPTQ and AWQ experts in vLLM: 4-bit weights w1(E,2I,·) at 1, w2(E,H,I/2) at 2, `topk_ids` at 4. */
function gptqAwq(stage: 'up' | 'down'): ReadExperts {
  return (call, conventions) => {
    const x = shapeAt(call, 0, 2);
    const w = shapeAt(call, stage === 'up' ? 1 : 2, 3);
    if (x === null || w === null) return whyNoShape(call);
    const [tokens, hidden] = x;
    const topk = recordedTopk(call, shapeAt(call, 4, 2)?.[1] ?? 8);
    const inter = stage === 'up' ? w[1] / 2 : 2 * w[2];
    const extents = { tokens, topk, hidden, inter, experts: w[0], gated: stage === 'up' };
    const layer = oneWeight(call, conventions, stage === 'up' ? 1 : 2, 0, extents);
    return { ...layer, widths: { ...layer.widths, weight: 0.5 } };
  };
}

/** SGLang's `invoke_fused_moe_kernel(A, B(E,N,K), …)`: one product of all routed rows, `topk_ids` at 8. */
const invokeFusedMoe: PerfModel = (call, conventions) => {
  const B = shapeAt(call, 1, 3);
  const ids = shapeAt(call, 8, 2);
  if (B === null || ids === null) return { whyNot: whyNoShape(call) };
  const [experts, n, k] = B;
  const [tokens, topk] = ids;
  const [inputDtype, weightDtype] = [typeAt(call, 0), typeAt(call, 1)];
  const rows: Factor = ['M·k', tokens * topk];
  const [N, K]: Factor[] = [
    ['N', n],
    ['K', k],
  ];
  return derive(checked({ experts, topk, tokens }), (routing) => ({
    ...routed(
      [flops('routed product', 2, rows, N, K)],
      [
        bytes('rows read', rows, K, ['b_in', activationWidth(inputDtype, conventions)]),
        bytes('rows written', rows, N, ['b_out', activationWidth(typeAt(call, 3), conventions)]),
      ],
      [N, K, ['b_w', weightWidth(weightDtype, 1, conventions)]],
      routing,
    ),
    precision: precisionOf(inputDtype, conventions),
    params: {
      num_tokens: tokens,
      N: n,
      K: k,
      num_experts: experts,
      topk,
      input_dtype: inputDtype,
      weight_dtype: weightDtype,
    },
  }));
};

const fusedModel = (read: ReadExperts): RegisteredModel => ({
  category: 'MoE_fused',
  sheet: 'MoE_fused',
  model: expertLayers(read, fused),
});
const unfusedModel = (model: PerfModel): RegisteredModel => ({ category: 'MoE_unfused', sheet: 'MoE_unfused', model });
const upModel = (read: ReadExperts) => unfusedModel(expertLayers(read, up));
const downModel = (read: ReadExperts) => unfusedModel(expertLayers(read, down));

/** Names of the published tool. */
export const MOE: Readonly<Record<string, RegisteredModel>> = {
  'pseudo_op::moe_aiter_fused_1stage': fusedModel(aiterFused('input')),
  'aiter::fmoe_fp8_blockscale_g1u1': fusedModel(aiterG1u1),
  'aiter::fmoe_g1u1': fusedModel(aiterG1u1),
  'aiter::moe_cktile2stages_gemm1_ck': upModel(cktileUp),
  'aiter::moe_cktile2stages_gemm2_ck': downModel(cktileDown),
  'aiter::ck_moe_stage1': upModel(ckStage1),
  'aiter::ck_moe_stage2': downModel(ckStage2),
  'pseudo_op::moe_triton_unfused_up': upModel(tritonUnfused(true)),
  'pseudo_op::moe_triton_unfused_down': downModel(tritonUnfused(false)),
  'pseudo_op::moe_gptq_awq_up': upModel(gptqAwq('up')),
  'pseudo_op::moe_gptq_awq_down': downModel(gptqAwq('down')),
  'pseudo_op::moe_flydsl_stage1': upModel(aiterFused('weight')),
  'pseudo_op::moe_flydsl_stage2': downModel(aiterFused('weight')),
  'sglang_profiler::fused_moe_triton_kernels_invoke_fused_moe_kernel': unfusedModel(invokeFusedMoe),
};

/** Both projections behind one operator that launches their kernels itself: hidden states, weights, top-k weights and ids. */
const layer: RegisteredModel = { ...fusedModel(aiterFused('weight')), ownKernelsOnly: true };

/** Names beyond it. */
export const MORE_MOE: Readonly<Record<string, RegisteredModel>> = {
  'aiter::fused_moe_': layer,
  'vllm::rocm_aiter_fused_moe': layer,
  'vllm::outplace_fused_experts': layer,
  'vllm::inplace_fused_experts': layer,
  'sglang::outplace_fused_experts': layer,
  'sglang::inplace_fused_experts': layer,
};
