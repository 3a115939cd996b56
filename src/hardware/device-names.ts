import { PRESETS } from '../../workers/engine/hardware.ts';
import type { Hardware } from '../../workers/roofline/hardware.ts';

/** Longest name that a file of a device may hold. */
const NAME_LENGTH = 100;

/**
 * What is wrong with a name for a device, in words; null where nothing is. Names are how links and menus tell devices apart, so that none
 * may stand for two: neither a preset's nor that of another saved device.
 */
export function nameFault(name: string, others: readonly Hardware[]): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'Give the device a name.';
  if (trimmed.length > NAME_LENGTH) return `A name has at most ${NAME_LENGTH} characters.`;
  if (isNamed(PRESETS, trimmed)) return `${trimmed} is a preset. Choose another name.`;
  return isNamed(others, trimmed) ? `You have a device named ${trimmed}. Choose another name.` : null;
}

/** The name itself where it is free, else with a remark in brackets, numbered where that is taken too. */
export function freeName(name: string, remark: string, others: readonly Hardware[]): string {
  for (let attempt = 0; ; attempt++) {
    const ending = attempt === 0 ? '' : ` (${remark}${attempt === 1 ? '' : ` ${attempt}`})`;
    const candidate = name.slice(0, NAME_LENGTH - ending.length) + ending;
    if (!isNamed(PRESETS, candidate) && !isNamed(others, candidate)) return candidate;
  }
}

function isNamed(devices: readonly Hardware[], name: string): boolean {
  return devices.some((device) => device.name === name);
}
