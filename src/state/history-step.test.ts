import { describe, expect, it } from 'vitest';
import { linkChange } from './history-step.ts';
import { DEFAULT_TABLE_SETTINGS } from './table-settings.ts';
import { DEFAULT_LINK, type LinkState } from './url.ts';

const LAST: LinkState = { ...DEFAULT_LINK, file: { crc32: 1, textBytes: 2 }, view: 'operators' };
const change = (part: Partial<LinkState>) => linkChange({ ...LAST, ...part }, LAST);

describe('linkChange', () => {
  it.each<[string, Partial<LinkState>]>([
    ['another view', { view: 'kernels' }],
    ['another scope', { scope: { steps: [3, 9] } }],
    ['another table', { shownTables: { operators: 'modules' } }],
    ['another kind of steps', { stepsBy: 1 }],
    ['another open trace', { file: { crc32: 3, textBytes: 2 } }],
    ['a view with what is selected in it', { view: 'kernels', selected: { kind: 'event', event: 4 } }],
  ])('%s is a step', (_, part) => expect(change(part)).toBe('step'));

  it('what is selected is told apart, so that moving through rows is no flood of steps', () => {
    expect(change({ selected: { kind: 'step', step: 4 } })).toBe('selection');
  });

  it.each<[string, Partial<LinkState>]>([
    ['a filter', { tables: { kernels: { ...DEFAULT_TABLE_SETTINGS, filter: 'mm' } } }],
    ['the part of the timeline in sight', { timelineSpan: [1, 2] }],
    ['the theme', { theme: 'dark' }],
    ['the roofs', { roof: 'achievable' }],
    ['the trace closed', { file: null, scope: { device: 0 } }],
  ])('%s is a setting', (_, part) => expect(change(part)).toBe('setting'));

  it('the same by value is no change', () => {
    expect(change({ scope: {}, shownTables: {}, tables: {} })).toBe('none');
  });
});
