import type { EventId, TraceColumns } from '../ingest/trace-columns.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { looksLikeStep, readAnnotation } from './annotations.ts';
import { namesMatching } from './gpu-weights.ts';
import type { Proposal } from './proposal.ts';
import { byTrack, liesIn, type Root, rootOf } from './roots.ts';
import { skeletonOf } from './skeleton.ts';
import type { StepLabel } from './steps.ts';

/** Host annotations in file order; the profiler's marks were operators until PyTorch 1.11. */
export function annotationsOf(model: TraceModel): EventId[] {
  const { columns, kind } = model;
  const isMark = namesMatching(model, /^ProfilerStep#\d+/);
  const events: EventId[] = [];
  for (let event = 0; event < columns.length; event++) {
    const isAnnotation = kind[event] === EventKind.userAnnotation || (kind[event] === EventKind.cpuOp && isMark(event));
    if (isAnnotation && !Number.isNaN(columns.ts[event])) events.push(event);
  }
  return events;
}

/** What annotations the grammar knows: those of serving frameworks and of xDiT, and the profiler's own marks. */
export function knownAnnotations(model: TraceModel, annotations: readonly EventId[]): Proposal[] {
  const labels = new Map<number, StepLabel | null>();
  const framework: Root[] = [];
  const profiler: Root[] = [];
  for (const event of annotations) {
    const name = model.columns.name[event];
    let label = labels.get(name);
    if (label === undefined) {
      label = readAnnotation(model.columns.strings.get(name));
      labels.set(name, label);
    }
    if (label?.framework === 'capture') continue;
    const root = rootOf(model.columns, event);
    if (label?.framework === 'profiler') profiler.push({ ...root, label });
    else if (label !== null || looksLikeStep(root.name)) framework.push({ ...root, label, parsed: label !== null });
  }
  const proposals: Proposal[] = [];
  const ofEngine = ofOneEngine(model.columns, framework);
  if (ofEngine.length > 0) proposals.push(proposalOf(ofEngine, 1, 'step annotations'));
  if (profiler.length > 0) proposals.push(proposalOf(profiler, 2, 'marks of the profiler'));
  return proposals;
}

function proposalOf(roots: readonly Root[], fewest: number, what: string): Proposal {
  const families = [...new Set(roots.map(({ name }) => skeletonOf(name)))].sort();
  return { method: 'annotation:tier', family: families.join(', '), unit: 'step', roots, fewest, found: what };
}

/**
 * The labels of one framework, the one whose labels are detailed or else most: an engine writes no others. Where another's stand around
 * them or in them, as SGLang's patch puts vLLM's around its own, both mark the same steps, and each may mark some alone.
 */
function ofOneEngine(columns: TraceColumns, roots: readonly Root[]): readonly Root[] {
  const frameworks = new Map<string, Root[]>();
  for (const root of roots) {
    if (root.label === null) continue;
    const own = frameworks.get(root.label.framework);
    if (own) own.push(root);
    else frameworks.set(root.label.framework, [root]);
  }
  if (frameworks.size < 2) return roots;
  const worth = (of: readonly Root[]) => of.reduce((sum, { label }) => sum + (label?.detailed ? roots.length : 1), 0);
  const [best, ...others] = [...frameworks.values()].sort((a, b) => worth(b) - worth(a));
  const foreign = new Set(others.filter((other) => !markTheSame(columns, best, other)).flat());
  return roots.filter((root) => !foreign.has(root));
}

/** Whether half of the labels of the framework with fewer lie in one of the other's on their track, or around one. */
function markTheSame(columns: TraceColumns, some: readonly Root[], others: readonly Root[]): boolean {
  let nested = 0;
  for (const own of byTrack(columns, [...some, ...others]).values()) {
    let outer = own[0];
    for (const root of own) {
      if (!liesIn(root, outer)) outer = root;
      else if (root.label?.framework !== outer.label?.framework) nested++;
    }
  }
  return 2 * nested >= Math.min(some.length, others.length);
}
