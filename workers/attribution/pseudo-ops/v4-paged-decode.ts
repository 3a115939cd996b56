import type { JsonObject } from '../../base/json.ts';
import { EventKind } from '../../trace/trace-model.ts';
import type { PseudoRule } from './pseudo-rule.ts';
import { childrenOf, eventsNamed, nameOf, operatorAbove, operatorsNamed, workBelow } from './tree.ts';

const ATTENTION = 'aiter::v4_attention_with_output';
const DECODE = /paged_decode\.py\(\d+\): sparse_attn_v4_paged_decode$/;
/** Query heads, head width and width of its rotated part. */
const HEADS = /qk_norm_rope_H(\d+)_D(\d+)_RD\d+/;

/** DeepSeek-V4's sparse attention over a paged cache: which keys a layer sees, its other kernels tell. */
export const V4_PAGED_DECODE: PseudoRule = {
  of: 'DeepSeek-V4 paged decode',
  find(model) {
    if (operatorsNamed(model, ATTENTION).length === 0) return [];
    return eventsNamed(model, EventKind.pythonFunction, (name) => DECODE.test(name)).flatMap((frame) => {
      const donor = operatorAbove(model, frame, ATTENTION);
      if (donor < 0 || workBelow(model, frame).length === 0) return [];
      const kernels = workBelow(model, donor).map((event) => nameOf(model, event));
      const name = `pseudo_v4_paged_decode_${modeOf(kernels)}`;
      return [{ name, donor, args: headsOf(kernels), holds: childrenOf(model, frame) }];
    });
  },
};

/** Heavily compressed, compressed sparse, or sliding-window attention. */
function modeOf(kernels: readonly string[]): 'hca' | 'csa' | 'swa' {
  if (kernels.some((name) => name.startsWith('hca_'))) return 'hca';
  return kernels.some((name) => /^(fused_compress_attn|_update_compressor_states_kernel)/.test(name)) ? 'csa' : 'swa';
}

function headsOf(kernels: readonly string[]): JsonObject {
  for (const kernel of kernels) {
    const found = HEADS.exec(kernel);
    if (found) return { v4_H_Q: Number(found[1]), v4_d_h: Number(found[2]) };
  }
  return {};
}
