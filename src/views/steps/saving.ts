import { create } from 'zustand';
import type { SaveProgress, SliceRequest } from '../../../workers/engine/engine.ts';
import type { OpenTrace } from '../../engine/engine-client.ts';
import { formatBytes } from '../../format/format.ts';
import { shownBasis } from '../../state/basis.ts';
import { appState, notify, openTrace } from '../../state/store.ts';
import { download } from '../../table/download.ts';

/** A part of a trace on its way to a file. It goes on when another view is shown. */
export interface Saving {
  readonly trace: OpenTrace;
  /** What is saved: `step 62`. */
  readonly what: string;
  /** Null until the first is told. */
  readonly progress: SaveProgress | null;
}

export const useSaving = create<{ readonly current: Saving | null }>()(() => ({ current: null }));

/** Saves a part of the trace that is shown as a file; what was being saved before is given up. */
export async function savePart(what: string, request: SliceRequest): Promise<void> {
  const state = appState();
  const trace = openTrace(state);
  if (!trace) return;
  stopSaving();
  let own: Saving = { trace, what, progress: null };
  const isCurrent = () => useSaving.getState().current === own;
  useSaving.setState({ current: own });
  try {
    const { name, bytes } = await trace.slices(shownBasis(state), request, (progress) => {
      if (!isCurrent()) return;
      own = { ...own, progress };
      useSaving.setState({ current: own });
    });
    if (!isCurrent()) return;
    download(new Uint8Array(bytes), name, name.endsWith('.zip') ? 'application/zip' : 'application/gzip');
    notify(`Saved ${what} as ${name}, ${formatBytes(bytes.length)}`);
  } catch (error) {
    if (isCurrent()) notify(`${what} could not be saved: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    if (isCurrent()) useSaving.setState({ current: null });
  }
}

/** Gives up what is being saved. */
export function stopSaving(): void {
  const { current } = useSaving.getState();
  if (!current) return;
  useSaving.setState({ current: null });
  // A trace that is gone has nothing to stop.
  current.trace.stopSlices().catch(() => undefined);
}
