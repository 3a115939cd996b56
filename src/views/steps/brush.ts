import type { StepRange } from '../../../workers/engine/engine.ts';

/** Steps being chosen: from the one where it began to the one where it is now, both included. */
export interface Brush {
  readonly anchor: number;
  readonly head: number;
}

export function brushedRange({ anchor, head }: Brush): StepRange {
  return [Math.min(anchor, head), Math.max(anchor, head) + 1];
}

/** The brush after its head went to a step; without `extends` its other end goes along. */
export function brushTo(brush: Brush | null, to: number, extend: boolean, count: number): Brush {
  const head = Math.min(count - 1, Math.max(0, to));
  return { anchor: extend && brush ? brush.anchor : head, head };
}

/** Whether a brush holds more than the step that it stands on. */
export function isWide({ anchor, head }: Brush): boolean {
  return anchor !== head;
}
