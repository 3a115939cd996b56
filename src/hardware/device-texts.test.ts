import { describe, expect, it } from 'vitest';
import { PRESETS, readHardware } from '../../workers/engine/hardware.ts';
import { faultText, memoryText, peaksText, whyUnknown } from './device-texts.ts';

const unknown = { state: 'unknown', candidates: [] } as const;

describe('whyUnknown', () => {
  const two = PRESETS.slice(0, 2);

  it('names what the trace says', () => {
    expect(whyUnknown({ ...unknown, why: 'no-device' }, undefined)).toBe('The trace names no device.');
    expect(whyUnknown({ ...unknown, why: 'unknown-name' }, 'Gaudi 3')).toBe(
      'No preset fits what the trace names: Gaudi 3.',
    );
    expect(whyUnknown({ ...unknown, why: 'ambiguous', candidates: two }, 'V100')).toBe('V100 may be any of 2 presets.');
  });
  it('names what the numbers contradict', () => {
    expect(whyUnknown({ ...unknown, why: 'numbers-differ', candidates: PRESETS.slice(0, 1) }, 'V100, 8 GB')).toMatch(
      `are not those of ${PRESETS[0].name}.`,
    );
    expect(whyUnknown({ ...unknown, why: 'numbers-differ', candidates: two }, 'V100, 8 GB')).toMatch(
      `are not those of any of ${PRESETS[0].name}, ${PRESETS[1].name}.`,
    );
  });
});

describe('faultText', () => {
  it.each([
    ['', 'The file should hold JSON.'],
    ['[]', 'The file should hold an object in braces.'],
    ['{"name":"","datasheet":{}}', 'name should be a name of 1 to 100 characters.'],
    [
      '{"name":"X","datasheet":{"peaks":{"matrix_bf16":-1}}}',
      'datasheet.peaks.matrix_bf16 should be a number above 0.',
    ],
    [
      '{"name":"X","max_achievable_tflops":{"matrix_bf16":null}}',
      'max_achievable_tflops.matrix_bf16 should be a number above 0.',
    ],
  ])('says where %s is wrong', (text, words) => {
    const result = readHardware(text);
    if (result.ok) throw new Error('was read');
    expect(faultText(result.error)).toBe(words);
  });
});

describe('remarks on a device', () => {
  const device = {
    name: 'X',
    datasheet: { peaks: { matrix_bf16: { value: 1, source: '', confirmed: true } } },
    achievable: { peaks: {} },
    matrixOnVector: [],
  };

  it('count its compute figures', () => {
    expect(peaksText(device, 'datasheet')).toBe('1 compute figure');
    expect(peaksText(device, 'achievable')).toBe('no compute figures');
  });
  it('tell its memory where known', () => {
    expect(memoryText(device)).toBe('');
    const withMemory = (value: number) => ({ ...device, memory: { value, source: '', confirmed: true } });
    expect(memoryText(withMemory(80))).toBe('80\u202fGB');
    expect(memoryText({ ...withMemory(80), name: 'X 80 GB' })).toBe('');
    expect(memoryText(withMemory(31.75))).toBe('31.8\u202fGB');
  });
});
