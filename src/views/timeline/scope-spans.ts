import { PHASES, type Scope } from '../../../workers/base/scope.ts';
import type { StepSeries } from '../steps/series.ts';
import type { TimeSpan } from './time-span.ts';

/** The times that a scope holds, by start and apart from each other; null where it names none. */
export function scopeSpans(
  { steps, phase, window }: Scope,
  series: Pick<StepSeries, 'count' | 'phase' | 'startNs' | 'durationNs'> | undefined,
): readonly TimeSpan[] | null {
  const inWindow = window ? [{ startNs: window[0], endNs: window[1] }] : null;
  if (!steps && !phase) return inWindow;
  if (!series) return null;
  const [from, to] = steps ?? [0, series.count];
  const spans: TimeSpan[] = [];
  for (let step = from; step < Math.min(to, series.count); step++) {
    if (phase && PHASES[series.phase[step]] !== phase) continue;
    const span = cut({ startNs: series.startNs[step], endNs: endOf(series, step) }, window);
    const last = spans.at(-1);
    if (span && last && span.startNs <= last.endNs) spans[spans.length - 1] = { ...last, endNs: span.endNs };
    else if (span) spans.push(span);
  }
  return spans;
}

/** A step reaches to the next one; the last as far as it is known to. */
function endOf({ startNs, durationNs, count }: Parameters<typeof scopeSpans>[1] & object, step: number): number {
  if (step + 1 < count) return startNs[step + 1];
  return startNs[step] + (Number.isNaN(durationNs[step]) ? 0 : durationNs[step]);
}

function cut({ startNs, endNs }: TimeSpan, window: Scope['window']): TimeSpan | null {
  if (!window) return { startNs, endNs };
  const part = { startNs: Math.max(startNs, window[0]), endNs: Math.min(endNs, window[1]) };
  return part.startNs < part.endNs ? part : null;
}
