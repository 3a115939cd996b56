import type { EventId } from '../ingest/trace-columns.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { looksLikeStep, readAnnotation } from './annotations.ts';
import { namesMatching } from './gpu-weights.ts';
import type { Proposal } from './proposal.ts';
import { type Root, rootOf } from './roots.ts';
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
  const ofEngine = ofOneFramework(framework);
  if (ofEngine.length > 0) proposals.push(proposalOf(ofEngine, 1, 'step annotations'));
  if (profiler.length > 0) proposals.push(proposalOf(profiler, 2, 'marks of the profiler'));
  return proposals;
}

function proposalOf(roots: readonly Root[], fewest: number, what: string): Proposal {
  const families = [...new Set(roots.map(({ name }) => skeletonOf(name)))].sort();
  return { method: 'annotation:tier', family: families.join(', '), unit: 'step', roots, fewest, found: what };
}

/** One engine writes the labels of one framework; where two occur, the detailed ones count, as SGLang's patch adds vLLM's. */
function ofOneFramework(roots: readonly Root[]): readonly Root[] {
  const frameworks = new Map<string, number>();
  for (const { label } of roots) {
    if (label === null) continue;
    const worth = label.detailed ? roots.length : 1;
    frameworks.set(label.framework, (frameworks.get(label.framework) ?? 0) + worth);
  }
  if (frameworks.size < 2) return roots;
  const [best] = [...frameworks].reduce((a, b) => (b[1] > a[1] ? b : a));
  return roots.filter(({ label }) => label === null || label.framework === best);
}
