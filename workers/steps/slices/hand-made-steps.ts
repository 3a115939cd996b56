import type { TraceModel } from '../../trace/trace-model.ts';
import { OUTSIDE, type Step, type Steps } from '../steps.ts';

const LABELLED: Step = {
  index: 0,
  name: '',
  event: 0,
  startNs: 0,
  endNs: 0,
  tileStartNs: 0,
  tileEndNs: 0,
  label: null,
  parsed: true,
  phase: 'step',
  phaseFrom: 'none',
  shapeBatch: null,
  shapeSampled: null,
};

/** For tests: a step with what matters of it. */
export function stepOf(index: number, told: Partial<Step> = {}): Step {
  return { ...LABELLED, index, name: `step ${index}`, ...told };
}

/** For tests: steps between neighbouring borders (ns), which hold for all threads. */
export function stepsBetween(
  model: TraceModel,
  borders: readonly number[],
  told: readonly Partial<Step>[] = [],
): Steps {
  const { columns, launch } = model;
  const starts = borders.slice(0, -1);
  const endNs = borders[borders.length - 1];
  const steps = starts.map((startNs, i) =>
    stepOf(i, { startNs, endNs: borders[i + 1], tileStartNs: startNs, tileEndNs: borders[i + 1], ...told[i] }),
  );
  const tileOf = launch.map((event) => {
    if (event === -1) return OUTSIDE.unlinked;
    if (columns.ts[event] < borders[0]) return OUTSIDE.before;
    const step = steps.findIndex(({ tileEndNs }) => columns.ts[event] < tileEndNs);
    return step === -1 ? OUTSIDE.after : step;
  });
  const lane = {
    starts: Float64Array.from(starts),
    spanEnds: Float64Array.from(steps, (step) => step.endNs),
    endNs,
    steps: Int32Array.from(steps, ({ index }) => index),
  };
  const candidate = {
    method: 'annotation:tier',
    status: 'splittable',
    coverage: 1,
    spanShare: 1,
    unit: 'step',
    count: steps.length,
    family: 'step #',
    evidence: 'made by hand',
  } as const;
  return {
    steps,
    phaseEvidence: '',
    chosen: 0,
    candidates: [candidate],
    tileOf,
    tileMap: { lanes: [lane], laneOfTrack: new Int32Array(columns.tracks.length) },
  };
}
