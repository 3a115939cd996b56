import type { JsonObject } from '../base/json.ts';
import type { Hardware } from './hardware.ts';
import { PRESETS } from './presets.ts';

/** What the profiler says of one device: an entry of `deviceProperties`. */
export type DeviceProperties = JsonObject;

/** Which preset a device is. Unknown means that somebody must choose; the candidates are those that its name or its numbers allow. */
export type Choice =
  | { readonly state: 'chosen'; readonly hardware: Hardware; readonly by: 'name' | 'memory-and-units' }
  | {
      readonly state: 'unknown';
      readonly why: 'no-device' | 'unknown-name' | 'numbers-differ' | 'ambiguous';
      readonly candidates: readonly Hardware[];
    };

/** Usable memory as the driver reports it (GiB) over what is marketed: less where ECC or firmware take some. */
const LEAST_MEMORY = 0.9;
const MOST_MEMORY = 1.03;

/**
 * The preset that a device's name, memory size and SM or CU count single out. A device whose numbers contradict its name (a MIG slice, a
 * partition, a variant) is unknown; so is one that leaves several presets. A device without a name, as ROCm reports at times, is
 * taken by its numbers where one preset alone has them.
 */
export function chooseHardware(device: DeviceProperties | undefined): Choice {
  if (device === undefined) return { state: 'unknown', why: 'no-device', candidates: [] };
  const name = typeof device.name === 'string' ? device.name.trim() : '';
  if (name === '') return chooseByNumbers(device);
  const named = PRESETS.filter((preset) => preset.names.test(name));
  if (named.length === 0) return { state: 'unknown', why: 'unknown-name', candidates: [] };
  const fitting = named.filter((preset) => memoryFits(preset, device) !== false && unitsFit(preset, device) !== false);
  if (fitting.length === 1) return { state: 'chosen', hardware: fitting[0], by: 'name' };
  if (fitting.length === 0) return { state: 'unknown', why: 'numbers-differ', candidates: named };
  return { state: 'unknown', why: 'ambiguous', candidates: fitting };
}

function chooseByNumbers(device: DeviceProperties): Choice {
  const fitting = PRESETS.filter((preset) => memoryFits(preset, device) && unitsFit(preset, device));
  if (fitting.length === 1) return { state: 'chosen', hardware: fitting[0], by: 'memory-and-units' };
  return { state: 'unknown', why: fitting.length === 0 ? 'unknown-name' : 'ambiguous', candidates: fitting };
}

function memoryFits({ memory }: Hardware, { totalGlobalMem }: DeviceProperties): boolean | undefined {
  if (memory === undefined || typeof totalGlobalMem !== 'number') return undefined;
  const share = totalGlobalMem / 1024 ** 3 / memory.value;
  return share >= LEAST_MEMORY && share <= MOST_MEMORY;
}

function unitsFit({ units }: Hardware, { numSms }: DeviceProperties): boolean | undefined {
  return units === undefined || typeof numSms !== 'number' ? undefined : units === numSms;
}
