import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../workers/engine/hardware.ts';
import type { Figure, Hardware } from '../../workers/roofline/hardware.ts';
import { commonSource, FIGURE_IDS, figureAt, sourceText } from './figures.ts';

const figure = (value: number, source: string): Figure => ({ value, source, confirmed: true });
const DEVICE: Hardware = {
  name: 'X',
  memory: figure(80, 'm'),
  units: 132,
  datasheet: { bandwidth: figure(1, 'a'), peaks: { matrix_bf16: figure(2, 'b'), vector_fp32: figure(3, 'a') } },
  achievable: { peaks: { matrix_bf16: figure(4, 'a') } },
  matrixOnVector: [],
};

describe('figureAt', () => {
  it('finds each figure where it stands, and no other', () => {
    const found = FIGURE_IDS.flatMap((id) => {
      const at = figureAt(DEVICE, id);
      return at ? [[id, at.value]] : [];
    });
    expect(Object.fromEntries(found)).toEqual({
      memory: 80,
      units: 132,
      'datasheet.bandwidth': 1,
      'datasheet.matrix_bf16': 2,
      'datasheet.vector_fp32': 3,
      'achievable.matrix_bf16': 4,
    });
  });
});

describe('commonSource', () => {
  it('is that of most figures of one kind', () => expect(commonSource(DEVICE, 'datasheet')).toBe('a'));
  it('is none where a single figure has it', () => expect(commonSource(DEVICE, 'achievable')).toBeNull());
  it('is none without figures', () => {
    expect(commonSource({ ...DEVICE, datasheet: { peaks: {} } }, 'datasheet')).toBeNull();
  });
  it('leaves every source of every preset to be read', () => {
    for (const preset of PRESETS) {
      for (const id of FIGURE_IDS.filter((at) => at.startsWith('datasheet'))) {
        const at = figureAt(preset, id);
        const common = commonSource(preset, 'datasheet');
        if (!at || at.source === common) continue;
        const text = sourceText(at, common);
        expect([text, `${common}; ${text}`, `${text}; not confirmed`, `${common}; not confirmed`]).toContain(at.source);
      }
    }
  });
});

describe('sourceText', () => {
  it.each([
    ['a', 'a', 'as above'],
    ['a; not confirmed', 'a', 'as above'],
    ['a; derived', 'a', 'derived'],
    ['ab', 'a', 'ab'],
    ['a', null, 'a'],
  ])('%j beside %j is %j', (source, common, text) => expect(sourceText(figure(1, source), common)).toBe(text));
});
