import { describe, expect, it } from 'vitest';
import { PRESETS, readHardware } from '../../workers/engine/hardware.ts';
import { EMPTY_DEVICE } from './draft.ts';
import { type DeviceRead, editSubject } from './edit-subject.ts';

const MINE = { ...EMPTY_DEVICE, name: 'Mine' };
const NOTHING = { hardware: null, by: 'trace', notHere: null } as const;

describe('editSubject', () => {
  it('copies a preset under a free name', () => {
    const [preset] = PRESETS;
    const subject = editSubject(undefined, { hardware: preset, by: 'trace', notHere: null }, [MINE]);
    expect(subject).toMatchObject({ device: preset, name: `${preset.name} (edited)`, replaced: null });
  });

  it('replaces a saved device', () => {
    const subject = editSubject(undefined, { hardware: MINE, by: 'saved', notHere: null }, [MINE]);
    expect(subject).toMatchObject({ device: MINE, name: 'Mine', replaced: 'Mine' });
  });

  it('begins empty where no device is known', () => {
    expect(editSubject(undefined, NOTHING, [])).toMatchObject({ device: EMPTY_DEVICE, name: '', replaced: null });
  });
});

describe('a device from a file', () => {
  const read = (text: string): DeviceRead => {
    const result = readHardware(text);
    if (!result.ok) throw new Error('refused');
    return { ...result.value, file: 'x.json' };
  };

  it('keeps its name where that is free, and says what was left out', () => {
    const file = read('{"name":"X","freq_mhz":2100,"mem_bw_gbps":5300,"max_achievable_tflops":{"matrix_int4":9}}');
    const { name, note } = editSubject(file, NOTHING, [MINE]);
    expect(name).toBe('X');
    expect(note).toContain('count for both roofs');
    expect(note).toContain('left out: freq_mhz, max_achievable_tflops.matrix_int4.');
  });

  it('takes no name from a preset or a saved device, and says so', () => {
    const preset = editSubject(read('{"name":"MI300X","datasheet":{}}'), NOTHING, [MINE]);
    expect(preset.name).toBe('MI300X (imported)');
    expect(preset.note).toContain('MI300X is taken');
    expect(preset.note).not.toContain('left out');
    expect(editSubject(read('{"name":"Mine","datasheet":{}}'), NOTHING, [MINE]).name).toBe('Mine (imported)');
  });

  it('names some of many keys and counts the rest', () => {
    const keys = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`key${i}`, 1]));
    const { note } = editSubject(read(JSON.stringify({ name: 'X', datasheet: {}, ...keys })), NOTHING, []);
    expect(note).toContain('key7 and 2 more.');
  });
});
