import { EventKind } from '../../trace/trace-model.ts';
import type { PseudoRule } from './pseudo-rule.ts';
import { eventsNamed, nameOf, operatorAbove, operatorsNamed, workBelow } from './tree.ts';

const FUSED = 'aiter::fused_moe_';
const STAGE = /: flydsl_moe_(stage[12])$/;

/** The two stages of aiter's fused MoE where FlyDSL compiles them: Python frames without an operator. */
export const MOE_FLYDSL: PseudoRule = {
  of: "FlyDSL's MoE stages",
  find(model) {
    if (operatorsNamed(model, FUSED).length === 0) return [];
    return eventsNamed(model, EventKind.pythonFunction, (name) => STAGE.test(name)).flatMap((frame) => {
      const donor = operatorAbove(model, frame, FUSED);
      if (donor < 0 || workBelow(model, frame).length === 0) return [];
      return [{ name: `pseudo_op::moe_flydsl_${STAGE.exec(nameOf(model, frame))?.[1]}`, donor, holds: [frame] }];
    });
  },
};
