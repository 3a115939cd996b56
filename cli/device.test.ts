import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readDevice } from './device.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'roofscope-device-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};

describe('a device on the command line', () => {
  it('is a preset by its name in any case', () => {
    expect(readDevice('mi300x')).toMatchObject({ ok: true, value: { hardware: { name: 'MI300X' }, ignored: [] } });
    expect(readDevice('H200 sxm')).toMatchObject({ ok: true, value: { hardware: { name: 'H200 SXM' } } });
  });

  it('is an architecture file, whose figures count for both roofs', () => {
    const file = write(
      'arch.json',
      '{"name":"X","mem_bw_gbps":10,"max_achievable_tflops":{"matrix_bf16":2},"extra":1}',
    );
    const figure = { matrix_bf16: { value: 2 } };
    expect(readDevice(file)).toMatchObject({
      ok: true,
      value: {
        hardware: { name: 'X', datasheet: { peaks: figure }, achievable: { peaks: figure } },
        ignored: ['extra'],
      },
    });
  });

  it('lists the presets when it is unknown', () => {
    expect(readDevice('H100')).toMatchObject({ ok: false });
    expect(JSON.stringify(readDevice('H100'))).toMatch(/no preset: .*H100.*H100 SXM 80 GB.*MI355X/);
  });

  it.each([
    ['not.json', '{"name":', /: JSON is expected$/],
    ['list.json', '[]', /: an object is expected$/],
    ['empty.json', '{"name":"X"}', /: figures are expected: /],
    [
      'negative.json',
      '{"name":"X","max_achievable_tflops":{"matrix_bf16":-1}}',
      /: a number above 0 is expected at max_achievable_tflops\.matrix_bf16$/,
    ],
  ])('%s is refused with the place and what was expected', (name, text, message) => {
    const read = readDevice(write(name, text));
    expect(!read.ok && read.error).toMatch(message);
    expect(!read.ok && read.error).toContain(name);
  });

  it('says why a file cannot be read', () => {
    const missing = readDevice(path.join(folder, 'missing.json'));
    expect(!missing.ok && missing.error).toMatch(/missing\.json: ENOENT/);
    const isFolder = readDevice(folder);
    expect(!isFolder.ok && isFolder.error).toMatch(/EISDIR/);
  });
});
