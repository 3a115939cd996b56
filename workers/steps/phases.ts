import type { TraceModel } from '../trace/trace-model.ts';
import type { Step, TileMap } from './steps.ts';

export function withPhases(_model: TraceModel, _tileMap: TileMap, steps: readonly Step[]): readonly Step[] {
  return steps;
}
