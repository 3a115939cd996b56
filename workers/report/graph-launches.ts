import type { Scope } from '../base/scope.ts';
import type { Table } from '../base/table.ts';
import type { MatchedLaunch } from '../capture/match-launches.ts';
import { matchedLaunchesOf } from '../capture/merge-captures.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import { hostEventsInScope } from '../trace/host-scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { MATCH_TEXTS } from './launch-match-texts.ts';
import { makeTable, number, text } from './make-table.ts';

/** A launch of a graph in a scope, and its GPU work there. */
export interface LaunchInScope extends MatchedLaunch {
  readonly kernels: number;
  readonly kernelNs: number;
}

/** The graph launches of a scope: those with GPU work in it, and those without any that lie in it themselves. */
export function launchesInScope(model: TraceModel, scope: Scope): LaunchInScope[] {
  const { columns, gpuEvents } = model;
  const inScope = new Uint8Array(gpuEvents.length);
  for (const row of gpuRowsInScope(model, scope)) inScope[row] = 1;
  const isInside = hostEventsInScope(model, scope);
  return matchedLaunchesOf(model)
    .map((launch) => {
      const rows = launch.rows.filter((row) => inScope[row] === 1);
      const kernelNs = rows.reduce((sum, row) => sum + columns.dur[gpuEvents[row]], 0);
      return { ...launch, kernels: rows.length, kernelNs };
    })
    .filter(({ kernels, rows, event }) => kernels > 0 || (rows.length === 0 && isInside(event)));
}

const NO_MATCH = 'The launch has no match.';
const NO_STEP = 'No annotation tells the size of its step.';

/** Launches of graphs, what each was matched with, and why not. */
export function graphLaunchesTable(model: TraceModel, scope: Scope): Table {
  const { columns } = model;
  const launches = launchesInScope(model, scope);
  const aligned = (row: number) => launches[row].outcome.alignment?.aligned ?? Number.NaN;
  const size = (row: number) => launches[row].step?.label.tokens ?? Number.NaN;
  const captured = (row: number) => launches[row].outcome.capture?.batchSize ?? Number.NaN;
  return makeTable(
    {
      id: 'graphLaunches',
      title: 'Graph launches',
      description: 'Launches of captured graphs: which capture tells what they replay, or why none does.',
      sort: { column: 'time', descending: true },
    },
    launches.length,
    [
      text(
        { id: 'step', title: 'Step', kind: 'name', description: 'Annotation around it.', missing: NO_STEP },
        (row) => {
          const step = launches[row].step;
          return step === null ? undefined : columns.strings.get(columns.name[step.event]);
        },
      ),
      text(
        {
          id: 'match',
          title: 'Match',
          kind: 'text',
          description: 'What it was matched by, or what kept it from a match.',
        },
        (row) => launches[row].outcome.match,
      ),
      text(
        { id: 'reason', title: 'Reason', kind: 'name', description: 'The same in words.' },
        (row) => MATCH_TEXTS[launches[row].outcome.match],
      ),
      text(
        {
          id: 'capture',
          title: 'Capture',
          kind: 'name',
          description: 'File of the captured graph.',
          missing: NO_MATCH,
        },
        (row) => launches[row].outcome.capture?.file,
      ),
      text(
        { id: 'mode', title: 'Mode', kind: 'text', description: 'Mode of the capture.', missing: NO_MATCH },
        (row) => launches[row].outcome.capture?.mode,
      ),
      number(
        { id: 'tokens', title: 'Tokens', kind: 'integer', description: 'Tokens of the step.', missing: NO_STEP },
        size,
      ),
      number(
        {
          id: 'capturedSize',
          title: 'Captured size',
          kind: 'integer',
          description: 'Batch size of the capture.',
          missing: NO_MATCH,
        },
        captured,
      ),
      number(
        {
          id: 'kernels',
          title: 'Kernels',
          kind: 'integer',
          description: 'GPU events that it replayed.',
          isAdditive: true,
        },
        (row) => launches[row].kernels,
      ),
      number(
        {
          id: 'aligned',
          title: 'Aligned',
          kind: 'integer',
          description: 'Those of them that stand for a captured call, scope or not.',
          missing: NO_MATCH,
        },
        aligned,
      ),
      number(
        { id: 'time', title: 'GPU time', kind: 'duration', description: 'Sum of their durations.', isAdditive: true },
        (row) => launches[row].kernelNs,
      ),
      number(
        { id: 'launch', title: 'Launch', kind: 'event', description: 'The launch as recorded.', hidden: true },
        (row) => launches[row].event,
      ),
    ],
  );
}
