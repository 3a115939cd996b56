import type { Scope } from '../base/scope.ts';
import { namesSteps, stepsInScope } from './gpu-scope.ts';
import type { TraceModel } from './trace-model.ts';

/** Whether a host event is in a scope: it starts in its window and in the tile of one of its steps. Devices and streams do not matter. */
export function hostEventsInScope(model: TraceModel, scope: Scope): (event: number) => boolean {
  const { ts, track } = model.columns;
  const [start, end] = scope.window ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const tiles = namesSteps(scope) ? model.tiles() : null;
  const isStepWanted = tiles && stepsInScope(tiles, scope);
  return (event) => {
    const at = ts[event];
    if (!(at >= start && at < end)) return false;
    return !namesSteps(scope) || (tiles !== null && isStepWanted?.[tiles.stepAt(track[event], at)] === 1);
  };
}
