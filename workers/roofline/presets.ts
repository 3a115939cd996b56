import { AMD } from './presets/amd.ts';
import { NVIDIA } from './presets/nvidia.ts';
import { type Preset, presetOf } from './presets/row.ts';

/** Devices from V100 to GB200 and MI210 to MI355X, by maker. Peaks are dense. */
export const PRESETS_BY_MAKER: readonly { readonly maker: string; readonly presets: readonly Preset[] }[] = [
  { maker: 'NVIDIA', presets: NVIDIA.map(presetOf) },
  { maker: 'AMD', presets: AMD.map(presetOf) },
];

export const PRESETS: readonly Preset[] = PRESETS_BY_MAKER.flatMap(({ presets }) => presets);
