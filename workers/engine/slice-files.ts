import { conservationOf } from '../steps/slices/conservation.ts';
import { type Files, manifestFile, type SaveProgress, saveSlices, zipOf } from '../steps/slices/save-slices.ts';
import { baseName } from '../steps/slices/slice-names.ts';
import { outsideSlices, phaseSlices, rangeSlice, type Slice, singleSlices } from '../steps/slices/slice-plan.ts';
import { Slicer } from '../steps/slices/slicer.ts';
import { splitManifest } from '../steps/slices/split-manifest.ts';
import { stepsOf } from '../steps/stepped-model.ts';
import type { Steps } from '../steps/steps.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import type { SavedFile, SliceRequest } from './engine.ts';

/** The part of a trace that is asked for: a trace of its own, or a zip of several with the files that tell what they are. */
export async function sliceFiles(
  model: TraceModel,
  file: string,
  request: SliceRequest,
  onProgress: (progress: SaveProgress) => void,
  signal: AbortSignal,
): Promise<SavedFile> {
  const steps = stepsOf(model);
  const base = baseName(file);
  const slicer = new Slicer(model, steps);
  const files = await saveSlices(model, steps, slicer, slicesOf(steps, request, base), onProgress, signal);
  const traces = Object.keys(files).filter((path) => path.endsWith('.json.gz'));
  if (request.kind === 'range' && traces.length === 1) return { name: traces[0], bytes: files[traces[0]] };
  const parts = request.kind === 'single' ? slicesOf(steps, request, base) : null;
  const manifest = splitManifest(steps, false, parts && conservationOf(model, steps, slicer, parts));
  const all: Files = { ...files, ...manifestFile(manifest) };
  return { name: `${base}_${request.kind}.zip`, bytes: zipOf(all) };
}

function slicesOf({ steps }: Steps, request: SliceRequest, base: string): Slice[] {
  switch (request.kind) {
    case 'range':
      return [rangeSlice(request.range, base)];
    case 'single':
      return [...singleSlices(steps, [0, steps.length], base), ...outsideSlices(base)];
    case 'phases':
      return phaseSlices(steps, request.regions, base);
  }
}
