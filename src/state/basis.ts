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
  return useMemo(() => ({ scope, conventions, hardware, roof }), [scope, conventions, hardware, roof]);
}

/** The device whose roofs are shown, or null where nobody knows it yet. */
export function useHardware(): Hardware | null {
  return useApp((state) => shownHardware(state, openSummary(state)));
}

/** The chosen device; that of the trace where none is chosen or the choice is not known here. */
function shownHardware(
  { hardware, savedHardware }: Pick<AppState, 'hardware' | 'savedHardware'>,
  summary: TraceSummary | undefined,
): Hardware | null {
  const chosen = [...savedHardware, ...PRESETS].find(({ name }) => name === hardware);
  if (chosen) return chosen;
  return summary?.hardware.state === 'chosen' ? summary.hardware.hardware : null;
}
