import type { JsonObject } from '../../base/json.ts';
import { integerAt } from '../../roofline/arguments.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { Arguments } from '../op-calls.ts';
import { AITER_FUSED_MOE, MOE_LAYER } from './moe-aiter-fused.ts';
import type { PseudoOperator, PseudoRule } from './pseudo-rule.ts';
import { branchOf, nameOf, operatorBelow, operatorsNamed, workBelow } from './tree.ts';

const GATED = /_swiglu|_glu/;

/** The products of triton's `matmul_ogs` in a layer of experts, up before down, and the scatter that ends it. */
export const MOE_TRITON_UNFUSED: PseudoRule = {
  of: "triton's unfused MoE",
  find(model) {
    if (operatorsNamed(model, AITER_FUSED_MOE).length > 0) return [];
    return operatorsNamed(model, MOE_LAYER).flatMap((layer) => layerOperators(model, layer));
  },
};

function layerOperators(model: TraceModel, layer: number): PseudoOperator[] {
  const work = workBelow(model, layer);
  const named = (part: string) => work.filter((event) => nameOf(model, event).includes(part));
  const products = named('matmul_ogs');
  if (products.length === 0) return [];
  const topk = topkOf(model, layer);
  return [
    ...products.map((kernel, index) => ({
      name: `pseudo_op::moe_triton_unfused_${index === 0 ? 'up' : 'down'}`,
      donor: layer,
      args: { 'MoE GEMM index': index, 'MoE GEMM gated': GATED.test(nameOf(model, kernel)), ...topk },
      holds: [branchOf(model, kernel)],
    })),
    ...named('matmul_scatter').map((kernel) => ({
      name: 'pseudo_op::moe_triton_unfused_finalize_matmul_scatter',
      donor: layer,
      holds: [branchOf(model, kernel)],
    })),
  ];
}

/** The number of experts a token takes, where the layer's choice of them is recorded. */
function topkOf(model: TraceModel, layer: number): JsonObject {
  const choice = operatorBelow(model, layer, (name) => name.includes('TopK'));
  if (choice < 0) return {};
  const topk = integerAt(new Arguments(model.columns).call(choice, nameOf(model, choice), []), 1);
  return topk === undefined ? {} : { 'MoE topk': topk };
}
