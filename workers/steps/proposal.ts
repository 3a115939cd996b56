import type { TraceModel } from '../trace/trace-model.ts';
import { type Layout, layOut } from './lanes.ts';
import type { LaunchOrder } from './launch-order.ts';
import type { Root } from './roots.ts';
import type { BookendShares, CallPattern, Candidate } from './steps.ts';
import { assignTiles, type TileSums } from './tiles.ts';

/** What a detector takes for the steps of a trace. */
export interface Proposal {
  readonly method: string;
  readonly family: string;
  readonly unit: 'step' | 'layer';
  readonly roots: readonly Root[];
  /** How many it takes: where the trace itself calls them steps, few will do. */
  readonly fewest: number;
  /** What was found, as the beginning of a sentence. */
  readonly found: string;
  /** Of one from the call tree: how it was found there. */
  readonly calls?: CallPattern;
}

/** A proposal with its steps laid out, its tiles and its grade. */
export interface GradedProposal {
  readonly proposal: Proposal;
  readonly layout: Layout;
  readonly tiles: TileSums;
  readonly candidate: Candidate;
}

/** Share of GPU time that tiles must explain. */
const GATE = 0.95;
const FLOOR = 0.75;
/** Share of it that must be launched within the steps' own spans: else they are marks that come now and then, with the work between them. */
export const LEAST_SPAN_SHARE = 0.5;
/** What only repeats is taken for steps from this number on. */
export const FEWEST_STEPS = 4;

/** The one measure for every proposal: what share of all GPU time, by launch and each GPU event once, its tiles explain. */
export function graded(model: TraceModel, launches: LaunchOrder, proposal: Proposal): GradedProposal {
  const layout = layOut(model.columns, proposal.roots);
  const tiles = assignTiles(model, launches, layout.tileMap, layout.roots.length);
  const coverage = launches.totalNs === 0 ? 0 : tiles.inTilesNs / launches.totalNs;
  const spanShare = tiles.inTilesNs === 0 ? 0 : tiles.inSpansNs / tiles.inTilesNs;
  const count = layout.roots.length;
  const objections = objectionsTo(proposal, coverage, spanShare, count);
  const tooFew = count < proposal.fewest;
  const scattered = proposal.unit === 'layer' && spanShare < LEAST_SPAN_SHARE;
  const status =
    coverage < FLOOR || tooFew || scattered ? 'not splittable' : objections.length === 0 ? 'splittable' : 'degraded';
  const evidence = `${proposal.found}; their tiles explain ${percent(coverage)} of the GPU time${
    objections.length === 0 ? '' : `, ${objections.join(', ')}`
  }.`;
  const { method, unit, family, calls } = proposal;
  const candidate: Candidate = {
    method,
    status,
    coverage,
    spanShare,
    unit,
    count,
    family,
    evidence,
    ...(calls && { calls: { ...calls, ...bookendShares(layout, tiles, launches) } }),
  };
  return { proposal, layout, tiles, candidate };
}

function bookendShares({ roots }: Layout, { gpuNs, inTilesNs }: TileSums, { totalNs }: LaunchOrder): BookendShares {
  // Ranks that do not step together have bookends of their own.
  const nsOf = (name: 'warmup' | 'wrapup') => {
    const own = gpuNs.filter((_, step) => roots[step].name === name);
    return own.length === 0 ? null : own.reduce((sum, ns) => sum + ns, 0);
  };
  const [warmupNs, wrapupNs] = [nsOf('warmup'), nsOf('wrapup')];
  return {
    iterationsNs: inTilesNs - (warmupNs ?? 0) - (wrapupNs ?? 0),
    warmup: warmupNs === null ? null : warmupNs / totalNs,
    wrapup: wrapupNs === null ? null : wrapupNs / totalNs,
  };
}

function objectionsTo({ fewest, unit }: Proposal, coverage: number, spanShare: number, count: number): string[] {
  const objections: string[] = [];
  if (coverage < GATE) objections.push(`below ${percent(coverage < FLOOR ? FLOOR : GATE)}`);
  if (spanShare < LEAST_SPAN_SHARE) objections.push(`only ${percent(spanShare)} of it launched inside them`);
  if (count < fewest)
    objections.push(fewest === 2 ? 'but one alone splits nothing' : `and fewer than ${fewest} are no pattern`);
  if (unit === 'layer') objections.push('but they are layers of one step');
  return objections;
}

/** A share as a percentage that never rounds up to a threshold it misses. */
function percent(share: number): string {
  return `${Math.floor(share * 1000 + 1e-9) / 10} %`;
}
