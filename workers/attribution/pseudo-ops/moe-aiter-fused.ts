import type { TraceModel } from '../../trace/trace-model.ts';
import type { PseudoRule } from './pseudo-rule.ts';
import { branchOf, nameOf, operatorBelow, operatorsNamed, workBelow } from './tree.ts';

/** A layer of experts in vLLM, and the operator that leaves all of it to aiter. */
export const MOE_LAYER = 'vllm::moe_forward';
export const AITER_FUSED_MOE = 'vllm::rocm_aiter_fused_moe';

/** Demangled, or as the compiler wrote it. */
const AITER = /aiter::|^_ZN5aiter/;
const AROUND = /MoeSorting|quant/;

/** aiter's expert layers in one kernel, which vLLM's operator launches itself, beside the sorting of tokens. */
export const MOE_AITER_FUSED: PseudoRule = {
  of: "aiter's fused MoE",
  find(model) {
    if (operatorsNamed(model, MOE_LAYER).length === 0) return [];
    return operatorsNamed(model, AITER_FUSED_MOE).flatMap((operator) => {
      const [kernel, ...others] = fusedKernels(model, operator);
      if (kernel === undefined || others.length > 0) return [];
      return [{ name: 'pseudo_op::moe_aiter_fused_1stage', donor: operator, holds: [branchOf(model, kernel)] }];
    });
  },
};

function fusedKernels(model: TraceModel, operator: number): number[] {
  if (operatorBelow(model, operator, () => true) >= 0) return [];
  return workBelow(model, operator).filter((event) => {
    const name = nameOf(model, event);
    return AITER.test(name) && name.includes('fmoe') && !AROUND.test(name);
  });
}
