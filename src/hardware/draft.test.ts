import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../workers/engine/hardware.ts';
import type { Hardware } from '../../workers/roofline/hardware.ts';
import { type Draft, draftOf, EMPTY_DEVICE, editedDevice, figureFault, isEdited, withMatrixOnVector } from './draft.ts';
import type { FigureId } from './figures.ts';

const PAPER = { value: 989.4, source: 'datasheet', confirmed: true };
const DEVICE: Hardware = {
  name: 'Mine',
  memory: { value: 80, source: 'datasheet', confirmed: true },
  units: 132,
  datasheet: { bandwidth: { value: 3350, source: 'datasheet', confirmed: true }, peaks: { matrix_bf16: PAPER } },
  achievable: { peaks: {} },
  matrixOnVector: ['fp32'],
};

const edit = (id: FigureId, text: string): Draft => ({ ...draftOf(DEVICE, 'Mine'), edits: { [id]: text } });

describe('editedDevice', () => {
  it.each(PRESETS.map((preset) => [preset.name, preset] as const))('leaves %s as it is without edits', (_, preset) => {
    const { names: _names, ...device } = preset;
    expect(editedDevice(draftOf(preset, preset.name))).toEqual(device);
  });

  it('gives a changed figure the user as its source, and that one alone', () => {
    const edited = editedDevice(edit('datasheet.matrix_bf16', ' 900 '));
    expect(edited).toEqual({
      ...DEVICE,
      datasheet: {
        ...DEVICE.datasheet,
        peaks: { matrix_bf16: { value: 900, source: 'edited by you', confirmed: false } },
      },
    });
  });

  it('keeps the source of a figure that is written back', () => {
    expect(editedDevice(edit('datasheet.matrix_bf16', '989.4 ')).datasheet.peaks.matrix_bf16).toEqual(PAPER);
  });

  it('drops a figure whose field is emptied, and adds one', () => {
    expect(editedDevice(edit('datasheet.matrix_bf16', '')).datasheet.peaks).toEqual({});
    expect(editedDevice(edit('units', ' '))).not.toHaveProperty('units');
    expect(editedDevice(edit('achievable.vector_fp32', '60')).achievable.peaks.vector_fp32?.value).toBe(60);
  });

  it('moves matrix products to the vector units and back', () => {
    const moved = withMatrixOnVector(draftOf(DEVICE, 'Mine'), 'fp64', true);
    expect(editedDevice(moved).matrixOnVector).toEqual(['fp32', 'fp64']);
    expect(editedDevice(withMatrixOnVector(moved, 'fp32', false)).matrixOnVector).toEqual(['fp64']);
  });

  it('makes a device of nothing but a name', () => {
    expect(editedDevice(draftOf(EMPTY_DEVICE, ' New '))).toEqual({ ...EMPTY_DEVICE, name: 'New' });
  });
});

describe('figureFault', () => {
  it.each(['', '  ', '1', '0.5', '.5', '5300.', '1e3', ' 42 '])('takes %j', (text) => {
    expect(figureFault(edit('datasheet.bandwidth', text), 'datasheet.bandwidth')).toBeNull();
  });
  it.each(['0', '-1', '1,5', '1 000', 'NaN', 'Infinity', '1e999', '0x10', '5 TB/s', '1e-999'])('refuses %j', (text) => {
    expect(figureFault(edit('datasheet.bandwidth', text), 'datasheet.bandwidth')).toMatch(/number above 0/);
  });
  it('wants units to be whole', () => {
    expect(figureFault(edit('units', '132'), 'units')).toBeNull();
    expect(figureFault(edit('units', '132.5'), 'units')).toMatch(/whole number/);
  });
});

describe('isEdited', () => {
  it('tells a change from none', () => {
    expect(isEdited(draftOf(DEVICE, 'Other name'))).toBe(false);
    expect(isEdited(edit('memory', '80'))).toBe(false);
    expect(isEdited(edit('memory', '81'))).toBe(true);
    expect(isEdited(withMatrixOnVector(draftOf(DEVICE, 'Mine'), 'fp16', true))).toBe(true);
    expect(isEdited(withMatrixOnVector(draftOf(DEVICE, 'Mine'), 'fp32', false))).toBe(true);
  });
});
