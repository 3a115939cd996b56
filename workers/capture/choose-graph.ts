import { type Alignment, alignByName, alignByPlace } from './align.ts';
import type { KnownGraph } from './captured-graphs.ts';
import type { Capture } from './captures.ts';
import { type KernelTokens, UNNAMED } from './kernel-tokens.ts';
import type { LaunchMatch } from './launch-match.ts';
import { countsOf, isSame, type Sequence, similarity } from './sequences.ts';

/** What is known of a replay beside its kernels. */
export interface ReplayContext {
  /** Sizes by which its graph was chosen, the likeliest first; empty where no annotation tells. */
  readonly sizes: readonly number[];
  /** Its place among the graph launches of its step, and how many there are. */
  readonly position: number;
  readonly launches: number;
  /** Grid and block of a kernel, "" where not recorded. */
  extents(kernel: number): string;
  name(kernel: number): string;
}

/** What came of one replay. */
export interface Outcome {
  readonly match: LaunchMatch;
  /** The graph that it replays; null without a match. */
  readonly graph: KnownGraph | null;
  readonly capture: Capture | null;
  readonly alignment: Alignment | null;
}

/** Chooses among the captured graphs of one run. */
export class GraphChooser {
  readonly #captures: readonly Capture[];
  readonly #eager: readonly KnownGraph[];
  readonly #tokens: KernelTokens;
  readonly #capturedTokens: ReadonlySet<number>;

  /** @param captures Those of the trace's own run; `eager` are steps of an eager run, taken where no capture fits. */
  constructor(captures: readonly Capture[], eager: readonly KnownGraph[], tokens: KernelTokens) {
    this.#captures = captures;
    this.#eager = eager;
    this.#tokens = tokens;
    this.#capturedTokens = new Set(captures.flatMap(({ graphs }) => graphs.flatMap((graph) => [...graph.tokens])));
  }

  /** The graph that a sequence of kernels replays, or why none is known. */
  choose(sequence: Sequence, context: ReplayContext): Outcome {
    if (sequence.tokens.length === 0) return without('no-kernels');
    const outcome = this.#captured(sequence, context);
    return outcome.graph === null ? (this.#fromEager(sequence) ?? outcome) : outcome;
  }

  #captured(sequence: Sequence, context: ReplayContext): Outcome {
    if (this.#captures.length === 0) return without('no-capture');
    const isForeign = this.#isForeign(sequence);
    const groups = sizeGroups(this.#captures, context);
    if (groups.length === 0) return without(isForeign ? 'other-model' : 'too-large');
    const found =
      this.#exact(sequence, context, groups) ?? this.#similar(sequence, context, groups.slice(0, NEAREST_SIZES));
    return found ?? without(isForeign ? 'other-model' : 'unaligned');
  }

  /** Most of its kernels occur in no captured graph. */
  #isForeign({ tokens }: Sequence): boolean {
    if (this.#capturedTokens.has(UNNAMED)) return false;
    let known = 0;
    for (const token of tokens) known += Number(this.#capturedTokens.has(token));
    return known * 2 < tokens.length;
  }

  /** A graph with the same kernels in the same order: of the likeliest size, or of the only one that the launch can be of. */
  #exact(sequence: Sequence, context: ReplayContext, groups: readonly Capture[][]): Outcome | null {
    const isExact = ({ graph }: Choice) => isSame(graph.tokens, sequence.tokens);
    if (context.sizes.length > 0) {
      for (const captures of groups) {
        const choice = choicesOf(captures, context).find(isExact);
        if (choice) return this.#aligned(sequence, context, choice);
      }
      return null;
    }
    const choices = groups.flatMap((captures) => choicesOf(captures, context).filter(isExact));
    const sizes = new Set(choices.map(({ capture }) => capture.batchSize));
    const fitting = sizes.size > 1 ? choices.filter(({ graph }) => hasExtents(graph, context)) : choices;
    const fittingSizes = new Set(fitting.map(({ capture }) => capture.batchSize));
    if (choices.length > 0 && fittingSizes.size !== 1) return without('no-size');
    return fitting.length > 0 ? this.#aligned(sequence, context, fitting[0]) : null;
  }

  /** A graph that most kernels can be aligned with; one without names only if it has the likeliest size. */
  #similar(sequence: Sequence, context: ReplayContext, groups: readonly Capture[][]): Outcome | null {
    const counts = countsOf(sequence.tokens);
    const likeness = ({ graph }: Choice) =>
      graph.tokens.includes(UNNAMED) ? 1 : similarity(counts, graph, sequence.tokens.length);
    for (const [distance, captures] of groups.entries()) {
      const choices = choicesOf(captures, context)
        .filter(({ graph }) => distance === 0 || !graph.tokens.includes(UNNAMED))
        .map((choice) => ({ ...choice, likeness: likeness(choice) }))
        .sort((a, b) => b.likeness - a.likeness);
      for (const choice of choices.slice(0, TRIED)) {
        const outcome = this.#aligned(sequence, context, choice);
        if (outcome) return outcome;
      }
    }
    return null;
  }

  #aligned(sequence: Sequence, context: ReplayContext, { capture, graph }: Choice): Outcome | null {
    const { tokens, hints } = graph;
    if (!tokens.includes(UNNAMED)) {
      const alignment = alignByName(sequence.tokens, tokens);
      return isAcceptable(alignment, sequence) ? { match: 'names', graph, capture, alignment } : null;
    }
    const alignment = alignByPlace(sequence.tokens, context.name, tokens, hints, this.#tokens);
    return alignment && { match: sequence.isByNode ? 'nodes' : 'count', graph, capture, alignment };
  }

  #fromEager(sequence: Sequence): Outcome | null {
    const counts = countsOf(sequence.tokens);
    const graphs = this.#eager
      .map((graph) => ({ graph, likeness: similarity(counts, graph, sequence.tokens.length) }))
      .sort((a, b) => b.likeness - a.likeness);
    for (const { graph } of graphs.slice(0, TRIED)) {
      const alignment = alignByName(sequence.tokens, graph.tokens);
      if (alignment.aligned * 2 >= sequence.tokens.length) return { match: 'eager', graph, capture: null, alignment };
    }
    return null;
  }
}

/** How many captured sizes above a step's are tried where the kernels of none are the same. */
const NEAREST_SIZES = 3;
/** How many graphs of a size are aligned, the most alike first. */
const TRIED = 3;
/** Kernels of a replay that may stay without a dispatch: so many, or this part of them. */
const STRAY = 2;
const STRAY_PART = 0.1;

function isAcceptable({ aligned }: Alignment, { tokens }: Sequence): boolean {
  const stray = tokens.length - aligned;
  return aligned * 2 >= tokens.length && stray <= Math.max(STRAY, STRAY_PART * tokens.length);
}

function without(match: LaunchMatch): Outcome {
  return { match, graph: null, capture: null, alignment: null };
}

interface Choice {
  readonly capture: Capture;
  readonly graph: KnownGraph;
}

/** The captures that may stand behind a launch, those of one size together, the likeliest first. */
function sizeGroups(captures: readonly Capture[], { sizes, launches }: ReplayContext): Capture[][] {
  const isPiecewise = launches !== 1;
  const byMode = captures.toSorted((a, b) => Number(hasMode(b, isPiecewise)) - Number(hasMode(a, isPiecewise)));
  if (sizes.length === 0) return [byMode];
  const groups: Capture[][] = [];
  for (const size of sizes) {
    const fitting = byMode.filter((capture) => sizeOf(capture, size) !== null);
    const captured = [...new Set(fitting.map((capture) => sizeOf(capture, size) ?? 0))].sort((a, b) => a - b);
    for (const one of captured) groups.push(fitting.filter((capture) => sizeOf(capture, size) === one));
  }
  const unsized = byMode.filter(({ batchSize }) => batchSize === null);
  return unsized.length > 0 ? [...groups, unsized] : groups;
}

/** The captured size if a step of `size` can be padded to it: requests, or tokens where the capture fixes several a request. */
function sizeOf({ batchSize, queries }: Capture, size: number): number | null {
  if (batchSize === null) return null;
  if (batchSize >= size) return batchSize;
  const tokens = batchSize * (queries ?? 1);
  return tokens >= size ? tokens : null;
}

function hasMode({ mode, graphs }: Capture, isPiecewise: boolean): boolean {
  return isPiecewise === (/piecewise/i.test(mode) || graphs.length > 1);
}

/** The graphs of captures, those first that stand where the launch stands in its step; a single graph serves every launch. */
function choicesOf(captures: readonly Capture[], { position, launches }: ReplayContext): Choice[] {
  const isAtPlace = (capture: Capture, graph: KnownGraph) =>
    capture.graphs.length === 1 || (capture.graphs.length === launches && capture.graphs[position] === graph);
  const choices = captures.flatMap((capture) => capture.graphs.map((graph) => ({ capture, graph })));
  return choices.toSorted((a, b) => Number(isAtPlace(b.capture, b.graph)) - Number(isAtPlace(a.capture, a.graph)));
}

/** Whether a graph of the same kernels was captured with the same grids and blocks. */
function hasExtents({ extents }: KnownGraph, context: ReplayContext): boolean {
  return extents.every((text, i) => text === '' || context.extents(i) === '' || text === context.extents(i));
}
