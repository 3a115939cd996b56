import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { amongRoots, descend, type Repetition } from './branch-descent.ts';
import type { GpuWeights } from './gpu-weights.ts';
import { areLayers } from './layers.ts';
import { FEWEST_STEPS, type Proposal } from './proposal.ts';
import type { Root } from './roots.ts';
import type { CallPattern } from './steps.ts';

/** Processes with less of the GPU time than this are not searched; they follow the others. */
const LEAST_SHARE = 0.05;

/** Iterations found in the call tree and, on their flanks, what else its slices launched. */
export interface GenericProposal {
  readonly proposal: Proposal;
  /** With the GPU work before the first iteration and after the last as steps of their own (S 6.2); null without any. */
  readonly withBookends: Proposal | null;
}

/** Iterations as what repeats below one slice of the call tree. */
export function branchProposal(model: TraceModel, weights: GpuWeights): GenericProposal | null {
  return proposalOf(model, weights, 'generic:branch_descent', (pid) => descend(model, weights, pid));
}

/** Iterations as what repeats among the slices without a parent. */
export function siblingProposal(model: TraceModel, weights: GpuWeights): GenericProposal | null {
  return proposalOf(model, weights, 'generic:sibling_roots', (pid) => amongRoots(model, weights, pid));
}

/** Searches each busy process; those that repeat in the same way as the busiest, as ranks do, are seen together. */
function proposalOf(
  model: TraceModel,
  weights: GpuWeights,
  method: string,
  search: (pid: string) => readonly Repetition[],
): GenericProposal | null {
  const found = busyProcesses(weights)
    .map(search)
    .filter((repetitions) => repetitions.length > 0);
  if (found.length === 0) return null;
  const [busiest] = found[0];
  const { family } = busiest.iterations;
  const alike = found.filter(([{ iterations }]) => iterations.family === family);
  const whole = alike.flat().flatMap((repetition) => rootsOf(model, weights, repetition));
  whole.sort((a, b) => a.startNs - b.startNs);
  const unit = areLayers(model, weights, whole) ? 'layer' : 'step';
  // A loop may begin anew with an epoch, but the layers of several steps are not those of one.
  const roots = unit === 'step' ? whole : alike.flatMap(([repetition]) => rootsOf(model, weights, repetition));
  const proposal: Proposal = {
    method,
    family,
    unit,
    roots,
    fewest: FEWEST_STEPS,
    found: wording(model, busiest),
    calls: callPattern(model, busiest),
  };
  const bookends = unit === 'layer' ? [] : alike.flatMap((repetitions) => bookendsOf(model, weights, repetitions));
  return { proposal, withBookends: bookends.length === 0 ? null : roundedOff(proposal, bookends) };
}

/** By GPU time, the busiest first. */
function busyProcesses({ ofProcess }: GpuWeights): string[] {
  const total = [...ofProcess.values()].reduce((sum, ns) => sum + ns, 0);
  const busy = [...ofProcess].filter(([, ns]) => ns >= LEAST_SHARE * total).sort((a, b) => b[1] - a[1]);
  return busy.map(([pid]) => pid);
}

function roundedOff(proposal: Proposal, bookends: readonly Root[]): Proposal {
  return {
    ...proposal,
    roots: [...proposal.roots, ...bookends],
    found: `${proposal.found}, with the work before them as “warmup” and after them as “wrapup”`,
  };
}

function callPattern({ parent, kind }: TraceModel, { under, iterations: { by, period } }: Repetition): CallPattern {
  let depth = 0;
  for (let above = under === -1 ? -1 : parent[under]; above !== -1; above = parent[above]) {
    if (kind[above] !== EventKind.userAnnotation) depth++;
  }
  return { by, period, depth };
}

function wording({ columns }: TraceModel, { under, iterations }: Repetition): string {
  const { by, family } = iterations;
  const where = under === -1 ? 'at the top of the call tree' : `in “${columns.strings.get(columns.name[under])}”`;
  const what = {
    pattern: `what repeats is “${family}”`,
    frames: `what repeats is “${family}”`,
    turns: `what repeats comes after each “${family}”`,
    pauses: `the host pauses before each “${family}”`,
    results: `results go to the host before each “${family}”`,
  }[by];
  return `${where} ${what}`;
}

function rootsOf(model: TraceModel, weights: GpuWeights, { under, iterations }: Repetition): Root[] {
  const { siblings, stretches, by } = iterations;
  const { ts, name, strings } = model.columns;
  const roots = stretches.map(([first, last]) => {
    const named = under === -1 || by === 'frames' ? siblings.events[first] : under;
    return stretch(model, siblings.events, first, last, strings.get(name[named]));
  });
  const [, end] = stretches[stretches.length - 1];
  const next = siblings.events.find((event, place) => place > end && weights.ns[event] > 0);
  return roots.with(-1, { ...roots[roots.length - 1], tileLimitNs: next === undefined ? undefined : ts[next] });
}

/** What works beside the iterations of a process, before the first and after the last. */
function bookendsOf(model: TraceModel, weights: GpuWeights, repetitions: readonly Repetition[]): Root[] {
  const { ts } = model.columns;
  const inOrder = repetitions.toSorted((a, b) => ts[a.under] - ts[b.under]);
  const first = inOrder[0].iterations;
  const last = inOrder[inOrder.length - 1].iterations;
  const [from] = first.stretches[0];
  const [, to] = last.stretches[last.stretches.length - 1];
  const sides = [
    ['warmup', first.siblings.events, 0, from],
    ['wrapup', last.siblings.events, to + 1, last.siblings.events.length],
  ] as const;
  return sides.flatMap(([name, events, start, end]) => {
    const working = events.subarray(start, end).filter((event) => weights.ns[event] > 0);
    return working.length === 0 ? [] : [stretch(model, working, 0, working.length - 1, name)];
  });
}

function stretch({ columns }: TraceModel, events: Int32Array, first: number, last: number, name: string): Root {
  const { ts, dur } = columns;
  let endNs = ts[events[first]];
  for (let place = first; place <= last; place++) endNs = Math.max(endNs, ts[events[place]] + dur[events[place]]);
  return { event: events[first], startNs: ts[events[first]], endNs, name, label: null, parsed: true };
}
