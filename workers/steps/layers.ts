import type { EventId } from '../ingest/trace-columns.ts';
import { moduleFrames } from '../trace/modules.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import type { GpuWeights } from './gpu-weights.ts';
import { namesMatching, STEP_WORK } from './gpu-weights.ts';
import { lastNotAfter } from './last-not-after.ts';
import type { Root } from './roots.ts';

/** Modules that only wrap others: every layer may have its own under the same name. */
const WRAPPER = /^nn\.Module: (?:GraphModule|OptimizedModule|Module|ModuleList|Sequential)_\d+$/;
/** A backward pass in a unit that is not itself a part of one makes it an iteration of training. */
const BACKWARD = /backward/i;
const PART_OF_BACKWARD = /backward|autograd/i;

/**
 * Whether what repeats are the layers of one step: each runs modules of its own, or none does what a step does (copies from or to the
 * host, sampling, an optimizer, a backward pass) while the rest of the process does.
 */
export function areLayers(model: TraceModel, weights: GpuWeights, roots: readonly Root[]): boolean {
  const { columns } = model;
  const [{ event, name }] = roots;
  const track = columns.track[event];
  const { pid } = columns.tracks[track];
  const ofProcess = columns.tracks.map((other) => other.pid === pid);
  const units = roots.filter((root) => columns.track[root.event] === track);
  const isFrame = moduleFrames(columns, model.kind);
  const isWrapper = namesMatching(model, WRAPPER);
  const isStepWork = namesMatching(model, STEP_WORK);
  const isBackward = PART_OF_BACKWARD.test(name) ? () => false : namesMatching(model, BACKWARD);
  const modules: Set<number>[] = units.map(() => new Set());
  const isLikeStep = new Uint8Array(units.length);
  let elsewhere = false;
  for (const slice of weights.slices) {
    if (!ofProcess[columns.track[slice]]) continue;
    const isModule = columns.track[slice] === track && isFrame(slice) && !isWrapper(slice);
    const marks = weights.contact[slice] > 0 || isStepWork(slice) || isBackward(slice);
    if (!marks && !isModule) continue;
    const unit = unitAt(units, columns.ts[slice]);
    if (unit !== -1) {
      if (isModule) modules[unit].add(columns.name[slice]);
      if (marks) isLikeStep[unit] = 1;
    } else if (marks && isLowestMark(model, weights, slice)) elsewhere = true;
  }
  const shared = sharedModules(modules);
  if (shared !== null) return shared < 0.5;
  return elsewhere && 2 * isLikeStep.reduce((sum, like) => sum + like, 0) < units.length;
}

/** The usual share of a unit's modules that the next unit runs too; null without modules. */
function sharedModules(modules: readonly ReadonlySet<number>[]): number | null {
  const shares: number[] = [];
  for (let i = 0; i + 1 < modules.length; i++) {
    if (modules[i].size === 0 || modules[i + 1].size === 0) continue;
    let common = 0;
    for (const name of modules[i]) if (modules[i + 1].has(name)) common++;
    shares.push(common / Math.min(modules[i].size, modules[i + 1].size));
  }
  return shares.length === 0 ? null : shares.sort((a, b) => a - b)[shares.length >> 1];
}

/** The unit in which a moment lies, -1 if none. */
function unitAt(units: readonly Root[], atNs: number): number {
  const unit = lastNotAfter(units.length, (place) => units[place].startNs, atNs);
  return unit !== -1 && atNs < units[unit].endNs ? unit : -1;
}

/** Whether a slice has its marks not just from slices below it, which may be the units. */
function isLowestMark({ firstChild, nextSibling }: TraceModel, { contact }: GpuWeights, slice: EventId): boolean {
  if (contact[slice] === 0) return true;
  for (let child = firstChild[slice]; child !== -1; child = nextSibling[child]) if (contact[child] > 0) return false;
  return true;
}
