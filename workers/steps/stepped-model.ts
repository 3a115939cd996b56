import type { StepTiles, TraceModel } from '../trace/trace-model.ts';
import { findSteps, stepsFrom } from './find-steps.ts';
import { gpuExtents, type StepFigures, stepFigures } from './step-figures.ts';
import type { Steps } from './steps.ts';
import { stepAt } from './tiles.ts';

/** Which steps: null the best that were found, a number another candidate, a text what is named so (or `/regular expression/`). */
export type StepChoice = null | number | string;

interface Found {
  readonly steps: () => Steps;
  readonly figures: () => StepFigures;
}

/** By `tiles`, which models that differ in other ways share. */
const known = new WeakMap<TraceModel['tiles'], Found>();

/** A model that knows its steps as soon as they are asked for. They are looked for in `recorded`: what was added to it is no step. */
export function withSteps(model: TraceModel, choice: StepChoice, recorded: TraceModel = model): TraceModel {
  const of = find(recorded, choice);
  const tiles = lazy(() => tilesOf(of.steps(), gpuExtents(recorded, of.steps())));
  known.set(tiles, of);
  return { ...model, tiles };
}

/** The steps of a model: those of `withSteps`, else the best that are found. */
export function stepsOf(model: TraceModel): Steps {
  return found(model).steps();
}

/** What each of its steps cost. */
export function figuresOf(model: TraceModel): StepFigures {
  return found(model).figures();
}

function found(model: TraceModel): Found {
  const before = known.get(model.tiles);
  if (before) return before;
  const of = find(model, null);
  known.set(model.tiles, of);
  return of;
}

function find(model: TraceModel, choice: StepChoice): Found {
  const steps = lazy(() => (choice === null ? findSteps(model) : stepsFrom(model, choice)));
  return { steps, figures: lazy(() => stepFigures(model, steps())) };
}

function tilesOf(
  { steps, tileOf, tileMap }: Steps,
  { gpuStartNs, gpuEndNs }: ReturnType<typeof gpuExtents>,
): StepTiles | null {
  if (steps.length === 0) return null;
  const starts = gpuStartNs.slice();
  const ends = gpuEndNs.slice();
  let nextStart = Number.NaN;
  for (let step = steps.length - 1; step >= 0; step--) {
    if (Number.isNaN(starts[step])) {
      starts[step] = 0;
      ends[step] = 0;
      continue;
    }
    if (!Number.isNaN(nextStart)) ends[step] = Math.max(starts[step], nextStart);
    nextStart = starts[step];
  }
  return {
    stepOf: tileOf,
    phases: steps.map(({ phase }) => phase),
    gpuStartNs: starts,
    gpuEndNs: ends,
    stepAt: (track, ns) => stepAt(tileMap, track, ns),
  };
}

function lazy<T>(make: () => T): () => T {
  let value: { readonly of: T } | undefined;
  return () => {
    value ??= { of: make() };
    return value.of;
  };
}
