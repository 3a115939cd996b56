import type { JsonObject, JsonValue } from '../base/json.ts';
import { err, ok, type Result } from '../base/result.ts';
import { type Figure, type Hardware, PEAK_NAMES, type PeakName, PRECISIONS, type Rates } from './hardware.ts';
import type { Precision } from './perf-model.ts';

/** What is wrong with a hardware file: where, and what would do. */
export interface HardwareFault {
  /** Path of the value, `datasheet.peaks.matrix_bf16`; empty for the whole file. */
  readonly at: string;
  readonly expected:
    | 'JSON'
    | 'object'
    | 'name'
    | 'positive number'
    | 'text'
    | 'flag'
    | 'list of precisions'
    | 'figures';
}

/** A device read from a file, and the keys that were not understood. */
export interface ReadHardware {
  readonly hardware: Hardware;
  readonly ignored: readonly string[];
}

const FORMAT = 'roofscope-hardware-1';
const NAME_LENGTH = 100;
const ARCHITECTURE_KEYS = ['name', 'mem_bw_gbps', 'memory_gb', 'max_achievable_tflops'];
const HARDWARE_KEYS = ['format', 'name', 'memory', 'units', 'datasheet', 'achievable', 'matrixOnVector'];

/** A device as text that `readHardware` reads back. */
export function writeHardware(hardware: Hardware): string {
  const { name, memory, units, datasheet, achievable, matrixOnVector } = hardware;
  return `${JSON.stringify({ format: FORMAT, name, memory, units, datasheet, achievable, matrixOnVector }, null, 2)}\n`;
}

/**
 * A device from a file of this product, or from an architecture file of TraceLens (section F), whose figures count for both roofs.
 */
export function readHardware(text: string): Result<ReadHardware, HardwareFault> {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return err({ at: '', expected: 'JSON' });
  }
  if (!isObject(value)) return err({ at: '', expected: 'object' });
  try {
    return ok('max_achievable_tflops' in value ? architecture(value) : hardwareFile(value));
  } catch (fault) {
    if (fault instanceof Refusal) return err(fault.fault);
    throw fault;
  }
}

/** Leaves the reading of a file at its first fault; never leaves this module. */
class Refusal extends Error {
  readonly fault: HardwareFault;

  constructor(at: string, expected: HardwareFault['expected']) {
    super(at);
    this.fault = { at, expected };
  }
}

function architecture(file: JsonObject): ReadHardware {
  const source = 'TraceLens architecture file';
  const given = (at: string, value: JsonValue | undefined): Figure => ({
    value: positive(at, value),
    source,
    confirmed: false,
  });
  const listed = object('max_achievable_tflops', file.max_achievable_tflops);
  const peaks: Partial<Record<PeakName, Figure>> = {};
  for (const name of PEAK_NAMES) {
    if (listed[name] !== undefined) peaks[name] = given(`max_achievable_tflops.${name}`, listed[name]);
  }
  const rates: Rates = {
    ...(file.mem_bw_gbps === undefined ? {} : { bandwidth: given('mem_bw_gbps', file.mem_bw_gbps) }),
    peaks,
  };
  const hardware: Hardware = {
    name: nameOf(file.name),
    ...(file.memory_gb === undefined ? {} : { memory: given('memory_gb', file.memory_gb) }),
    datasheet: rates,
    achievable: rates,
    matrixOnVector: [],
  };
  const ignored = [
    ...unknownKeys(file, ARCHITECTURE_KEYS, ''),
    ...unknownKeys(listed, PEAK_NAMES, 'max_achievable_tflops.'),
  ];
  return { hardware, ignored };
}

function hardwareFile(file: JsonObject): ReadHardware {
  const ignored = unknownKeys(file, HARDWARE_KEYS, '');
  const rates = (at: 'datasheet' | 'achievable'): Rates => {
    const given = object(at, file[at] ?? {});
    const listed = object(`${at}.peaks`, given.peaks ?? {});
    ignored.push(...unknownKeys(given, ['bandwidth', 'peaks'], `${at}.`));
    ignored.push(...unknownKeys(listed, PEAK_NAMES, `${at}.peaks.`));
    const peaks: Partial<Record<PeakName, Figure>> = {};
    for (const name of PEAK_NAMES) {
      if (listed[name] !== undefined) peaks[name] = figure(`${at}.peaks.${name}`, listed[name]);
    }
    return {
      ...(given.bandwidth === undefined ? {} : { bandwidth: figure(`${at}.bandwidth`, given.bandwidth) }),
      peaks,
    };
  };
  if (file.datasheet === undefined && file.achievable === undefined) throw new Refusal('', 'figures');
  const hardware: Hardware = {
    name: nameOf(file.name),
    ...(file.memory === undefined ? {} : { memory: figure('memory', file.memory) }),
    ...(file.units === undefined ? {} : { units: positive('units', file.units) }),
    datasheet: rates('datasheet'),
    achievable: rates('achievable'),
    matrixOnVector: precisions(file.matrixOnVector ?? []),
  };
  return { hardware, ignored };
}

/** A figure with its source, or a number that stands for one without. */
function figure(at: string, value: JsonValue): Figure {
  if (typeof value === 'number') return { value: positive(at, value), source: 'hardware file', confirmed: false };
  const { value: number, source, confirmed } = object(at, value);
  if (typeof source !== 'string') throw new Refusal(`${at}.source`, 'text');
  if (typeof confirmed !== 'boolean') throw new Refusal(`${at}.confirmed`, 'flag');
  return { value: positive(`${at}.value`, number), source, confirmed };
}

function positive(at: string, value: JsonValue | undefined): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) throw new Refusal(at, 'positive number');
  return value;
}

function nameOf(value: JsonValue | undefined): string {
  const name = typeof value === 'string' ? value.trim() : '';
  if (name === '' || name.length > NAME_LENGTH) throw new Refusal('name', 'name');
  return name;
}

function precisions(value: JsonValue): readonly Precision[] {
  if (!Array.isArray(value)) throw new Refusal('matrixOnVector', 'list of precisions');
  return value.map((item) => {
    const precision = PRECISIONS.find((known) => known === item);
    if (precision === undefined) throw new Refusal('matrixOnVector', 'list of precisions');
    return precision;
  });
}

function object(at: string, value: JsonValue | undefined): JsonObject {
  if (!isObject(value)) throw new Refusal(at, 'object');
  return value;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unknownKeys(given: JsonObject, known: readonly string[], prefix: string): string[] {
  return Object.keys(given).flatMap((key) => (known.includes(key) ? [] : [`${prefix}${key}`]));
}
