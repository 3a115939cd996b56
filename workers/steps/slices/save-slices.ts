import { strToU8, zipSync } from 'fflate';
import type { TraceModel } from '../../trace/trace-model.ts';
import type { Steps } from '../steps.ts';
import { type ExecutionDetails, executionDetails, executionDetailsCsv } from './execution-details.ts';
import { gzipTrace } from './gzip-trace.ts';
import type { Slice } from './slice-plan.ts';
import type { Slicer } from './slicer.ts';
import type { SplitManifest } from './split-manifest.ts';

/** Files by path below a folder. */
export type Files = Readonly<Record<string, Uint8Array>>;

/** How far slices are written. */
export interface SaveProgress {
  /** Events written, of all that the slices hold; compressed bytes so far. */
  readonly events: number;
  readonly totalEvents: number;
  readonly bytes: number;
  readonly slices: number;
  readonly totalSlices: number;
}

/**
 * Slices as `.json.gz` files and, unless there are none, `execution_details.json` and `.csv` about them. Slices without an event of
 * their own are left out.
 * @param signal ends the work between two chunks; the promise then rejects with its reason.
 */
export async function saveSlices(
  model: TraceModel,
  steps: Steps,
  slicer: Slicer,
  slices: readonly Slice[],
  onProgress: (progress: SaveProgress) => void = () => {},
  signal?: AbortSignal,
): Promise<Files> {
  const files: Record<string, Uint8Array> = {};
  const details: ExecutionDetails[] = [];
  const filled = slices.filter(({ places }) => places.some((place) => slicer.size(place) > 0));
  const chosen = filled.map((slice) => ({ slice, events: slicer.events(slice.places) }));
  const totalEvents = chosen.reduce((sum, { events }) => sum + events.length, 0);
  let [eventsBefore, bytesBefore] = [0, 0];
  for (const [index, { slice, events }] of chosen.entries()) {
    const file = await gzipTrace(
      model.columns,
      events,
      (done) => {
        const [events, bytes] = [eventsBefore + done.events, bytesBefore + done.bytes];
        onProgress({ events, totalEvents, bytes, slices: index, totalSlices: chosen.length });
      },
      signal,
    );
    files[slice.path] = file;
    details.push(executionDetails(model, steps.steps, slicer, slice, events.length));
    eventsBefore += events.length;
    bytesBefore += file.length;
  }
  return { ...files, ...detailFiles(details) };
}

function detailFiles(details: readonly ExecutionDetails[]): Files {
  if (details.length === 0) return {};
  return {
    'execution_details.json': jsonFile(details),
    'execution_details.csv': strToU8(executionDetailsCsv(details)),
  };
}

/** The file that tells how a trace was split. */
export function manifestFile(manifest: SplitManifest): Files {
  return { 'split_manifest.json': jsonFile(manifest) };
}

/** Files in one zip. They are stored as they are: what is large is compressed already. */
export function zipOf(files: Files): Uint8Array {
  return zipSync({ ...files }, { level: 0, mtime: '1980-01-01' });
}

const jsonFile = (value: unknown): Uint8Array => strToU8(`${JSON.stringify(value, null, 2)}\n`);
