import { useMemo } from 'react';
import type { Basis, TraceSummary } from '../../workers/engine/engine.ts';
import { PRESETS } from '../../workers/engine/hardware.ts';
import type { Hardware } from '../../workers/roofline/hardware.ts';
import { type AppState, openSummary, useApp } from './store.ts';

/** What the answers of the active trace depend on, as the page stands. */
export function useBasis(): Basis {
  const scope = useApp((state) => state.scope);
  const conventions = useApp((state) => state.conventions);
  const roof = useApp((state) => state.roof);
  const hardware = useHardware();
  const stepsBy = useApp((state) => state.stepsBy);
  const pseudoOps = useApp((state) => state.pseudoOps);
  const attentionWindows = useApp((state) => state.attentionWindows);
  return useMemo(
    () => ({ scope, conventions, hardware, roof, stepsBy, pseudoOps, attentionWindows }),
    [scope, conventions, hardware, roof, stepsBy, pseudoOps, attentionWindows],
  );
}

/** What an answer depends on that is asked for outside of the view: as `useBasis`, at one moment. */
export function shownBasis(state: AppState): Basis {
  const { scope, conventions, roof, stepsBy, pseudoOps, attentionWindows } = state;
  const { hardware } = shownDevice(state, openSummary(state));
  return { scope, conventions, hardware, roof, stepsBy, pseudoOps, attentionWindows };
}

/** The device whose roofs are shown, or null where nobody knows it yet. */
export function useHardware(): Hardware | null {
  return useApp((state) => shownDevice(state, openSummary(state)).hardware);
}

/** The device whose roofs are shown, and who chose it. */
export interface ShownDevice {
  readonly hardware: Hardware | null;
  readonly by: 'trace' | 'preset' | 'saved';
  /** A name in the link that is neither a preset's nor that of a device saved in this browser: the trace's device is shown. */
  readonly notHere: string | null;
}

/** The chosen device; that of the trace where none is chosen or the choice is not known here. */
export function shownDevice(
  { hardware: chosen, savedHardware }: Pick<AppState, 'hardware' | 'savedHardware'>,
  summary: Pick<TraceSummary, 'hardware'> | undefined,
): ShownDevice {
  const saved = savedHardware.find(({ name }) => name === chosen);
  if (saved) return { hardware: saved, by: 'saved', notHere: null };
  const preset = PRESETS.find(({ name }) => name === chosen);
  if (preset) return { hardware: preset, by: 'preset', notHere: null };
  const hardware = summary?.hardware.state === 'chosen' ? summary.hardware.hardware : null;
  return { hardware, by: 'trace', notHere: chosen };
}

/** The device that is shown, for what tells the user of it. */
export function useShownDevice(): ShownDevice {
  const hardware = useApp((state) => state.hardware);
  const savedHardware = useApp((state) => state.savedHardware);
  const summary = useApp(openSummary);
  return useMemo(() => shownDevice({ hardware, savedHardware }, summary), [hardware, savedHardware, summary]);
}
