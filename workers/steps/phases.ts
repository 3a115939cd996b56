import type { Phase } from '../base/scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { type StepShapes, stepShapes } from './step-shapes.ts';
import type { Step, TileMap } from './steps.ts';

/** Steps with their phases, and what those were told from. */
export interface PhasedSteps {
  readonly steps: readonly Step[];
  readonly evidence: string;
}

/** What only servers of language models run. */
const SERVER =
  /unified_attention|paged_attention|paged_kv|reshape_and_cache|kv_?cache|batch_?(?:prefill|decode)|mha_(?:batch_prefill|varlen)|flash_attn_(?:varlen|with_kvcache)|vllm|sglang|sgl_kernel|rotary_embedding/i;

/**
 * Fills in the phases that annotations leave open: from shapes in the trace of a language model (S 10.2, better by W27), else `step`.
 * One whose annotation cannot be read stays `step`: what it says may be another phase than the shapes look like.
 */
export function withPhases(model: TraceModel, tileMap: TileMap, steps: readonly Step[]): PhasedSteps {
  const isOpen = (step: Step) => step.phaseFrom === 'none' && step.parsed;
  if (!steps.some(isOpen)) return { steps, evidence: 'annotations tell the phases' };
  const shapes = stepShapes(model, tileMap, steps.length);
  const told = shapes.rows.filter((rows) => !Number.isNaN(rows)).length;
  if (told === 0) return { steps, evidence: 'nothing tells phases: no annotations and no shapes' };
  const sized = steps.map((step, i) => ({
    ...step,
    shapeBatch: nullIfUnknown(shapes.rows[i]),
    shapeSampled: nullIfUnknown(shapes.sampled[i]),
  }));
  if (!servesModel(model)) {
    return { steps: sized, evidence: 'nothing tells phases: no annotations, and no sign of a language model' };
  }
  const phases = phasesOf(shapes);
  return {
    steps: sized.map((step, i) => {
      const phase = phases.of[i];
      if (!isOpen(step) || phase === null || isBookend(step)) return step;
      return { ...step, phase, phaseFrom: 'shapes' };
    }),
    evidence: `shapes of ${told} of ${steps.length} steps tell the phases: ${phases.evidence}`,
  };
}

function nullIfUnknown(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

/** Not a step, but what ran before the first or after the last. */
export function isBookend({ name }: Pick<Step, 'name'>): boolean {
  return name === 'warmup' || name === 'wrapup';
}

function servesModel({ columns }: TraceModel): boolean {
  for (let id = 1; id < columns.strings.length; id++) if (SERVER.test(columns.strings.get(id))) return true;
  return false;
}

interface Phases {
  readonly of: readonly (Phase | null)[];
  readonly evidence: string;
}

/** A step carries prompts if it computes this much more a sampled row than decode steps do (they may verify drafts). */
const MORE_ROWS = 1.2;

/**
 * Where the sampled rows are known, a step that computes more rows for each of them than steps usually do carries prompts; where they are
 * not, one whose rows lie above the largest gap between sizes does.
 */
function phasesOf(shapes: StepShapes): Phases {
  const ratios = shapes.rows.map((rows, i) => rows / shapes.sampled[i]);
  const known = ratios.filter((ratio) => !Number.isNaN(ratio)).length;
  if (2 * known >= shapes.rows.filter((rows) => !Number.isNaN(rows)).length) {
    const usual = usualRatio(shapes, ratios);
    return {
      of: withSides(shapes, (i) => (Number.isNaN(ratios[i]) ? null : ratios[i] > MORE_ROWS * usual)),
      evidence: `prefill where a step computes more than ${rounded(MORE_ROWS * usual)} rows for each that it samples; prompts of a few tokens cannot be seen`,
    };
  }
  const threshold = gapThreshold(shapes.rows);
  return {
    of: withSides(shapes, (i) =>
      Number.isNaN(shapes.rows[i]) ? null : threshold !== null && shapes.rows[i] > threshold,
    ),
    evidence:
      threshold === null
        ? 'all sizes are alike, taken for decode; a trace of prefills alone looks the same'
        : `prefill above ${threshold} rows, the largest gap between sizes; short prompts cannot be seen`,
  };
}

/** Share of the steps that makes a ratio a habit. */
const HABIT = 0.03;
/** Rows that a decode step verifies for a request at most; more are prompts, however many are equally long. */
const MOST_DRAFTS = 64;

/**
 * The least ratio that keeps coming: decode steps all compute one row, or one and its drafts, for each that they sample, while prompts
 * add any number, so that few steps lie below. One where none keeps coming, as in a trace of prefills.
 */
function usualRatio({ rows }: StepShapes, ratios: Float64Array): number {
  const counts = new Map<number, number>();
  // A step of one row is idle as likely as not, and tells nothing of drafts.
  ratios.forEach((ratio, i) => {
    if (rows[i] > 1 && ratio <= MOST_DRAFTS) counts.set(rounded(ratio), (counts.get(rounded(ratio)) ?? 0) + 1);
  });
  let below = 0;
  for (const [ratio, count] of [...counts].sort((a, b) => a[0] - b[0])) {
    if (count >= Math.max(2, HABIT * ratios.length) && count > below) return ratio;
    below += count;
  }
  return 1;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * The size above which steps carry prompts (S 10.2): the lower side of the largest ratio between neighbouring sizes, from 2 on; very small
 * sizes do not count. Null without such a gap.
 */
export function gapThreshold(sizes: ArrayLike<number>): number | null {
  let distinct = [...new Set(Array.from(sizes).filter((size) => size > 0))].sort((a, b) => a - b);
  if (distinct.length >= 4 && distinct.slice(2).some((size) => size <= 64)) distinct = distinct.slice(2);
  let threshold: number | null = null;
  let best = 0;
  for (let i = 0; i + 1 < distinct.length; i++) {
    const ratio = distinct[i + 1] / distinct[i];
    if (ratio >= 2 && ratio > best) [threshold, best] = [distinct[i], ratio];
  }
  return threshold;
}

/**
 * Tells mixed steps, which sample one row for a prompt and one for a request that generates at least, from those of prompts alone.
 * Which of both a scheduler makes it always does.
 */
function withSides({ sampled, rows }: StepShapes, carriesPrompts: (step: number) => boolean | null): (Phase | null)[] {
  const requests = rows.map((count, i) => (Number.isNaN(sampled[i]) ? count : sampled[i]));
  const mixes = mixesPrompts(requests, carriesPrompts);
  let running = 0;
  return Array.from(requests, (count, i) => {
    const prompts = carriesPrompts(i);
    if (prompts === null) return null;
    const phase = !prompts ? 'decode' : mixes && running > 0 && count > 1 ? 'mixed' : 'prefill';
    running = count;
    return phase;
  });
}

/**
 * Whether a scheduler computes prompts together with what generates: then steps with prompts also sample the requests that the last
 * decode step ran, and all those that run on in a decode step right after. Prompts alone are few at a time.
 */
function mixesPrompts(requests: Float64Array, carriesPrompts: (step: number) => boolean | null): boolean {
  let running = 0;
  let votes = 0;
  requests.forEach((count, i) => {
    const prompts = carriesPrompts(i);
    if (prompts && running > 0) votes += count > 0.5 * running ? 1 : -1;
    if (prompts === false) {
      if (i > 0 && carriesPrompts(i - 1)) votes += requests[i - 1] >= count ? 1 : -1;
      running = count;
    }
  });
  return votes > 0;
}
