import { stepsOf } from '../steps/stepped-model.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { extentsReader, type KnownGraph, knownGraph } from './captured-graphs.ts';
import type { CaptureStore } from './captures.ts';

/** Steps of an eager run that are kept: those of one size are alike. */
const MOST_STEPS = 64;
/** GPU events of a trace that is taken as a whole too: its steps may not be what a graph was captured of. */
const MOST_WHOLE = 20_000;

/** The steps of an eager trace as graphs, and the whole of a short one: its launches in order, one for each GPU event, with the calls above them. */
export function eagerSteps(model: TraceModel, { copies, tokens }: CaptureStore): KnownGraph[] {
  const { columns, kind, gpuEvents, launch } = model;
  const tokenOf = tokens.ofEvents(model);
  const extentsOf = extentsReader(model);
  const isInside = (event: number) => kind[event] !== EventKind.userAnnotation;
  return rowsOfSteps(model).map((rows) => {
    const inOrder = rows.toSorted((a, b) => columns.ts[launch[a]] - columns.ts[launch[b]] || a - b);
    const describe = (_: number, item: number) => ({
      token: tokenOf(gpuEvents[inOrder[item]]),
      hint: '',
      extents: extentsOf(gpuEvents[inOrder[item]]),
    });
    return knownGraph(
      model,
      copies,
      inOrder.map((row) => launch[row]),
      isInside,
      describe,
    );
  });
}

/** Linked rows of `gpuEvents` by step, and all of a short trace. */
function rowsOfSteps(model: TraceModel): number[][] {
  const { steps, tileOf } = stepsOf(model);
  const linked = Array.from(model.gpuEvents.keys()).filter((row) => model.launch[row] >= 0);
  const kept = Math.min(steps.length, MOST_STEPS);
  const ofStep = Array.from({ length: kept }, (): number[] => []);
  for (const row of linked) if (tileOf[row] >= 0 && tileOf[row] < kept) ofStep[tileOf[row]].push(row);
  const whole = linked.length <= MOST_WHOLE ? [linked] : [];
  return [...ofStep, ...whole].filter((rows) => rows.length > 0);
}
