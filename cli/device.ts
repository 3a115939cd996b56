import { existsSync, readFileSync } from 'node:fs';
import { err, ok, type Result } from '../workers/base/result.ts';
import { type HardwareFault, PRESETS, type ReadHardware, readHardware } from '../workers/engine/hardware.ts';

const A_FILE = /\.json$/i;

/** The device that a preset's name, in any case, or a file stands for; or what is wrong with it, in one line. */
export function readDevice(nameOrFile: string): Result<ReadHardware, string> {
  const preset = PRESETS.find(({ name }) => name.toLowerCase() === nameOrFile.toLowerCase());
  if (preset) return ok({ hardware: preset, ignored: [] });
  if (A_FILE.test(nameOrFile) || existsSync(nameOrFile)) return deviceFile(nameOrFile);
  const names = PRESETS.map(({ name }) => `"${name}"`).join(', ');
  return err(`--hardware names no preset: "${nameOrFile}". Presets are ${names}; or name a file, as in device.json`);
}

function deviceFile(file: string): Result<ReadHardware, string> {
  const text = fileText(file);
  if (!text.ok) return text;
  const read = readHardware(text.value);
  return read.ok ? read : err(`--hardware ${file}: ${faultText(read.error)}`);
}

function fileText(file: string): Result<string, string> {
  try {
    return ok(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return err(`--hardware ${file}: ${error.message}`);
    throw error;
  }
}

const EXPECTED: Readonly<Record<HardwareFault['expected'], string>> = {
  JSON: 'JSON is expected',
  object: 'an object is expected',
  name: 'a name of 1 to 100 characters is expected',
  'positive number': 'a number above 0 is expected',
  text: 'text is expected',
  flag: 'true or false is expected',
  'list of precisions': 'a list of precisions is expected, as in ["fp64"]',
  figures: 'figures are expected: "datasheet", "achievable" or "max_achievable_tflops"',
};

function faultText({ at, expected }: HardwareFault): string {
  return at === '' ? EXPECTED[expected] : `${EXPECTED[expected]} at ${at}`;
}
