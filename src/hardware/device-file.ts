import { readHardware, writeHardware } from '../../workers/engine/hardware.ts';
import type { Hardware } from '../../workers/roofline/hardware.ts';
import { showDialog } from '../state/store.ts';
import { download } from '../table/download.ts';

const INPUT_ID = 'import-device';
/** More than any file of a device has; what is larger would keep the page busy for nothing. */
const LARGEST_BYTES = 1e6;

/** Id of the file input that `chooseDeviceFile` clicks; the menu renders it once. */
export { INPUT_ID as DEVICE_INPUT_ID };

/** Shows the browser's dialog to choose a file of a device. */
export function chooseDeviceFile(): void {
  document.getElementById(INPUT_ID)?.click();
}

/** Reads a file of a device and shows its figures, to be saved; or says what is wrong with it. */
export async function importDevice(file: File): Promise<void> {
  if (file.size > LARGEST_BYTES) return showDialog({ kind: 'device-refused', file: file.name, fault: 'too-large' });
  const result = readHardware(await file.text());
  if (result.ok) showDialog({ kind: 'device', read: { ...result.value, file: file.name } });
  else showDialog({ kind: 'device-refused', file: file.name, fault: result.error });
}

/** Saves a device as a file that `importDevice` reads back. */
export function exportDevice(hardware: Hardware): void {
  download(new TextEncoder().encode(writeHardware(hardware)), `${hardware.name}.json`, 'application/json');
}
