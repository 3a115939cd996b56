import { describe, expect, it } from 'vitest';
import type { Basis, StepDetection } from '../../workers/engine/engine.ts';
import { shownBasis } from './basis.ts';
import { type Lacking, lackingIn, leaveOut } from './lacking.ts';
import { appState, changeApp } from './store.ts';
import { traceParts } from './trace-parts.ts';
import { DEFAULT_LINK, type LinkState } from './url.ts';

const NOTHING = { kernels: 0, kernelSumNs: 0 };
const DETECTION: StepDetection = {
  candidates: [],
  chosen: 0,
  steps: 299,
  phaseEvidence: '',
  phasesInferred: false,
  insideNs: 1,
  before: NOTHING,
  after: NOTHING,
  unlinked: NOTHING,
};
/** A trace of 299 steps and 1 000 events of its own with ten added, from 1 to 3 ms. */
const EXTENT = { kept: 1000, startNs: 1e6, spanNs: 2e6 };
const TRACE = {
  stepDetection: async (basis: Basis) => {
    expect(basis.scope, 'the number of all steps').toEqual({});
    return DETECTION;
  },
  timelinePlace: async (_: Basis, selected: { readonly kind: string; readonly event?: number }) =>
    selected.event !== undefined && selected.event < 1010 ? { event: 1, startNs: 0, endNs: 1 } : null,
};

async function lackingOf(parts: Partial<LinkState>): Promise<readonly Lacking[]> {
  const { file: _, ...look } = DEFAULT_LINK;
  changeApp({ ...look, files: [], active: null, ...parts });
  return lackingIn(TRACE, EXTENT, shownBasis(appState()), traceParts(appState()));
}

const texts = async (parts: Partial<LinkState>) => (await lackingOf(parts)).map(({ text }) => text);

describe('what the trace lacks of what is to be shown', () => {
  it('is nothing where all of it is there', async () => {
    expect(await texts({})).toEqual([]);
    expect(
      await texts({
        scope: { steps: [0, 299], window: [2.5e6, 9e6] },
        selected: { kind: 'step', step: 298 },
        timelineSpan: [0, 1.5e6],
      }),
    ).toEqual([]);
    expect(await texts({ selected: { kind: 'event', event: 999 } })).toEqual([]);
    expect(await texts({ selected: { kind: 'event', event: 1009 } }), 'one that was added').toEqual([]);
  });

  it('is told with what the trace has', async () => {
    expect(await texts({ scope: { steps: [298, 300] } })).toEqual(['step 299 of the scope (it has 299 steps)']);
    expect(await texts({ scope: { steps: [5000, 6000] } })).toEqual([
      'steps 5\u202f000 to 5\u202f999 of the scope (it has 299 steps)',
    ]);
    expect(await texts({ selected: { kind: 'step', step: 299 } })).toEqual([
      'step 299, which is selected (it has 299 steps)',
    ]);
    expect(await texts({ selected: { kind: 'event', event: 1010 } })).toEqual([
      'event 1\u202f010, which is selected (it has 1\u202f000)',
    ]);
    expect(await texts({ scope: { window: [3e6, 4e6] }, timelineSpan: [0, 1e6] })).toEqual([
      "the scope's window from 3\u202f000\u202fµs on (it goes from 1\u202f000\u202fµs to 3\u202f000\u202fµs)",
      'the part of the timeline from 0\u202fµs on (it goes from 1\u202f000\u202fµs to 3\u202f000\u202fµs)',
    ]);
  });

  it('is left out without what is there', async () => {
    const leftOf = async (parts: Partial<LinkState>) => {
      leaveOut(await lackingOf(parts));
      return traceParts(appState());
    };
    expect(
      await leftOf({
        scope: { steps: [290, 400], phase: 'decode', window: [9e6, 1e7] },
        selected: { kind: 'event', event: 5000 },
        timelineSpan: [9e6, 1e7],
        stepsBy: 1,
      }),
    ).toEqual({ scope: { steps: [290, 299], phase: 'decode' }, selected: null, timelineSpan: null, stepsBy: 1 });
    expect((await leftOf({ scope: { steps: [299, 400], device: 1 } })).scope).toEqual({ device: 1 });
    const here = { scope: { steps: [1, 2] as const }, selected: { kind: 'step' as const, step: 400 } };
    expect(await leftOf(here)).toMatchObject({ scope: { steps: [1, 2] }, selected: null });
  });
});
