import { bytes, derive, flops } from '../derivation.ts';
import type { PerfModel } from '../perf-model.ts';
import { type AttentionSlots, attentionDraft, perPair, readAttention } from './attention.ts';

/**
 * Model of dense attention's gradients: of scores, values, queries and keys, the scores recomputed by flash kernels, and the sums over query
 * heads that share a key head (E.5).
 */
export function attentionBackward(slots: AttentionSlots): PerfModel {
  return (call, conventions) =>
    derive(readAttention(call, conventions, slots), (attention) => {
      const { q, k, v, out, widths, headDims, keyTokens, queriesPerKey, flash } = attention;
      const dims = headDims.qk + headDims.v;
      return attentionDraft(
        attention,
        (pairs) => [
          ...(flash ? [perPair(attention, 'scores recomputed', pairs, 'd', headDims.qk)] : []),
          perPair(attention, 'gradients of scores and values', pairs, '2d_v', 2 * headDims.v),
          perPair(attention, 'gradients of queries and keys', pairs, '2d', 2 * headDims.qk),
          flops(
            'query heads summed',
            ...keyTokens,
            ['(d+d_v)', dims],
            ['(⌊H_Q/H_KV⌋−1)', Math.max(0, queriesPerKey - 1)],
          ),
        ],
        [
          bytes('Q read', ...q, ['b', widths.q]),
          bytes('K read', ...k, ['b', widths.k]),
          bytes('V read', ...v, ['b', widths.v]),
          bytes('output gradient read', ...out, ['b', widths.q]),
          bytes('Q gradient written', ...q, ['b', widths.q]),
          bytes('K gradient written', ...k, ['b', widths.k]),
          bytes('V gradient written', ...v, ['b', widths.v]),
        ],
      );
    });
}
