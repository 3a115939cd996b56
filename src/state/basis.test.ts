import { describe, expect, it } from 'vitest';
import type { TraceSummary } from '../../workers/engine/engine.ts';
import { PRESETS } from '../../workers/engine/hardware.ts';
import type { Hardware } from '../../workers/roofline/hardware.ts';
import { shownDevice } from './basis.ts';

const MINE: Hardware = { name: 'Mine', datasheet: { peaks: {} }, achievable: { peaks: {} }, matrixOnVector: [] };
const [FIRST, SECOND] = PRESETS;
const ofTrace: Pick<TraceSummary, 'hardware'> = { hardware: { state: 'chosen', hardware: FIRST, by: 'name' } };
const unknown: Pick<TraceSummary, 'hardware'> = {
  hardware: { state: 'unknown', why: 'ambiguous', candidates: [FIRST, SECOND] },
};
const shown = (hardware: string | null, summary?: Pick<TraceSummary, 'hardware'>) =>
  shownDevice({ hardware, savedHardware: [MINE] }, summary);

describe('the device that is shown', () => {
  it('is that of the trace where none is chosen', () => {
    expect(shown(null, ofTrace)).toEqual({ hardware: FIRST, by: 'trace', notHere: null });
  });
  it('is none where the trace leaves it open: candidates are no choice', () => {
    expect(shown(null, unknown).hardware).toBeNull();
    expect(shown(null).hardware).toBeNull();
  });
  it('is the preset or the saved device that is chosen', () => {
    expect(shown(SECOND.name, ofTrace)).toEqual({ hardware: SECOND, by: 'preset', notHere: null });
    expect(shown('Mine', ofTrace)).toEqual({ hardware: MINE, by: 'saved', notHere: null });
  });
  it('is that of the trace where the choice is not known here, which is told', () => {
    expect(shown('Theirs', ofTrace)).toEqual({ hardware: FIRST, by: 'trace', notHere: 'Theirs' });
    expect(shown('Theirs', unknown)).toEqual({ hardware: null, by: 'trace', notHere: 'Theirs' });
  });
});
