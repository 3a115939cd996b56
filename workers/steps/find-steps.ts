import type { TraceModel } from '../trace/trace-model.ts';
import { annotationsOf, knownAnnotations } from './known-annotations.ts';
import { launchOrder } from './launch-order.ts';
import { type GradedProposal, graded } from './proposal.ts';
import { OUTSIDE, type Step, type Steps } from './steps.ts';

/** Finds the iterations of a trace: every way to see some is graded by the share of GPU time that its tiles explain. */
export function findSteps(model: TraceModel): Steps {
  const launches = launchOrder(model);
  const proposals = knownAnnotations(model, annotationsOf(model));
  const found = proposals.map((proposal) => graded(model, launches, proposal));
  return stepsOf(model, found, found.length === 0 ? -1 : 0);
}

function stepsOf(model: TraceModel, found: readonly GradedProposal[], chosen: number): Steps {
  const candidates = found.map(({ candidate }) => candidate);
  if (chosen === -1) {
    return {
      steps: [],
      chosen,
      candidates,
      tileOf: new Int32Array(model.gpuEvents.length).fill(OUTSIDE.unlinked),
      tileMap: { lanes: [], laneOfTrack: new Int32Array(model.columns.tracks.length) },
    };
  }
  const { layout, tiles } = found[chosen];
  return { steps: stepList(layout), chosen, candidates, tileOf: tiles.tileOf, tileMap: layout.tileMap };
}

function stepList({ roots, tileMap }: GradedProposal['layout']): Step[] {
  const tileEnds = new Float64Array(roots.length);
  // The first lane that knows a step tells its times.
  for (const { starts, endNs, steps } of tileMap.lanes.toReversed()) {
    for (let i = 0; i < starts.length; i++) tileEnds[steps[i]] = i + 1 < starts.length ? starts[i + 1] : endNs;
  }
  return roots.map(({ event, startNs, endNs, name, label, parsed }, index) => ({
    index,
    name,
    event,
    startNs,
    endNs,
    tileStartNs: startNs,
    tileEndNs: tileEnds[index],
    label,
    parsed,
    phase: label?.phase ?? 'step',
    phaseFrom: label === null ? 'none' : 'annotation',
    shapeBatch: null,
  }));
}
