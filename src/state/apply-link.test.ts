import { beforeEach, describe, expect, it } from 'vitest';
import type { TextIdentity } from '../../workers/engine/engine.ts';
import { applyLink, dismissAwaited, linkOf, meetAwaited } from './apply-link.ts';
import { appState, changeApp, openSummary } from './store.ts';
import { openFile, summaryOf } from './test-files.ts';
import { DEFAULT_LINK, type LinkState } from './url.ts';

const A: TextIdentity = { crc32: 0xa, textBytes: 100 };
const B: TextIdentity = { crc32: 0xb, textBytes: 100 };

/** A link with everything in it that is of one trace. */
const link = (file: TextIdentity | null): LinkState => ({
  ...DEFAULT_LINK,
  file,
  view: 'steps',
  roof: 'achievable',
  scope: { steps: [2, 5], device: 0 },
  stepsBy: 1,
  selected: { kind: 'step', step: 3 },
  timelineSpan: [10, 20],
});

const show = (...identities: TextIdentity[]) => {
  const files = identities.map((identity, at) => openFile(at + 1, summaryOf(identity)));
  changeApp({ files, active: files.length > 0 ? 1 : null });
};

describe('a link', () => {
  beforeEach(() => {
    const { file: _, ...look } = DEFAULT_LINK;
    changeApp({ ...look, files: [], active: null, awaited: null });
  });

  it('restores all of it on the trace that it was made on', () => {
    show(A);
    applyLink(link(A));
    expect(linkOf(appState())).toMatchObject(link(A));
    expect(appState().awaited).toBeNull();
  });

  it('on another trace restores only what holds for any, and waits with the rest', () => {
    show(B);
    changeApp({ scope: { device: 0 }, selected: { kind: 'event', event: 7 } });
    applyLink(link(A));
    const { view, roof, scope, selected, stepsBy, timelineSpan, awaited } = appState();
    expect({ view, roof }).toEqual({ view: 'steps', roof: 'achievable' });
    expect({ scope, selected, stepsBy, timelineSpan }).toEqual({
      scope: { device: 0 },
      selected: { kind: 'event', event: 7 },
      stepsBy: null,
      timelineSpan: null,
    });
    expect(awaited).toMatchObject({ file: A, selected: { kind: 'step', step: 3 } });
    expect(linkOf(appState()).file).toEqual(B);
  });

  it('shows the trace that it was made on where several are open', () => {
    show(B, A);
    applyLink(link(A));
    expect(openSummary(appState())?.identity).toEqual(A);
    expect(appState().selected).toEqual({ kind: 'step', step: 3 });
  });

  it('stays with the file that is shown where two are the same text', () => {
    show(A, A);
    changeApp({ active: 2 });
    applyLink(link(A));
    expect(appState()).toMatchObject({ active: 2, selected: { kind: 'step', step: 3 } });
  });

  it('stays the same while no trace is open, and is restored when the right one is', () => {
    applyLink(link(A));
    expect(linkOf(appState())).toMatchObject(link(A));
    show(A);
    meetAwaited(1);
    expect(linkOf(appState())).toMatchObject(link(A));
    expect(appState().awaited).toBeNull();
  });

  it('still waits when another trace is opened, until it is given up', () => {
    applyLink(link(A));
    show(B);
    meetAwaited(1);
    expect(linkOf(appState())).toMatchObject({ file: B, scope: {}, selected: null, stepsBy: null });
    expect(appState().awaited?.file).toEqual(A);
    dismissAwaited();
    expect(appState().awaited).toBeNull();
  });

  it('brings its trace to the front when that is opened beside another', () => {
    show(B);
    applyLink(link(A));
    show(B, A);
    meetAwaited(2);
    expect(appState()).toMatchObject({ active: 2, awaited: null, scope: { steps: [2, 5], device: 0 } });
  });

  it('without a trace holds for the one that is open, as far as that has its parts', () => {
    show(B);
    applyLink({ ...link(null), scope: { steps: [2, 5], device: 9 } });
    expect(appState()).toMatchObject({ scope: { steps: [2, 5] }, selected: { kind: 'step', step: 3 }, awaited: null });
  });
});
