import { EventKind } from '../../trace/trace-model.ts';
import type { PseudoRule } from './pseudo-rule.ts';
import { childrenOf, eventsNamed, operatorBelow, operatorsNamed, workBelow } from './tree.ts';

/** Multi-head latent attention of aiter in decode: a stage that has an operator, and its reduction, which has none. */
export const MLA_DECODE = mla('MLA decode', {
  name: 'pseudo_mla_decode_fwd',
  donor: 'aiter::mla_decode_stage1_asm_fwd',
  frame: /aiter\/mla\.py\(\d+\): mla_decode_fwd$/,
});

/** The same in prefill. */
export const MLA_PREFILL = mla('MLA prefill', {
  name: 'pseudo_mla_prefill_fwd',
  donor: 'aiter::mla_prefill_ps_asm_fwd',
  frame: /: mla_fp8_prefill_attn$/,
});

/** A rule for the Python frame of a whole attention, whose shapes the operator `donor` below it has. */
function mla(of: string, { name, donor, frame }: { name: string; donor: string; frame: RegExp }): PseudoRule {
  return {
    of,
    find(model) {
      if (operatorsNamed(model, donor).length === 0) return [];
      return eventsNamed(model, EventKind.pythonFunction, (text) => frame.test(text)).flatMap((attention) => {
        const stage = operatorBelow(model, attention, (text) => text === donor);
        if (stage < 0 || workBelow(model, attention).length === 0) return [];
        return [{ name, donor: stage, holds: childrenOf(model, attention) }];
      });
    },
  };
}
