// What the page knows of devices without asking a trace: the presets, and files of devices.
export { type HardwareFault, readHardware, writeHardware } from '../roofline/hardware-json.ts';
export { PRESETS } from '../roofline/presets.ts';
