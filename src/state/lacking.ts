import { WHOLE_TRACE } from '../../workers/base/scope.ts';
import type { Basis, TraceSummary } from '../../workers/engine/engine.ts';
import type { OpenTrace } from '../engine/engine-client.ts';
import { formatCount, formatDuration } from '../format/format.ts';
import { changeApp } from './store.ts';
import { type TraceParts, traceParts } from './trace-parts.ts';

/** Something that is to be shown and that the trace does not have, as a link may name it. */
export interface Lacking {
  /** In words. */
  readonly text: string;
  /** What can be shown of the parts. */
  readonly without: (parts: TraceParts) => TraceParts;
}

type Asked = Pick<OpenTrace, 'stepDetection' | 'timelinePlace'>;
type Extent = Pick<TraceSummary, 'kept' | 'startNs' | 'spanNs'>;

/** What of the scope, the selection and the part of the timeline a trace lacks. Devices and streams are left out as they are set. */
export async function lackingIn(
  trace: Asked,
  extent: Extent,
  basis: Basis,
  parts: TraceParts,
): Promise<readonly Lacking[]> {
  const found = await Promise.all([
    lackingSteps(trace, basis, parts),
    lackingEvent(trace, extent, basis, parts),
    lackingTimes(extent, parts),
  ]);
  return found.flat();
}

/** Gives up what the trace lacks. */
export function leaveOut(lacking: readonly Lacking[]): void {
  changeApp((state) => lacking.reduce((parts, { without }) => without(parts), traceParts(state)));
}

async function lackingSteps(
  trace: Asked,
  basis: Basis,
  { scope: { steps }, selected }: TraceParts,
): Promise<readonly Lacking[]> {
  const step = selected?.kind === 'step' ? selected.step : null;
  if (!steps && step === null) return [];
  const { steps: count } = await trace.stepDetection({ ...basis, scope: WHOLE_TRACE });
  const all = count === 1 ? 'it has 1 step' : `it has ${formatCount(count)} steps`;
  const lacking: Lacking[] = [];
  if (steps && steps[1] > count) {
    const first = Math.max(steps[0], count);
    const text =
      first + 1 === steps[1]
        ? `step ${formatCount(first)}`
        : `steps ${formatCount(first)} to ${formatCount(steps[1] - 1)}`;
    lacking.push({
      text: `${text} of the scope (${all})`,
      without: ({ scope: { steps: _, ...scope }, ...parts }) => ({
        ...parts,
        scope: steps[0] < count ? { ...scope, steps: [steps[0], count] } : scope,
      }),
    });
  }
  if (step !== null && step >= count) {
    lacking.push({ text: `step ${formatCount(step)}, which is selected (${all})`, without: unselected });
  }
  return lacking;
}

async function lackingEvent(
  trace: Asked,
  { kept }: Extent,
  basis: Basis,
  { selected }: TraceParts,
): Promise<readonly Lacking[]> {
  // Events that were added to the trace are numbered on from its own.
  if (selected?.kind !== 'event' || selected.event < kept) return [];
  if ((await trace.timelinePlace(basis, selected)) !== null) return [];
  return [
    {
      text: `event ${formatCount(selected.event)}, which is selected (it has ${formatCount(kept)})`,
      without: unselected,
    },
  ];
}

function lackingTimes(
  { startNs, spanNs }: Extent,
  { scope: { window }, timelineSpan }: TraceParts,
): readonly Lacking[] {
  const isBeyond = ([from, to]: readonly [number, number]) => to <= startNs || from >= startNs + spanNs;
  const all = `it goes from ${formatDuration(startNs)} to ${formatDuration(startNs + spanNs)}`;
  const lacking: Lacking[] = [];
  if (window && isBeyond(window)) {
    lacking.push({
      text: `the scope's window from ${formatDuration(window[0])} on (${all})`,
      without: ({ scope: { window: _, ...scope }, ...parts }) => ({ ...parts, scope }),
    });
  }
  if (timelineSpan && isBeyond(timelineSpan)) {
    lacking.push({
      text: `the part of the timeline from ${formatDuration(timelineSpan[0])} on (${all})`,
      without: (parts) => ({ ...parts, timelineSpan: null }),
    });
  }
  return lacking;
}

function unselected(parts: TraceParts): TraceParts {
  return { ...parts, selected: null };
}
