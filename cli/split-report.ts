import type { TraceSummary } from '../workers/engine/engine.ts';
import { type OutsideWork, stepDetection } from '../workers/report/step-detection.ts';
import type { SteadyState } from '../workers/steps/steady-state.ts';
import type { StepRange } from '../workers/steps/steady-state-regions.ts';
import type { StepFigures } from '../workers/steps/step-figures.ts';
import { figuresOf } from '../workers/steps/stepped-model.ts';
import type { OUTSIDE, Step, Steps } from '../workers/steps/steps.ts';
import type { TraceModel } from '../workers/trace/trace-model.ts';
import type { Inspection } from './inspection.ts';

/** What `split --json` prints. Field names are a promise to scripts. Times are µs since the base; unknown counts are null. */
export interface SplitReport {
  readonly file: string;
  /** Nanoseconds, decimal. */
  readonly base: string;
  readonly status: 'splittable' | 'degraded' | 'not splittable';
  readonly method: string;
  /** Share of GPU time that the tiles explain. */
  readonly coverage: number;
  readonly unit: 'step' | 'layer';
  readonly tier: SteadyState['tier'];
  readonly steps: readonly ReportedStep[];
  readonly outside: Readonly<Record<keyof typeof OUTSIDE, TileWork>>;
  readonly regions: readonly StepRange[];
  readonly windows: SteadyState['windows'];
  /** Why the file was not opened; where it stopped, in inflated bytes. */
  readonly refused?: Inspection['refused'];
}

/** GPU work of one tile, or outside them. */
interface TileWork {
  /** Events of category kernel. */
  readonly kernels: number;
  /** Sum over all GPU events. */
  readonly kernelSumUs: number;
}

interface ReportedStep extends TileWork {
  readonly index: number;
  /** The tile. */
  readonly startUs: number;
  readonly endUs: number;
  readonly phase: Step['phase'];
  readonly contextRequests: number | null;
  readonly generationRequests: number | null;
  readonly tokens: number | null;
  readonly gpuBusyUs: number;
}

/** The steps of a trace that was opened, with the phases that `found` tells. */
export function splitReport(
  { file, base }: TraceSummary,
  model: TraceModel,
  found: Steps,
  { tier, regions, windows }: SteadyState,
): SplitReport {
  const { status, method, coverage, unit } = found.candidates[found.chosen] ?? NOTHING_FOUND;
  const figures = figuresOf(model);
  const { before, after, unlinked } = stepDetection(model);
  return {
    file,
    base,
    status,
    method,
    coverage,
    unit,
    tier,
    steps: found.steps.map((step) => reportedStep(step, figures)),
    outside: { before: workOf(before), after: workOf(after), unlinked: workOf(unlinked) },
    regions,
    windows,
  };
}

/** A file that was not opened reads as one without steps. */
export function refusedReport({ file, base, refused }: Inspection): SplitReport {
  const none = { kernels: 0, kernelSumUs: 0 };
  return {
    file,
    base,
    ...NOTHING_FOUND,
    tier: 'duration',
    steps: [],
    outside: { before: none, after: none, unlinked: none },
    regions: [],
    windows: { mixed: null, decodeOnly: null, mostPrefill: null },
    ...(refused && { refused }),
  };
}

const NOTHING_FOUND = { status: 'not splittable', method: 'none', coverage: 0, unit: 'step' } as const;

function reportedStep(step: Step, { kernels, kernelSumNs, gpuBusyNs }: StepFigures): ReportedStep {
  const { index, tileStartNs, tileEndNs, phase, label } = step;
  return {
    index,
    startUs: tileStartNs / 1000,
    endUs: tileEndNs / 1000,
    phase,
    contextRequests: label?.contextRequests ?? null,
    generationRequests: label?.generationRequests ?? null,
    tokens: label?.tokens ?? null,
    ...workOf({ kernels: kernels[index], kernelSumNs: kernelSumNs[index] }),
    gpuBusyUs: gpuBusyNs[index] / 1000,
  };
}

function workOf({ kernels, kernelSumNs }: OutsideWork): TileWork {
  return { kernels, kernelSumUs: kernelSumNs / 1000 };
}
