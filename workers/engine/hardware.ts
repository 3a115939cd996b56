// What the page knows of devices without asking a trace: the presets, their figures by name, and files of devices.
export { PEAK_NAMES, type PeakName, PRECISIONS } from '../roofline/hardware.ts';
export { type HardwareFault, type ReadHardware, readHardware, writeHardware } from '../roofline/hardware-json.ts';
export { PRESETS, PRESETS_BY_MAKER } from '../roofline/presets.ts';
