import { describe, expect, it } from 'vitest';
import type { Basis } from '../../workers/engine/engine.ts';
import { askEffects, type ConventionField } from './ask-effects.ts';

const BASIS: Basis = {
  scope: {},
  conventions: 'corrected',
  hardware: null,
  roof: 'datasheet',
  stepsBy: null,
  pseudoOps: false,
  attentionWindows: [],
};
const NONE = { calls: 0, linkedNs: 0, attributedNs: 0, estimatedNs: 0, roofedNs: 0, flops: 0, bytes: 0, roofNs: 0 };
const FIELDS: readonly ConventionField[] = ['linking', 'copies', 'roof'];

/** A trace that answers each question with the number of calls given for it, and what it was asked. */
function traceOf(calls: Readonly<Record<string, number>>, onAsk: (swapped: string) => void = () => {}) {
  return {
    conventionTotals: async ({ conventions }: Basis, swapped: ConventionField | null) => {
      const asked = swapped ?? (conventions === BASIS.conventions ? 'none' : 'all');
      onAsk(asked);
      return { ...NONE, calls: calls[asked] };
    },
  };
}

describe('askEffects', () => {
  const calls = { none: 10, all: 11, linking: 10, copies: 12, roof: 9 };

  it('tells the effect of each choice against the totals in force', async () => {
    const told: [string, number][] = [];
    await askEffects(traceOf(calls), BASIS, FIELDS, new AbortController().signal, (field, effect) =>
      told.push([field, effect.length]),
    );
    expect(told).toEqual([
      ['all', 1],
      ['linking', 0],
      ['copies', 1],
      ['roof', 1],
    ]);
  });

  it('tells and asks nothing once it is aborted, not even what was on its way', async () => {
    const abort = new AbortController();
    const asked: string[] = [];
    const told: string[] = [];
    const trace = traceOf(calls, (swapped) => {
      asked.push(swapped);
      if (swapped === 'copies') abort.abort();
    });
    await askEffects(trace, BASIS, FIELDS, abort.signal, (field) => told.push(field));
    expect(asked).toEqual(['none', 'all', 'linking', 'copies']);
    expect(told).toEqual(['all', 'linking']);
  });

  it('rejects when the trace does', async () => {
    const trace = { conventionTotals: () => Promise.reject(new Error('gone')) };
    await expect(askEffects(trace, BASIS, FIELDS, new AbortController().signal, () => {})).rejects.toThrow('gone');
  });
});
