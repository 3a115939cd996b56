import type { TraceSummary } from '../../workers/engine/engine.ts';
import type { HardwareFault } from '../../workers/engine/hardware.ts';
import type { Hardware, RoofKind } from '../../workers/roofline/hardware.ts';
import { formatCount, formatSignificant, withUnit } from '../format/format.ts';

type Unknown = Extract<TraceSummary['hardware'], { state: 'unknown' }>;

/** Why nobody knows which device a trace is of, in a sentence. `recorded` is what the trace says of its device, if anything. */
export function whyUnknown({ why, candidates }: Unknown, recorded: string | undefined): string {
  switch (why) {
    case 'no-device':
      return 'The trace names no device.';
    case 'unknown-name':
      return `No preset fits what the trace names: ${recorded ?? 'a device without a name'}.`;
    case 'numbers-differ':
      return `Memory or units of ${recorded ?? 'the device'} are not those of ${listed(candidates)}. It may be a slice, a partition or a variant.`;
    case 'ambiguous':
      return `${recorded ?? 'The device of the trace'} may be any of ${candidates.length} presets.`;
  }
}

function listed(devices: readonly Hardware[]): string {
  return devices.length === 1 ? devices[0].name : `any of ${devices.map(({ name }) => name).join(', ')}`;
}

/** The amount of memory, where it is known and the name does not say it, as a short remark. */
export function memoryText({ name, memory }: Hardware): string {
  if (!memory || name.includes(`${memory.value} GB`)) return '';
  const { value } = memory;
  return withUnit(Number.isInteger(value) ? formatCount(value) : formatSignificant(value), 'GB');
}

/** How many compute roofs a device has of one kind. */
export function peaksText(hardware: Hardware, kind: RoofKind): string {
  const count = Object.keys(hardware[kind].peaks).length;
  if (count === 0) return 'no compute figures';
  return count === 1 ? '1 compute figure' : `${count} compute figures`;
}

const EXPECTED: Readonly<Record<HardwareFault['expected'], string>> = {
  JSON: 'JSON',
  object: 'an object in braces',
  name: 'a name of 1 to 100 characters',
  'positive number': 'a number above 0',
  text: 'text',
  flag: 'true or false',
  'list of precisions': 'a list of precisions, such as ["fp32", "fp64"]',
  figures: 'figures under datasheet or achievable, or under max_achievable_tflops',
};

/** What is wrong with a file of a device, in a sentence with the path of the value. */
export function faultText(fault: HardwareFault | 'too-large'): string {
  if (fault === 'too-large') return 'It is larger than 1 MB, which no description of a device is.';
  const { at, expected } = fault;
  return at === '' ? `The file should hold ${EXPECTED[expected]}.` : `${at} should be ${EXPECTED[expected]}.`;
}
