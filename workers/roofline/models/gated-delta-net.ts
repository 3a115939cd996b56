import type { Conventions } from '../../base/conventions.ts';
import { shapeAt, typeAt, whyNoShape } from '../arguments.ts';
import { bytes, type Draft, type DraftTerm, derive, type Factor, flops } from '../derivation.ts';
import { bytesPerElement, precisionOf } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { PerfModel, RegisteredModel, WhyNot } from '../perf-model.ts';

interface GatedDelta {
  readonly valueHeads: number;
  readonly keyHeads: number;
  readonly dK: number;
  readonly dV: number;
  /** Of the step. */
  readonly tokens: number;
  readonly requests: number;
}

/** Reads `(mixed_qkv[T, 2·H_K·d_k + H_V·d_v], b[T, H_V], a, out[T, H_V, d_v], …)`; the rows may be padded, the step tells the tokens. */
function readGatedDelta(call: OpCall, conventions: Conventions): GatedDelta | WhyNot {
  const mixed = shapeAt(call, 0, 2);
  const gates = shapeAt(call, 1, 2);
  const out = shapeAt(call, 3, 3);
  if (mixed === null || gates === null || out === null) return whyNoShape(call);
  const valueHeads = gates[1];
  const dV = out[2];
  const keyWidth = (mixed[1] - valueHeads * dV) / 2;
  const keyHeads = keyHeadsOf(keyWidth, valueHeads, dV, conventions);
  const dK = keyWidth / keyHeads;
  if (!(Number.isInteger(dK) && dK > 0)) return 'inconsistent-shapes';
  const { step } = call.context;
  if (step === undefined || step.tokens === null) {
    return conventions.attentionArguments === 'published' ? 'no-requests' : 'needs-step';
  }
  if (step.tokens === 0) return 'no-requests';
  return { valueHeads, keyHeads, dK, dV, tokens: step.tokens, requests: step.requests ?? 1 };
}

/** How many heads keys have is not recorded: as many as make them as wide as the values; else, and as published, half of those. */
function keyHeadsOf(keyWidth: number, valueHeads: number, dV: number, { attentionArguments }: Conventions): number {
  const alike = keyWidth / dV;
  const isWhole = alike > 0 && Number.isInteger(alike) && Number.isInteger(valueHeads / alike);
  return attentionArguments === 'schema' && isWhole ? alike : valueHeads / 2;
}

/**
 * Model of a gated delta net (I 10.3): decay, prediction, update and output of a state of d_k·d_v elements a token and value head, 7 FLOPs
 * an element.
 */
const gatedDelta: PerfModel = (call, conventions) =>
  derive(readGatedDelta(call, conventions), (read) => {
    const { valueHeads, keyHeads, dK, dV, tokens } = read;
    const work = flops('states updated and read', 7, ['T', tokens], ['H_V', valueHeads], ['d_v', dV], ['d_k', dK]);
    return {
      engine: 'matrix',
      precision: precisionOf(typeAt(call, 0), conventions),
      params: { T: tokens, H_K: keyHeads, H_V: valueHeads, d_k: dK, d_v: dV },
      ...(conventions.attentionArguments === 'published'
        ? { terms: { flops: [work], bytes: [publishedBytes(read)] } }
        : withStates(work, read, bytesPerElement(typeAt(call, 0), conventions))),
    };
  });

/** Queries, keys, values, gates and output of 2 bytes an element, and no state. */
function publishedBytes({ tokens, valueHeads, dK, dV }: GatedDelta): DraftTerm {
  return bytes('activations', ['T', tokens], ['H_V', valueHeads], ['(d_k+2·d_v+2)', dK + 2 * dV + 2], 2);
}

/** Bytes of a state's element where it is kept in fp32. */
const WIDEST_STATE = 4;

/** Every request reads and writes its state; whether that is as wide as the activations or fp32 is not recorded, which gives bounds. */
function withStates(
  work: DraftTerm,
  { tokens, requests, valueHeads, keyHeads, dK, dV }: GatedDelta,
  width: number | null,
): Pick<Draft, 'terms' | 'interval'> {
  const T: Factor = ['T', tokens];
  const H: Factor = ['H_V', valueHeads];
  const terms = (stateWidth: number | null) => [
    bytes('queries and keys read', 2, T, ['H_K', keyHeads], ['d_k', dK], ['b', width]),
    bytes('gates read', 2, T, H, ['b', width]),
    bytes('values read and output written', 2, T, H, ['d_v', dV], ['b', width]),
    bytes('states read and written', 2, ['R', requests], H, ['d_k', dK], ['d_v', dV], ['b_state', stateWidth]),
  ];
  const own = { terms: { flops: [work], bytes: terms(width) } };
  if (width === null || width >= WIDEST_STATE || work === null) return own;
  const moved = (stateWidth: number) => terms(stateWidth).reduce((sum, term) => sum + (term?.value ?? 0), 0);
  return {
    ...own,
    interval: { flops: [work.value, work.value], bytes: [moved(width), moved(WIDEST_STATE)] },
  };
}

const net: RegisteredModel = {
  category: 'InferenceAttention',
  sheet: 'InferenceAttention',
  model: gatedDelta,
  serves: 'all',
};

/** Gated delta nets of the published tool, which gives no label to the second, so that it has no estimate there (I 10.4). */
export const GATED_DELTA_NET: Readonly<Record<string, RegisteredModel>> = {
  'vllm::gdn_attention_core': net,
  'aiter::linear_attention_with_output_base': { ...net, model: () => ({ whyNot: 'no-requests' }) },
};

/** Those that it leaves without an estimate. */
export const MORE_GATED_DELTA_NET: Readonly<Record<string, RegisteredModel>> = {
  'aiter::linear_attention_with_output_base': net,
};
