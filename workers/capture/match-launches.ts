import type { TraceModel } from '../trace/trace-model.ts';
import { extentsReader, type KnownGraph } from './captured-graphs.ts';
import type { Capture, CaptureStore } from './captures.ts';
import { GraphChooser, type Outcome } from './choose-graph.ts';
import { captureSizes, type LaunchStep, launchSteps } from './launch-steps.ts';
import { nodeOrder } from './node-order.ts';
import { replaysOf } from './replays.ts';
import { rankOf, worldSizeOf } from './run-facts.ts';
import { Sequences } from './sequences.ts';

/** What tells what a replay consists of. */
export interface CallSources extends CaptureStore {
  readonly captures: readonly Capture[];
  /** Steps of an eager run of the same model. */
  readonly eager: readonly KnownGraph[];
}

/** A launch of a graph and what was found for it. */
export interface MatchedLaunch {
  readonly event: number;
  readonly step: LaunchStep | null;
  /** Rows of `gpuEvents`, in the order that they were aligned in. */
  readonly rows: Int32Array;
  readonly outcome: Outcome;
}

/** The graph launches of a trace, by start, each with the graph that it replays or the reason why none is known. */
export function matchLaunches(model: TraceModel, { captures, eager, tokens }: CallSources): MatchedLaunch[] {
  const { columns, gpuEvents } = model;
  const replays = replaysOf(model);
  const own = ofSameRun(model, captures);
  const chooser = new GraphChooser(own, eager, tokens);
  const isOfOtherRun = own.length === 0 && captures.length > 0;
  const inOrder = nodeOrder(columns);
  const tokenOf = tokens.ofEvents(model);
  const extentsOf = extentsReader(model);
  const sequences = new Sequences();
  const stepOf = launchSteps(model);
  const steps = Array.from(replays.launches, (event) => stepOf(event));
  const places = placesInSteps(steps);
  const known = new Map<string, Outcome>();

  return Array.from(replays.launches, (event, place): MatchedLaunch => {
    const byStart = replays.rows(place);
    const byNode = inOrder(byStart, (row) => gpuEvents[row]);
    const rows = byNode ?? byStart;
    const eventAt = (kernel: number) => gpuEvents[rows[kernel]];
    const sequence = sequences.of(
      Int32Array.from(rows, (row) => tokenOf(gpuEvents[row])),
      byNode !== null,
    );
    const step = steps[place];
    const sizes = step === null ? [] : captureSizes(step.label);
    const { position, launches } = places[place];
    const key = JSON.stringify([sequence.id, sizes, position, launches]);
    let outcome = known.get(key);
    if (outcome === undefined) {
      outcome = chooser.choose(sequence, {
        sizes,
        position,
        launches,
        extents: (kernel) => extentsOf(eventAt(kernel)),
        name: (kernel) => columns.strings.get(columns.name[eventAt(kernel)]),
      });
      if (isOfOtherRun && outcome.match === 'no-capture') outcome = { ...outcome, match: 'other-run' };
      known.set(key, outcome);
    }
    return { event, step, rows, outcome };
  });
}

/**
 * The captures that can be of the trace's run: of as many ranks, since sharding decides the shapes; of its own rank where there are some.
 */
function ofSameRun({ columns: { header } }: TraceModel, captures: readonly Capture[]): readonly Capture[] {
  const worldSize = worldSizeOf(header);
  const rank = rankOf(header);
  const sameSize = captures.filter((capture) => agree(capture.worldSize, worldSize));
  const sameRank = sameSize.filter((capture) => agree(capture.rank, rank));
  return sameRank.length > 0 ? sameRank : sameSize;
}

function agree(a: number | null, b: number | null): boolean {
  return a === null || b === null || a === b;
}

/** The place of each launch among those of its step; one outside steps stands alone. */
function placesInSteps(steps: readonly (LaunchStep | null)[]): { position: number; launches: number }[] {
  const counts = new Map<number, number>();
  const positions = steps.map((step) => {
    const position = step === null ? 0 : (counts.get(step.event) ?? 0);
    if (step !== null) counts.set(step.event, position + 1);
    return position;
  });
  return steps.map((step, place) => ({
    position: positions[place],
    launches: step === null ? 1 : (counts.get(step.event) ?? 1),
  }));
}
