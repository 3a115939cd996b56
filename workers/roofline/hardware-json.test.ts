import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHardware, writeHardware } from './hardware-json.ts';
import { PRESETS } from './presets.ts';

describe('readHardware', () => {
  it.each(PRESETS.map((preset) => [preset.name, preset] as const))('reads back what was written of %s', (_, preset) => {
    const { names: _names, ...hardware } = preset;
    expect(readHardware(writeHardware(preset))).toEqual({ ok: true, value: { hardware, ignored: [] } });
  });

  it('takes an architecture file for both roofs and tells what it left', () => {
    const text =
      '{"name":"X","mem_bw_gbps":5300,"freq_mhz":2100,"max_achievable_tflops":{"matrix_bf16":708,"matrix_int4":9}}';
    const read = readHardware(text);
    if (!read.ok) throw new Error('refused');
    const { hardware, ignored } = read.value;
    expect(hardware.datasheet).toBe(hardware.achievable);
    expect(hardware.datasheet.bandwidth?.value).toBe(5300);
    expect(hardware.datasheet.peaks.matrix_bf16?.value).toBe(708);
    expect(ignored).toEqual(['freq_mhz', 'max_achievable_tflops.matrix_int4']);
  });

  it.each([
    ['', '', 'JSON'],
    ['[]', '', 'object'],
    ['{"name":"X"}', '', 'figures'],
    ['{"name":"","datasheet":{}}', 'name', 'name'],
    ['{"name":"X","datasheet":{"bandwidth":-1}}', 'datasheet.bandwidth', 'positive number'],
    ['{"name":"X","datasheet":{"peaks":{"matrix_bf16":"9"}}}', 'datasheet.peaks.matrix_bf16', 'object'],
    [
      '{"name":"X","datasheet":{"peaks":{"matrix_bf16":{"value":1,"source":"s"}}}}',
      'datasheet.peaks.matrix_bf16.confirmed',
      'flag',
    ],
    [
      '{"name":"X","max_achievable_tflops":{"matrix_bf16":null}}',
      'max_achievable_tflops.matrix_bf16',
      'positive number',
    ],
    ['{"name":"X","datasheet":{},"matrixOnVector":["bf17"]}', 'matrixOnVector', 'list of precisions'],
  ])('refuses %s at %s', (text, at, expected) => {
    expect(readHardware(text)).toEqual({ ok: false, error: { at, expected } });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.json(), (text) => typeof readHardware(text).ok === 'boolean'));
  });
});
