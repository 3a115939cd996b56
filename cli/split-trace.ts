import type { TraceSummary } from '../workers/engine/engine.ts';
import { gapThreshold, isBookend } from '../workers/steps/phases.ts';
import { conservationOf } from '../workers/steps/slices/conservation.ts';
import { type Files, manifestFile, saveSlices } from '../workers/steps/slices/save-slices.ts';
import { baseName } from '../workers/steps/slices/slice-names.ts';
import {
  outsideSlices,
  phaseSlices,
  rangeSlice,
  type Slice,
  singleSlices,
  windowSlice,
} from '../workers/steps/slices/slice-plan.ts';
import { Slicer } from '../workers/steps/slices/slicer.ts';
import { splitManifest } from '../workers/steps/slices/split-manifest.ts';
import { type SteadyState, steadyState } from '../workers/steps/steady-state.ts';
import { stepFacts } from '../workers/steps/steady-state-facts.ts';
import type { StepRange } from '../workers/steps/steady-state-regions.ts';
import { stepsOf } from '../workers/steps/stepped-model.ts';
import type { Step, Steps } from '../workers/steps/steps.ts';
import type { TraceModel } from '../workers/trace/trace-model.ts';
import { splitReport } from './split-report.ts';
import type { SplitAnswer, SplitRequest } from './split-request.ts';

/** Finds the steps of a trace and, if files are wanted, makes those that the request asks for. */
export async function splitTrace(
  summary: TraceSummary,
  model: TraceModel,
  request: SplitRequest,
): Promise<SplitAnswer & { readonly files: Files }> {
  const found = withLimit(stepsOf(model), request.steady);
  const range = clipped(request.range, found.steps.length);
  const steady = steadyState(stepFacts(found, model), request.steady, range);
  const report = splitReport(summary, model, found, steady);
  if (!request.write) return { report, notes: [], aborted: false, files: {} };

  const refusal = whyNot(found, range, request);
  if (refusal !== null) {
    return { report, notes: [refusal], aborted: true, files: manifestFile(splitManifest(found, true, null)) };
  }
  const plan = planOf(found, range, steady, request, baseName(summary.file));
  const slicer = new Slicer(model, found);
  const slices = await saveSlices(model, found, slicer, [...plan.parts, ...plan.others]);
  const conservation =
    plan.parts.length > 0 && !request.range ? conservationOf(model, found, slicer, plan.parts) : null;
  const files = { ...slices, ...manifestFile(splitManifest(found, false, conservation)) };
  return { report, notes: plan.notes, aborted: false, files };
}

function clipped(range: StepRange | null, count: number): StepRange {
  return range === null ? [0, count] : [Math.min(range[0], count), Math.min(range[1], count)];
}

/**
 * Steps without annotations carry prompts where their operators compute more rows than the most requests: as told, or as the sizes of
 * steps give away that are told to be a language model's.
 */
function withLimit(found: Steps, { maxRequests, llm }: SplitRequest['steady']): Steps {
  const isOpen = found.steps.every(({ phaseFrom }) => phaseFrom === 'none');
  const sizes = found.steps.flatMap(({ shapeBatch }) => shapeBatch ?? []);
  const limit = maxRequests ?? (llm && isOpen ? (gapThreshold(sizes) ?? Number.POSITIVE_INFINITY) : null);
  if (limit === null) return found;
  const steps = found.steps.map((step): Step => {
    if (step.phaseFrom === 'annotation' || !step.parsed || step.shapeBatch === null || isBookend(step)) return step;
    return { ...step, phase: step.shapeBatch > limit ? 'mixed' : 'decode', phaseFrom: 'shapes' };
  });
  return { ...found, steps };
}

/** Why no slice is made of a trace, or null. */
function whyNot({ steps, candidates, chosen }: Steps, range: StepRange, request: SplitRequest): string | null {
  const best = candidates[chosen];
  if (steps.length === 0 || best === undefined || best.status === 'not splittable') {
    return `Not splittable: ${best?.evidence ?? 'no step annotations and no repeating call pattern were found.'}`;
  }
  if (best.status === 'degraded' && !request.allowDegraded) {
    const share = (best.coverage * 100).toFixed(1);
    return `Degraded: the steps explain ${share} % of the GPU time. --allow-degraded splits the trace all the same.`;
  }
  if (request.range && range[0] === range[1]) {
    return `No steps in ${request.range.join(':')}: the trace has ${steps.length}.`;
  }
  return null;
}

interface Plan {
  /** A slice each step and what is outside them. */
  readonly parts: readonly Slice[];
  readonly others: readonly Slice[];
  readonly notes: readonly string[];
}

function planOf({ steps }: Steps, range: StepRange, steady: SteadyState, request: SplitRequest, base: string): Plan {
  const parts = request.single ? singleSlices(steps, range, base) : [];
  const outside = request.single && !request.range ? outsideSlices(base) : [];
  const others = request.range && !request.single ? [rangeSlice(range, base)] : [];
  const windows = request.findSteadyState
    ? steadyWindows(steady).map(([label, window]) => windowSlice(steps, window, label, base))
    : [];
  const phases = request.dividePhases ? phaseSlices(steps, steady.regions, base) : [];
  const notes = request.findSteadyState || request.dividePhases ? steady.warnings.map(({ text }) => text) : [];
  if (request.findSteadyState && windows.length === 0) notes.push(`${steady.explanation}; no window is saved.`);
  if (request.dividePhases && phases.length === 0)
    notes.push('No phases: the steady steps are not told apart by phase.');
  return { parts: [...parts, ...outside], others: [...others, ...windows, ...phases], notes };
}

/** Windows by the names that the reference gives to their files. */
function steadyWindows({ tier, windows }: SteadyState): [label: string, window: StepRange][] {
  const { mixed, decodeOnly, mostPrefill } = windows;
  const named: [string, StepRange | null][] =
    tier === 'duration'
      ? [['steady_state', mixed]]
      : [
          ['mixed_steady_state', mixed],
          ['decode_only_steady_state', decodeOnly],
          ['prefilldecode_steady_state', mostPrefill],
        ];
  return named.flatMap(([label, window]) => (window ? [[label, window]] : []));
}
