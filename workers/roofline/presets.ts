import { AMD } from './presets/amd.ts';
import { NVIDIA } from './presets/nvidia.ts';
import { type Preset, presetOf } from './presets/row.ts';

/** Devices from V100 to GB200 and MI210 to MI355X. Peaks are dense. */
export const PRESETS: readonly Preset[] = [...NVIDIA, ...AMD].map(presetOf);
