import type { TraceModel } from '../trace/trace-model.ts';
import { branchProposal, siblingProposal } from './generic.ts';
import { gpuWeights } from './gpu-weights.ts';
import { annotationsOf, knownAnnotations } from './known-annotations.ts';
import { launchOrder } from './launch-order.ts';
import { byNamePattern } from './name-pattern.ts';
import { withPhases } from './phases.ts';
import { type GradedProposal, graded, LEAST_SPAN_SHARE, type Proposal } from './proposal.ts';
import { startupTransient, withoutFirst } from './startup-transient.ts';
import { OUTSIDE, type Step, type Steps } from './steps.ts';
import { familyProposal, ranked, unknownFamilies, widened } from './unknown-families.ts';

/**
 * Finds the iterations of a trace: by annotations that are known, by a family that encloses them, by unknown families, by what repeats
 * in the call tree. Every way to see some is graded by the share of GPU time that its tiles explain; the first that explains enough
 * is chosen, else the best.
 */
export function findSteps(model: TraceModel): Steps {
  const { found, chosen } = candidatesOf(model);
  return stepsOf(model, found, chosen);
}

/**
 * The steps as another candidate of `findSteps` sees them, or as every slice begins one whose name has `choice` in it (`/…/` is a
 * regular expression). A choice that fits nothing gives no steps and says why.
 */
export function stepsFrom(model: TraceModel, choice: number | string): Steps {
  const { found } = candidatesOf(model);
  if (typeof choice === 'number') return stepsOf(model, found, choice in found ? choice : -1);
  const named = graded(model, launchOrder(model), byNamePattern(model, choice));
  return stepsOf(model, [...found, named], named.candidate.count === 0 ? -1 : found.length);
}

/** All proposals in order of preference, and the one to take; -1 for none. A first step of starting up is left out, in a proposal of its own. */
function candidatesOf(model: TraceModel): { readonly found: readonly GradedProposal[]; readonly chosen: number } {
  const found = proposals(model);
  const chosen = choose(found);
  const transient = chosen === -1 ? null : startupTransient(model, found[chosen]);
  if (transient === null) return { found, chosen };
  const trimmed = graded(model, launchOrder(model), withoutFirst(model, found[chosen], transient));
  return { found: found.toSpliced(chosen, 0, { ...trimmed, candidate: { ...trimmed.candidate, transient } }), chosen };
}

/** All proposals in order of preference. */
function proposals(model: TraceModel): GradedProposal[] {
  const launches = launchOrder(model);
  const weights = gpuWeights(model);
  const annotations = annotationsOf(model);
  const grade = (proposal: Proposal) => graded(model, launches, proposal);
  const found = knownAnnotations(model, annotations).map(grade);
  const families = unknownFamilies(model, weights, annotations);
  const engine = found.find(({ proposal }) => proposal.fewest === 1);
  const wider = engine && widened(model, weights, engine, families, launches.totalNs);
  if (wider) {
    const outer = grade(wider);
    found.splice(outer.candidate.status === 'splittable' ? 0 : 1, 0, outer);
  }
  found.push(...ranked(families.map((family) => grade(familyProposal(family)))));
  for (const generic of [branchProposal(model, weights), siblingProposal(model, weights)]) {
    if (!generic) continue;
    const plain = grade(generic.proposal);
    const { status, coverage, spanShare } = plain.candidate;
    // Bookends only round off what already explains half.
    if (generic.withBookends && status !== 'splittable' && coverage * spanShare >= BOOKEND_FLOOR) {
      found.push(grade(generic.withBookends));
    }
    found.push(plain);
  }
  return found;
}

const BOOKEND_FLOOR = 0.5;

/**
 * The first proposal that is splittable; a server's own labels are preferred to what merely repeats even where work before, after or
 * without a launch degrades them. Else the degraded one that explains most, steps before layers, but layers only where nothing is
 * labelled. -1 if there is none.
 */
function choose(found: readonly GradedProposal[]): number {
  const clear = found.findIndex(
    ({ proposal, candidate: { status, spanShare } }) =>
      status === 'splittable' || (proposal.fewest === 1 && status === 'degraded' && spanShare >= LEAST_SPAN_SHARE),
  );
  if (clear !== -1) return clear;
  const labelled = found.findIndex(({ proposal }) => proposal.method.startsWith('annotation:'));
  let best = labelled;
  found.forEach(({ candidate }, i) => {
    if (candidate.status !== 'degraded' || (labelled !== -1 && candidate.unit === 'layer')) return;
    if (best === labelled || worth(candidate) > worth(found[best].candidate)) best = i;
  });
  return best;
}

function worth({ unit, coverage }: GradedProposal['candidate']): number {
  return (unit === 'step' ? 1 : 0) + coverage;
}

function stepsOf(model: TraceModel, found: readonly GradedProposal[], chosen: number): Steps {
  const candidates = found.map(({ candidate }) => candidate);
  if (chosen === -1) {
    return {
      steps: [],
      phaseEvidence: '',
      chosen,
      candidates,
      tileOf: model.launch.map((launch) => (launch === -1 ? OUTSIDE.unlinked : OUTSIDE.before)),
      tileMap: { lanes: [], laneOfTrack: new Int32Array(model.columns.tracks.length) },
    };
  }
  const { layout, tiles, proposal } = found[chosen];
  const list = stepList(layout);
  const { steps, evidence } =
    proposal.unit === 'layer'
      ? { steps: list, evidence: 'layers of one step have no phases of their own' }
      : withPhases(model, layout.tileMap, list);
  return {
    steps,
    phaseEvidence: evidence,
    chosen,
    candidates,
    tileOf: tiles.tileOf,
    tileMap: layout.tileMap,
  };
}

/** When the tile of each step ends: the first lane that knows the step tells, but of lanes that share steps no later than the next one starts. */
function tileEndsOf({ roots, tileMap }: GradedProposal['layout']): Float64Array {
  const ends = new Float64Array(roots.length);
  const knownBy = new Uint32Array(roots.length);
  for (const { steps } of tileMap.lanes) for (const step of steps) knownBy[step]++;
  for (const { starts, endNs, steps } of tileMap.lanes.toReversed()) {
    const isShared = steps.some((step) => knownBy[step] > 1);
    for (const [i, step] of steps.entries()) {
      const end = i + 1 < starts.length ? starts[i + 1] : endNs;
      ends[step] = isShared && step + 1 < roots.length ? Math.min(end, roots[step + 1].startNs) : end;
    }
  }
  return ends;
}

function stepList(layout: GradedProposal['layout']): Step[] {
  const tileEnds = tileEndsOf(layout);
  return layout.roots.map(({ event, startNs, endNs, name, label, parsed }, index) => ({
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
    phaseFrom: label === null || label.framework === 'profiler' ? 'none' : 'annotation',
    shapeBatch: null,
    shapeSampled: null,
  }));
}
