import { constantAt } from '../ingest/event-args.ts';
import type { EventId } from '../ingest/trace-columns.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { looksLikeStep, readAnnotation } from './annotations.ts';
import type { GpuWeights } from './gpu-weights.ts';
import type { GradedProposal, Proposal } from './proposal.ts';
import { FEWEST_STEPS } from './proposal.ts';
import { byTrack, liesIn, outermost, type Root, rootOf } from './roots.ts';
import { skeletonOf } from './skeleton.ts';

/** Annotations of one family that the grammar does not know. */
export interface Family {
  readonly skeleton: string;
  readonly roots: readonly Root[];
}

const COLLECTIVE = /^(?:nccl|rccl|gloo|mpi|ucc|c10d)\b/i;
/** So many families are graded, those with most GPU time. */
const MOST_FAMILIES = 12;

/** Families of annotations that come often enough and launch GPU work, the heaviest first; not those of collectives. */
export function unknownFamilies(model: TraceModel, weights: GpuWeights, annotations: readonly EventId[]): Family[] {
  const { columns } = model;
  const skeletons = new Map<number, string | null>();
  const families = new Map<string, { events: EventId[]; ns: number }>();
  for (const event of annotations) {
    const id = columns.name[event];
    let skeleton = skeletons.get(id);
    if (skeleton === undefined) {
      skeleton = familyOf(columns.strings.get(id));
      skeletons.set(id, skeleton);
    }
    if (skeleton === null || constantAt(columns, columns.template[event], 'args.Input Dims') !== undefined) continue;
    const family = families.get(skeleton) ?? { events: [], ns: 0 };
    families.set(skeleton, family);
    family.events.push(event);
    family.ns += weights.ns[event];
  }
  const eligible = [...families].filter(([, { events, ns }]) => events.length >= FEWEST_STEPS && ns > 0);
  eligible.sort(([, a], [, b]) => b.ns - a.ns);
  return eligible.slice(0, MOST_FAMILIES).map(([skeleton, { events }]) => {
    // Turns of a loop in which nothing was launched are no steps.
    const busy = events.filter((event) => weights.ns[event] > 0);
    return { skeleton, roots: busy.map((event) => rootOf(columns, event)) };
  });
}

function familyOf(name: string): string | null {
  const label = readAnnotation(name);
  if (COLLECTIVE.test(name) || looksLikeStep(name) || (label !== null && label.framework !== 'capture')) return null;
  return skeletonOf(name);
}

export function familyProposal({ skeleton, roots }: Family): Proposal {
  return {
    method: 'family:unknown_only',
    family: skeleton,
    unit: 'step',
    roots,
    fewest: FEWEST_STEPS,
    found: `annotations of one family, “${skeleton}”`,
  };
}

/** Families whose tiles explain this much less than the best's are not compared any further. */
const CLOSE = 0.02;

/**
 * Families in order of preference: by status, and of those that explain about as much, the one with most GPU time a step (a step rather
 * than its layers), then the one that comes most evenly.
 */
export function ranked(families: readonly GradedProposal[]): GradedProposal[] {
  const best = Math.max(0, ...families.map(({ candidate }) => candidate.coverage * candidate.spanShare));
  const order = ['splittable', 'degraded', 'not splittable'];
  const key = ({ candidate, tiles, layout }: GradedProposal) => [
    order.indexOf(candidate.status),
    best - candidate.coverage * candidate.spanShare <= CLOSE ? 0 : best - candidate.coverage * candidate.spanShare,
    -median(tiles.gpuNs),
    unevenness(layout.roots),
  ];
  return families.toSorted((a, b) => compareKeys(key(a), key(b)));
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((value, i) => value !== b[i]);
  return place === -1 ? 0 : a[place] - b[place];
}

function median(values: Float64Array): number {
  return values.length === 0 ? 0 : values.slice().sort()[values.length >> 1];
}

/** Standard deviation of the distances between starts, by their mean. */
function unevenness(roots: readonly Root[]): number {
  const distances = roots.slice(1).map(({ startNs }, i) => startNs - roots[i].startNs);
  const mean = distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
  const square = distances.reduce((sum, distance) => sum + (distance - mean) ** 2, 0) / distances.length;
  return mean > 0 ? Math.sqrt(square) / mean : 0;
}

/** A family adds what its members launch outside the known steps, as a share of all GPU time, at least. */
const WIDER = 0.05;

/**
 * The family of annotations that encloses steps of which the known labels name only some, with those labels inherited; null where the
 * known ones are all there are.
 */
export function widened(
  model: TraceModel,
  weights: GpuWeights,
  known: GradedProposal,
  families: readonly Family[],
  totalNs: number,
): Proposal | null {
  const inner = byTrack(model.columns, known.layout.roots);
  const knownNs = known.layout.roots.reduce((sum, { event }) => sum + weights.ns[event], 0);
  for (const { skeleton, roots } of families) {
    const familyNs = roots.reduce((sum, { event }) => sum + weights.ns[event], 0);
    if (familyNs - knownNs < WIDER * totalNs) continue;
    const outer: Root[] = [];
    let holding = 0;
    let held = 0;
    for (const [track, own] of byTrack(model.columns, roots)) {
      const labelled = inner.get(track) ?? [];
      let next = 0;
      for (const root of outermost(own)) {
        const inside: Root[] = [];
        while (next < labelled.length && labelled[next].startNs < root.endNs) {
          if (liesIn(labelled[next], root)) inside.push(labelled[next]);
          next++;
        }
        held += inside.length;
        if (inside.length > 0) holding++;
        outer.push(inside.length === 0 ? root : inheriting(root, inside));
      }
    }
    // One known step to each, and most known steps in some.
    if (2 * held <= known.layout.roots.length || held > 1.1 * holding) continue;
    return {
      method: 'annotation:widened',
      family: skeleton,
      unit: 'step',
      roots: outer,
      fewest: 1,
      found: `“${skeleton}” around the step annotations, which mark ${held} of ${outer.length}`,
    };
  }
  return null;
}

function inheriting(outer: Root, inside: readonly Root[]): Root {
  const longest = inside.reduce((a, b) => (b.endNs - b.startNs > a.endNs - a.startNs ? b : a));
  const { name, label, parsed } = longest;
  return { ...outer, name, label, parsed };
}
