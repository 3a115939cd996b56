import { readAtom } from './atom-annotations.ts';
import { readSglang, readVllm } from './serving-annotations.ts';
import { labelOf } from './step-label.ts';
import type { StepLabel } from './steps.ts';

/**
 * What a name tells of its step, null where it is none of the known forms. Forms are matched at the start of the name; what follows
 * them is ignored.
 */
export function readAnnotation(name: string): StepLabel | null {
  return readVllm(name) ?? readSglang(name) ?? readAtom(name) ?? readDiffusion(name) ?? readMarker(name);
}

/** Names that a framework gives to its steps, whether or not the rest of them can be read. */
const STEP_SHAPED =
  /^(?:execute_(?:\d+_)?context_|execute_new_\d+_cached_|execute_diffusion_|step\[|prefill\[|decode\[|ProfilerStep#)/i;

/** Whether a name stands for a step, even if it cannot be read. */
export function looksLikeStep(name: string): boolean {
  return STEP_SHAPED.test(name);
}

/** xDiT: `execute_diffusion_<batch>_<width>x<height>`. */
function readDiffusion(name: string): StepLabel | null {
  const match = /^execute_diffusion_\d+_(\d+x\d+)/.exec(name);
  return match && labelOf('xdit', { phase: 'step', resolution: match[1] });
}

/** Marks of the profiler, which tell no phase, and of graph capture: `capture_<batch>_<what>`. */
function readMarker(name: string): StepLabel | null {
  if (/^ProfilerStep#\d+/.test(name)) return labelOf('profiler', { phase: 'step' });
  const capture = /^capture_(\d+)_(.+)/.exec(name);
  if (!capture) return null;
  const [, batch, rest] = capture;
  const pair = /^(draft|verify|target_verify)_(full|piecewise)$/i.exec(rest);
  return labelOf('capture', {
    phase: 'step',
    tokens: Number(batch),
    mode: pair ? pair[2].toUpperCase() : rest,
    role: pair ? (/^draft$/i.test(pair[1]) ? 'draft' : 'verify') : null,
  });
}
