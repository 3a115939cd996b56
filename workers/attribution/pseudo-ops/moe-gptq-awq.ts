import type { PseudoRule } from './pseudo-rule.ts';
import { branchOf, nameOf, operatorsNamed, workBelow } from './tree.ts';

/** vLLM's kernel for 4-bit expert weights, launched once for each projection, up before down. */
export const MOE_GPTQ_AWQ: PseudoRule = {
  of: 'GPTQ and AWQ experts',
  find(model) {
    return operatorsNamed(model, 'vllm::outplace_fused_experts').flatMap((experts) =>
      workBelow(model, experts)
        .filter((event) => nameOf(model, event).includes('fused_moe_kernel_gptq_awq'))
        .map((kernel, index) => ({
          name: `pseudo_op::moe_gptq_awq_${index === 0 ? 'up' : 'down'}`,
          donor: experts,
          holds: [branchOf(model, kernel)],
        })),
    );
  },
};
