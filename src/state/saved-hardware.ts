import { readHardware, writeHardware } from '../../workers/engine/hardware.ts';
import type { Hardware } from '../../workers/roofline/hardware.ts';
import { freeName } from '../hardware/device-names.ts';
import { useApp } from './store.ts';

/** The devices that the user made, as a list of what the export of each writes. */
const KEY = 'roofscope-hardware';

/** Takes over the devices that this browser keeps, and from now on those that another tab of the page saves. */
export function rememberHardware(): void {
  useApp.setState({ savedHardware: read() });
  addEventListener('storage', ({ key }) => {
    // Null: all of the storage was cleared.
    if (key === KEY || key === null) useApp.setState({ savedHardware: read() });
  });
}

/**
 * Saves a device, in the place of the one named `replaced` where there is one, and shows its roofs.
 * Returns whether the browser keeps it; without storage it lasts as long as the page.
 */
export function saveHardware(device: Hardware, replaced: string | null): boolean {
  const { savedHardware } = useApp.getState();
  const others = savedHardware.filter(({ name }) => name !== replaced && name !== device.name);
  const devices = [...others, device].sort((a, b) => a.name.localeCompare(b.name));
  useApp.setState({ savedHardware: devices, hardware: device.name });
  return write(devices);
}

/** Forgets a saved device; where its roofs were shown, those of the trace's device are shown again. */
export function deleteHardware(name: string): void {
  const { savedHardware, hardware } = useApp.getState();
  const devices = savedHardware.filter((device) => device.name !== name);
  useApp.setState({ savedHardware: devices, hardware: hardware === name ? null : hardware });
  write(devices);
}

function read(): readonly Hardware[] {
  try {
    return devicesIn(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    // Storage is off, or holds something that we did not write.
    return [];
  }
}

/** The devices of a stored list, each checked as a file would be; one that is damaged does not cost the others. */
function devicesIn(stored: unknown): readonly Hardware[] {
  const devices: Hardware[] = [];
  for (const item of Array.isArray(stored) ? stored : []) {
    const result = readHardware(JSON.stringify(item));
    if (!result.ok) continue;
    const { hardware } = result.value;
    // A newer page may bring a preset of the same name.
    devices.push({ ...hardware, name: freeName(hardware.name, 'saved', devices) });
  }
  return devices;
}

function write(devices: readonly Hardware[]): boolean {
  try {
    localStorage.setItem(KEY, `[${devices.map(writeHardware).join(',')}]`);
    return true;
  } catch {
    return false;
  }
}
