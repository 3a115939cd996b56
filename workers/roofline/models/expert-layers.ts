import type { Conventions } from '../../base/conventions.ts';
import { bytes, type Draft, derive, type Factor, flops } from '../derivation.ts';
import { bytesPerElement, moeBytesPerElement } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { PerfModel, Precision, WhyNot } from '../perf-model.ts';

/** Bytes an element where a dtype is not known (E.3). */
const DEFAULT_ACTIVATION = 2;
const DEFAULT_WEIGHT = 1;

/** Expert layers as a call records them. */
export interface Experts {
  readonly tokens: number;
  readonly hidden: number;
  /** Intermediate extent of one expert. */
  readonly inter: number;
  readonly experts: number;
  readonly topk: number;
  /** A gate beside the up projection. */
  readonly gated: boolean;
  readonly inputDtype: string;
  readonly weightDtype: string;
  readonly widths: { readonly input: number; readonly weight: number; readonly output: number };
  readonly precision: Precision | null;
}

/** Reads the expert layers of a call. */
export type ReadExperts = (call: OpCall, conventions: Conventions) => Experts | WhyNot;

/** One stage of expert layers as factors: FLOPs, bytes that do not depend on routing, weights of one expert. */
export interface Stage {
  readonly flops: Draft['terms']['flops'];
  readonly fixed: Draft['terms']['bytes'];
  readonly perExpert: readonly Factor[];
}

/** Experts touched under uniform routing: `E·(1 − ((E−k)/E)^M)` for M tokens of k each (E.3). */
export function expectedExperts(experts: number, topk: number, tokens: number): number {
  return experts * (1 - ((experts - topk) / experts) ** tokens);
}

/** Model of expert layers. Which experts are touched is not in the trace: expected under uniform routing, between bounds. */
export function expertLayers(read: ReadExperts, stage: (experts: Experts) => Stage): PerfModel {
  return (call, conventions) =>
    derive(checked(read(call, conventions)), (experts) => {
      const { flops, fixed, perExpert } = stage(experts);
      return {
        ...routed(flops, fixed, perExpert, experts),
        precision: experts.precision,
        params: {
          num_tokens: experts.tokens,
          hidden_dim: experts.hidden,
          inter_dim: experts.inter,
          num_experts: experts.experts,
          topk: experts.topk,
          gated: experts.gated,
          input_dtype: experts.inputDtype,
          weight_dtype: experts.weightDtype,
        },
      };
    });
}

/** Terms and interval of work whose weight bytes grow with the experts touched. */
export function routed(
  flopTerms: Stage['flops'],
  fixed: Stage['fixed'],
  perExpert: readonly Factor[],
  { experts, topk, tokens }: Pick<Experts, 'experts' | 'topk' | 'tokens'>,
): Omit<Draft, 'precision' | 'params'> {
  const sum = (terms: Draft['terms']['bytes']) => terms.reduce((total, term) => total + (term?.value ?? 0), 0);
  const weights = (touched: number) => bytes('weights of experts touched', ['E_a', touched], ...perExpert);
  const all = (touched: number) => sum(fixed) + sum([weights(touched)]);
  const flopSum = sum(flopTerms);
  return {
    terms: { flops: flopTerms, bytes: [...fixed, weights(expectedExperts(experts, topk, tokens))] },
    engine: 'matrix',
    interval: {
      flops: [flopSum, flopSum],
      bytes: [all(tokens === 0 ? 0 : topk), all(Math.min(experts, tokens * topk))],
    },
  };
}

/** Refuses what no routing can be: fewer experts than a token takes, or none. */
export function checked<T extends Pick<Experts, 'experts' | 'topk'>>(read: T | WhyNot): T | WhyNot {
  if (typeof read === 'string') return read;
  return read.topk >= 1 && read.topk <= read.experts ? read : 'inconsistent-shapes';
}

const symbols = ({ tokens, hidden, inter, topk, gated, widths }: Experts) => ({
  M: ['M', tokens] as Factor,
  H: ['H', hidden] as Factor,
  I: ['I', inter] as Factor,
  k: ['k', topk] as Factor,
  g: ['g', gated ? 2 : 1] as Factor,
  matrices: ['(g+1)', gated ? 3 : 2] as Factor,
  combine: ['(2k−1)', 2 * topk - 1] as Factor,
  input: ['b_in', widths.input] as Factor,
  weight: ['b_w', widths.weight] as Factor,
  output: ['b_out', widths.output] as Factor,
});

/** Both projections and the weighted sum of the experts' outputs. */
export function fused(experts: Experts): Stage {
  const { M, H, I, k, g, matrices, combine, input, weight, output } = symbols(experts);
  return {
    flops: [
      flops('gate and up projection', 2, M, H, I, k, g),
      flops('down projection', 2, M, H, I, k),
      flops('experts combined', M, H, combine),
    ],
    fixed: [bytes('tokens read', M, H, input), bytes('tokens written', M, H, output)],
    perExpert: [I, H, weight, matrices],
  };
}

/** Gate and up projection. */
export function up(experts: Experts): Stage {
  const { M, H, I, k, g, input, weight, output } = symbols(experts);
  return {
    flops: [flops('gate and up projection', 2, M, H, I, k, g)],
    fixed: [bytes('tokens read', M, H, input), bytes('intermediate written', M, I, k, output)],
    perExpert: [g, H, I, weight],
  };
}

/** Down projection. */
export function down(experts: Experts): Stage {
  const { M, H, I, k, input, weight, output } = symbols(experts);
  return {
    flops: [flops('down projection', 2, M, I, H, k)],
    fixed: [bytes('intermediate read', M, I, k, input), bytes('tokens written', M, H, output)],
    perExpert: [I, H, weight],
  };
}

/** Width of an activation (E.3). */
export function activationWidth(dtype: string, conventions: Conventions): number {
  return moeBytesPerElement(dtype) ?? completeWidth(dtype, conventions) ?? DEFAULT_ACTIVATION;
}

/** Width of a weight of which `packed` are stored in one element. */
export function weightWidth(dtype: string, packed: number, conventions: Conventions): number {
  const stored = bytesPerElement(dtype, conventions);
  if (conventions.packedOperands === 'unpacked' && packed > 1 && stored !== null) return stored / packed;
  return moeBytesPerElement(dtype) ?? completeWidth(dtype, conventions) ?? DEFAULT_WEIGHT;
}

/** The published table of expert layers lacks the dtypes' own names, `float` among them. */
function completeWidth(dtype: string, conventions: Conventions): number | null {
  return conventions.dtypes === 'complete' ? bytesPerElement(dtype, conventions) : null;
}
