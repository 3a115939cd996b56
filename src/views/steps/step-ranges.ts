import type { Scope } from '../../../workers/base/scope.ts';
import type { StepRange } from '../../../workers/engine/engine.ts';
import { formatCount } from '../../format/format.ts';

/** `step 62`, `steps 12 to 179`: both ends belong to it. */
export function rangeText([from, to]: StepRange): string {
  return to - from === 1 ? `step ${formatCount(from)}` : `steps ${formatCount(from)} to ${formatCount(to - 1)}`;
}

/** `168 steps`, `1 step`. */
export function lengthText([from, to]: StepRange): string {
  return countText(to - from);
}

export function countText(steps: number): string {
  return `${formatCount(steps)} ${steps === 1 ? 'step' : 'steps'}`;
}

/** What of a range lies within so many steps; null where nothing does. */
export function within([from, to]: StepRange, count: number): StepRange | null {
  return from < Math.min(to, count) ? [from, Math.min(to, count)] : null;
}

/** A scope with other steps, all of their phases. */
export function withSteps({ phase: _, ...scope }: Scope, steps: StepRange): Scope {
  return { ...scope, steps };
}
