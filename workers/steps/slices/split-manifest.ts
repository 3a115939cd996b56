import type { CallPattern, Candidate, DetectionStatus, Steps, Transient } from '../steps.ts';
import type { Conservation } from './conservation.ts';

/** `split_manifest.json`. Shares have four digits, and are null where nothing was found. */
export interface SplitManifest extends Partial<Conservation>, Partial<CallTreeFields> {
  /** 0 splittable, 1 degraded, 2 not splittable. */
  readonly status: 0 | 1 | 2;
  readonly method: string;
  /** `high` where every step's annotation was read, `low` where some were, else `unknown`. */
  readonly phase_confidence: 'high' | 'low' | 'unknown';
  readonly n_roots: number;
  /** GPU events belong to the tile of their launch. */
  readonly attribution_strategy: 'launch';
  /** Share of GPU time that the tiles launched; that the steps' own spans launched; and the second of the first. */
  readonly coverage_selected_roots: number | null;
  readonly coverage_root_spans_only: number | null;
  readonly root_span_share: number | null;
  /** What repeats, and whether it is a known step annotation. */
  readonly root_family: string;
  readonly root_family_known: boolean;
  readonly suspiciously_few_roots: boolean;
  readonly unit: 'step' | 'layer';
  /** Whether the first step was left out as one of starting up; by which collective, and how many times its usual time that and others take in it. */
  readonly startup_transient_trimmed: boolean;
  readonly startup_transient_kernel?: string;
  readonly startup_transient_collective_ratio?: number;
  readonly startup_transient_noise_ratio?: number;
  /** In one sentence what was found, or why nothing was. */
  readonly reason: string;
  /** Present where nothing else was written. */
  readonly aborted?: true;
  readonly gap_fill: true;
  /** Steps that end after the next has begun. */
  readonly n_overlapping_roots: number;
}

/** Of steps that were found in the call tree. */
interface CallTreeFields {
  readonly period_label_tier: string;
  /** What tells iterations apart: `period` (calls in turn), `frame_family` (calls of one name), or `turns`, `pauses`, `results`. */
  readonly branch_source: string;
  /** Calls of an iteration, null where it is no pattern of calls; and how deep they are in the call tree. */
  readonly period: number | null;
  readonly period_depth: number;
  readonly branch_coverage: number;
  /** GPU time of the iterations without what is beside them, in µs. */
  readonly iter_gpu_time: number;
  /** Whether the work before or after the iterations is a step, and which percentage of the GPU time it has. */
  readonly bookend_enhancement: boolean;
  readonly warmup_gpu_pct?: number;
  readonly wrapup_gpu_pct?: number;
}

const STATUS: Record<DetectionStatus, SplitManifest['status']> = { splittable: 0, degraded: 1, 'not splittable': 2 };

/** Steps fewer than this are suspicious unless their names are known. */
const FEW = 4;

/**
 * How a trace was split.
 * @param aborted whether that is all that is written.
 * @param conservation what became of the GPU events, where every step was saved.
 */
export function splitManifest(
  { steps, candidates, chosen }: Steps,
  aborted: boolean,
  conservation: Conservation | null,
): SplitManifest {
  const found = chosen === -1 ? null : candidates[chosen];
  const read = steps.filter((step) => step.label !== null).length;
  return {
    status: STATUS[found?.status ?? 'not splittable'],
    method: found?.method ?? 'none',
    phase_confidence: read === 0 ? 'unknown' : read === steps.length ? 'high' : 'low',
    n_roots: steps.length,
    attribution_strategy: 'launch',
    coverage_selected_roots: found && fourDigits(found.coverage),
    coverage_root_spans_only: found && fourDigits(found.coverage * found.spanShare),
    root_span_share: found && fourDigits(found.spanShare),
    root_family: found?.family ?? '',
    root_family_known: found?.method.startsWith('annotation:') ?? false,
    suspiciously_few_roots: steps.length < FEW,
    unit: found?.unit ?? 'step',
    ...callTreeFields(found),
    ...transientFields(found?.transient),
    reason: found?.evidence ?? 'no splittable annotations and no repeating call pattern',
    ...(aborted ? { aborted: true } : {}),
    gap_fill: true,
    n_overlapping_roots: steps.filter((step, i) => i + 1 < steps.length && steps[i + 1].startNs < step.endNs).length,
    ...conservation,
  };
}

const SOURCES: Partial<Record<CallPattern['by'], string>> = { pattern: 'period', frames: 'frame_family' };

function callTreeFields(found: Candidate | null): Partial<CallTreeFields> {
  if (!found?.calls) return {};
  const { by, period, depth, iterationsNs, warmup, wrapup } = found.calls;
  return {
    period_label_tier: found.method.replace('generic:', ''),
    branch_source: SOURCES[by] ?? by,
    period,
    period_depth: depth,
    branch_coverage: fourDigits(found.coverage),
    iter_gpu_time: iterationsNs / 1000,
    bookend_enhancement: warmup !== null || wrapup !== null,
    ...(warmup !== null && { warmup_gpu_pct: oneDigit(100 * warmup) }),
    ...(wrapup !== null && { wrapup_gpu_pct: oneDigit(100 * wrapup) }),
  };
}

function transientFields(transient: Transient | undefined) {
  if (!transient) return { startup_transient_trimmed: false };
  return {
    startup_transient_trimmed: true,
    startup_transient_kernel: transient.kernel,
    startup_transient_collective_ratio: oneDigit(transient.collectiveRatio),
    startup_transient_noise_ratio: oneDigit(transient.noiseRatio),
  };
}

const oneDigit = (ratio: number): number => Math.round(ratio * 10) / 10;
const fourDigits = (share: number): number => Math.round(share * 1e4) / 1e4;
