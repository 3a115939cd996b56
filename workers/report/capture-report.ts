import { once } from '../base/memo.ts';
import type { Capture } from '../capture/captures.ts';
import type { LaunchMatch } from '../capture/launch-match.ts';
import { constantAt } from '../ingest/event-args.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import { gpuTimes } from '../trace/gpu-times.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { CALL_SOURCE_TEXTS } from './call-sources.ts';
import { type LaunchInScope, launchesInScope } from './graph-launches.ts';
import { MATCH_TEXTS } from './launch-match-texts.ts';
import type { Basis } from './report-types.ts';
import { rooflineTotals } from './roofline-totals.ts';
import { surveyOf } from './survey.ts';

/** How the work of a trace was launched, and what else is there to tell what it is. */
export type ExecutionMode = 'eager' | 'replay' | 'replayAndEager' | 'replayAndCapture';

/** GPU events whose callers are known from one source. */
export interface SourceShare {
  /** `own launch`, `capture by name`, …; `none` for replayed kernels without a match and work without a launch. */
  readonly source: string;
  readonly kernels: number;
  readonly kernelNs: number;
  /** Of the kernel sum of the scope, 0 to 1. */
  readonly share: number;
}

/** Graph launches with one outcome. */
export interface MatchCount {
  readonly match: LaunchMatch;
  /** In words. */
  readonly reason: string;
  readonly launches: number;
  readonly kernels: number;
  readonly kernelNs: number;
}

/** A capture and what it was used for. */
export interface CaptureUse extends Pick<Capture, 'file' | 'batchSize' | 'mode' | 'role' | 'rank'> {
  readonly graphs: number;
  /** Kernels, copies and memsets captured. */
  readonly kernels: number;
  /** Graph launches of the scope that were matched with it. */
  readonly launches: number;
}

/** How the open trace was executed, and what captured graphs add to it. */
export interface CaptureReport {
  readonly mode: ExecutionMode;
  /** What that allows, and what would allow more; null where nothing would. */
  readonly allows: string;
  readonly toAdd: string | null;
  /** GPU events of the scope by source; sources without any are left out. */
  readonly sources: readonly SourceShare[];
  /** Parts of the kernel sum of the scope, 0 to 1: under an operator, under one with shapes, compared with a roof (null without a device). */
  readonly withOperator: number;
  readonly withShapes: number;
  readonly withRoofline: number | null;
  /** Graph launches by outcome, those of the most GPU time first. */
  readonly matches: readonly MatchCount[];
  readonly captures: readonly CaptureUse[];
  /** What is odd about the files: a list that contradicts them, captures of another run. Sentences. */
  readonly notes: readonly string[];
}

/** The report on a scope; `notes` are those on the files themselves. */
export function captureReport(
  model: TraceModel,
  basis: Basis,
  captures: readonly Capture[],
  notes: readonly string[],
): CaptureReport {
  const launches = launchesInScope(model, basis.scope);
  const matches = matchCounts(launches);
  const mode = executionMode(matches);
  const { kernelNs, roofedNs } = rooflineTotals(model, basis);
  return {
    mode,
    allows: ALLOWS[mode],
    toAdd: toAdd(model, mode, matches),
    sources: sourceShares(model, basis),
    ...coverage(model, basis),
    withRoofline: basis.hardware === null ? null : roofedNs / kernelNs,
    matches,
    captures: captures.map((capture) => captureUse(capture, launches)),
    notes: [...notes, ...foreignNotes(captures, matches)],
  };
}

const ALLOWS: Readonly<Record<ExecutionMode, string>> = {
  eager: 'Every kernel stands under the operator that launched it.',
  replay: 'Replayed kernels have names and times; their operators, shapes and rooflines are not known.',
  replayAndEager:
    'Replayed kernels stand under the operators that launch kernels of the same names in the same order in an eager run. Its shapes are those of its own batch sizes.',
  replayAndCapture:
    'Replayed kernels stand under the operators that were captured, with the shapes of the captured batch size; steps are padded to it.',
};

const ADD_CAPTURES =
  'Add the capture traces that the server wrote when it started (its capture_traces folder); or an eager trace of the same model, for operators by name.';

function toAdd(model: TraceModel, mode: ExecutionMode, matches: readonly MatchCount[]): string | null {
  const missed = matches.find(({ match }) => !IS_MATCH[match] && match !== 'no-kernels');
  switch (mode) {
    case 'eager':
      return surveyOf(model).hasShapes ? null : 'Record with record_shapes=True for shapes and rooflines.';
    case 'replay':
      return missed === undefined || IS_SAID.has(missed.match) ? ADD_CAPTURES : `${missed.reason} ${ADD_CAPTURES}`;
    case 'replayAndEager':
      return ADD_CAPTURES;
    case 'replayAndCapture':
      return missed === undefined ? null : `Captures for the launches without a match. ${missed.reason}`;
  }
}

/** Outcomes whose reason says no more than the request for captures, or stands in the notes. */
const IS_SAID: ReadonlySet<LaunchMatch> = new Set(['no-capture', 'other-model', 'other-run']);

const IS_MATCH: Readonly<Record<LaunchMatch, boolean>> = {
  names: true,
  nodes: true,
  count: true,
  eager: true,
  'no-capture': false,
  'no-size': false,
  'too-large': false,
  'other-model': false,
  'other-run': false,
  unaligned: false,
  'no-kernels': false,
};

function executionMode(matches: readonly MatchCount[]): ExecutionMode {
  const has = (...wanted: readonly LaunchMatch[]) => matches.some(({ match }) => wanted.includes(match));
  if (!matches.some(({ kernels }) => kernels > 0)) return 'eager';
  if (has('names', 'nodes', 'count')) return 'replayAndCapture';
  return has('eager') ? 'replayAndEager' : 'replay';
}

function matchCounts(launches: readonly LaunchInScope[]): MatchCount[] {
  const counts = new Map<LaunchMatch, MatchCount>();
  for (const { outcome, kernels, kernelNs } of launches) {
    const { match } = outcome;
    const before = counts.get(match) ?? { launches: 0, kernels: 0, kernelNs: 0 };
    counts.set(match, {
      match,
      reason: MATCH_TEXTS[match],
      launches: before.launches + 1,
      kernels: before.kernels + kernels,
      kernelNs: before.kernelNs + kernelNs,
    });
  }
  return [...counts.values()].sort((a, b) => b.kernelNs - a.kernelNs);
}

function sourceShares(model: TraceModel, { scope }: Basis): SourceShare[] {
  const { callSource } = model;
  const { durationNs } = gpuTimes(model);
  const kernels = new Int32Array(CALL_SOURCE_TEXTS.length);
  const ns = new Float64Array(CALL_SOURCE_TEXTS.length);
  let sum = 0;
  const rows = gpuRowsInScope(model, scope);
  for (let i = 0; i < rows.length; i++) {
    const source = callSource[rows[i]];
    kernels[source]++;
    ns[source] += durationNs[rows[i]];
    sum += durationNs[rows[i]];
  }
  return CALL_SOURCE_TEXTS.map((source, i) => ({ source, kernels: kernels[i], kernelNs: ns[i], share: ns[i] / sum }))
    .filter((share) => share.kernels > 0)
    .sort((a, b) => b.kernelNs - a.kernelNs);
}

/** Parts of the kernel sum under an operator, and under one whose inputs have shapes. */
function coverage(model: TraceModel, { scope }: Basis): Pick<CaptureReport, 'withOperator' | 'withShapes'> {
  const { durationNs } = gpuTimes(model);
  const rows = gpuRowsInScope(model, scope);
  const known = operatorKnowledge(model);
  const ns = new Float64Array(Object.keys(Known).length);
  for (let i = 0; i < rows.length; i++) ns[known[rows[i]]] += durationNs[rows[i]];
  const withOperator = ns[Known.operator] + ns[Known.shapes];
  const sum = ns[Known.nothing] + withOperator;
  return { withOperator: withOperator / sum, withShapes: ns[Known.shapes] / sum };
}

/** What is known of the operator over a GPU event. */
const Known = { nothing: 0, operator: 1, shapes: 2 } as const;

/** The same of each row of `gpuEvents`; each distinct template is looked at once. */
const operatorKnowledge = once((model: TraceModel): Uint8Array => {
  const { columns, gpuEvents, operatorOf } = model;
  const ofTemplate = new Uint8Array(columns.templates.length);
  return Uint8Array.from(gpuEvents, (event) => {
    const operator = operatorOf[event];
    if (operator < 0) return Known.nothing;
    const template = columns.template[operator];
    ofTemplate[template] ||= hasDims(model, template) ? Known.shapes : Known.operator;
    return ofTemplate[template];
  });
});

function hasDims({ columns }: TraceModel, template: number): boolean {
  const dims = constantAt(columns, template, 'args.Input Dims') ?? constantAt(columns, template, 'args.Input dims');
  return Array.isArray(dims) && dims.some((shape) => Array.isArray(shape) && shape.length > 0);
}

function captureUse(capture: Capture, launches: readonly LaunchInScope[]): CaptureUse {
  const { file, batchSize, mode, role, rank, graphs } = capture;
  return {
    file,
    batchSize,
    mode,
    role,
    rank,
    graphs: graphs.length,
    kernels: graphs.reduce((sum, graph) => sum + graph.dispatches.length, 0),
    launches: launches.filter(({ outcome }) => outcome.capture === capture).length,
  };
}

/** Captures of which not one fits are a wrong folder. */
function foreignNotes(captures: readonly Capture[], matches: readonly MatchCount[]): string[] {
  const isUsed = matches.some(({ match }) => IS_MATCH[match] && match !== 'eager');
  if (captures.length === 0 || isUsed) return [];
  const foreign = matches.find(({ match }) => match === 'other-model' || match === 'other-run');
  return foreign === undefined ? [] : [`None of the captures belongs to this trace. ${foreign.reason}`];
}
