import { lately } from '../base/memo.ts';
import type { Scope } from '../base/scope.ts';
import { gpuTimes } from './gpu-times.ts';
import type { StepTiles, TraceModel } from './trace-model.ts';

/** The rows of `gpuEvents` in a scope, ascending (so by start): on its device and stream, launched by its steps (none where none were found), starting inside its window. The array is shared: copy it before you change it. */
export const gpuRowsInScope = lately((model: TraceModel, scope: Scope): Int32Array => {
  const { streamOf, streams } = model;
  const { startNs } = gpuTimes(model);
  const isWanted = streams.map(
    ({ device, stream }) =>
      (scope.device === undefined || device === scope.device) &&
      (scope.stream === undefined || stream === scope.stream),
  );
  const [start, end] = scope.window ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const tiles = namesSteps(scope) ? model.tiles() : null;
  if (namesSteps(scope) && !tiles) return new Int32Array(0);
  const isStepWanted = tiles && stepsInScope(tiles, scope);
  const rows = new Int32Array(startNs.length);
  let count = 0;
  for (let row = 0; row < startNs.length; row++) {
    const at = startNs[row];
    if (at < start || at >= end || !isWanted[streamOf[row]]) continue;
    if (isStepWanted && tiles && isStepWanted[tiles.stepOf[row]] !== 1) continue;
    rows[count++] = row;
  }
  return rows.slice(0, count);
});

/** Whether a scope leaves steps out. */
export function namesSteps({ steps, phase }: Scope): boolean {
  return steps !== undefined || phase !== undefined;
}

/** By step: 1 if it is in the scope. */
export function stepsInScope({ phases }: StepTiles, { steps, phase }: Scope): Uint8Array {
  const [from, to] = steps ?? [0, phases.length];
  return new Uint8Array(phases.length).map((_, step) =>
    Number(step >= from && step < to && (phase === undefined || phases[step] === phase)),
  );
}
