import type { Table } from '../base/table.ts';
import { runningRequests, stepFacts } from '../steps/steady-state-facts.ts';
import { figuresOf, stepsOf } from '../steps/stepped-model.ts';
import type { Step, StepLabel } from '../steps/steps.ts';
import { namesSteps, stepsInScope } from '../trace/gpu-scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { type Column, makeTable, number, text } from './make-table.ts';
import type { Basis } from './report-types.ts';
import { showing } from './unified/figure-columns.ts';

const NO_LABEL = 'The trace does not tell: its steps have no annotation, or one that leaves this out.';
const NO_GPU = 'The step launched no GPU work.';

const SHOWN = [
  'step',
  'phase',
  'duration',
  'gpuBusy',
  'idle',
  'concurrency',
  'contextRequests',
  'generationRequests',
  'tokens',
  'hostBound',
  'tokensPerSecond',
  'name',
];

/** The steps of the scope, all that is known of each. Devices and streams do not narrow it: a step is one for all of them. */
export function stepsTable(model: TraceModel, { scope }: Basis): Table {
  const found = stepsOf(model);
  const figures = figuresOf(model);
  const running = runningRequests(stepFacts(found, model));
  const rows = stepsShown(model, scope);
  const step = (row: number) => found.steps[rows[row]];
  const label = (id: string, title: string, description: string, read: (label: StepLabel) => number | null) =>
    number({ id, title, kind: 'integer', description, missing: NO_LABEL }, (row) => {
      const { label } = step(row);
      return (label && read(label)) ?? Number.NaN;
    });
  const time = (id: string, title: string, description: string, values: Float64Array, missing = NO_GPU) =>
    number({ id, title, kind: 'duration', description, missing }, (row) => values[rows[row]]);
  return makeTable(
    {
      id: 'steps',
      title: 'Steps',
      description: 'The steps that were found, in order. GPU work belongs to the step that launched it.',
    },
    rows.length,
    showing(SHOWN, [
      number({ id: 'step', title: 'Step', kind: 'integer', description: 'Its number, from 0.' }, (row) => rows[row]),
      text(
        {
          id: 'phase',
          title: 'Phase',
          kind: 'phase',
          description:
            'Prompts processed (prefill), tokens generated (decode), both (mixed), nothing (idle), or a step of another kind.',
          chips: true,
        },
        (row) => step(row).phase,
      ),
      number(
        {
          id: 'start',
          title: 'Start',
          kind: 'duration',
          description: "Its start on the host, since the trace's base.",
        },
        (row) => step(row).startNs,
      ),
      time('duration', 'Duration', 'From its start to the next step; of the last, to its end.', figures.durationNs),
      time('gpuBusy', 'GPU busy', 'Time in which at least one of its GPU events runs.', figures.gpuBusyNs),
      number(
        {
          id: 'kernelSum',
          title: 'Kernel sum',
          kind: 'duration',
          description: 'Sum of the durations of its GPU events.',
          isAdditive: true,
        },
        (row) => figures.kernelSumNs[rows[row]],
      ),
      number(
        {
          id: 'kernels',
          title: 'Kernels',
          kind: 'integer',
          description: 'Kernels that it launched.',
          isAdditive: true,
        },
        (row) => figures.kernels[rows[row]],
      ),
      time(
        'idle',
        'Idle',
        'Between its first start and last end on the GPU: while no GPU event of any step runs.',
        figures.idleNs,
      ),
      time('exposedComm', 'Exposed comm.', 'Its communication while nothing computes.', figures.exposedCommNs),
      number(
        {
          id: 'concurrency',
          title: 'Concurrency',
          kind: 'integer',
          description: 'Requests running at this step, those included that wait while it only processes prompts.',
          missing: NO_LABEL,
        },
        (row) => running[rows[row]],
      ),
      label('contextRequests', 'Context req.', 'Requests whose prompts it processes.', (l) => l.contextRequests),
      label('generationRequests', 'Generation req.', 'Requests that it generates for.', (l) => l.generationRequests),
      label('tokens', 'Tokens', 'Scheduled tokens: the rows of its linear layers.', (l) => l.tokens),
      label('contextTokens', 'Context tokens', 'Prompt tokens that it processes.', (l) => l.contextTokens),
      label(
        'generationTokens',
        'Generation tokens',
        'Tokens that it generates or verifies.',
        (l) => l.generationTokens,
      ),
      label('kvTokens', 'KV tokens', 'Tokens that its queries attend to, over all requests.', ({ sums }) =>
        sums ? sums.cSk + sums.gSk : null,
      ),
      number(
        {
          id: 'shapeBatch',
          title: 'Rows',
          kind: 'integer',
          description: "Most common first dimension of its compute operators' inputs.",
          missing: 'No shapes are recorded in this step: record with record_shapes=True.',
        },
        (row) => step(row).shapeBatch ?? Number.NaN,
      ),
      time(
        'launchLead',
        'Launch lead',
        'From its first launch to its first start on the GPU: how far the host is ahead.',
        figures.launchLeadNs,
      ),
      number(
        {
          id: 'hostBound',
          title: 'Host-bound',
          kind: 'share',
          description: 'Share of its duration in which nothing runs on the GPU and nothing is queued for it.',
          missing: 'It has no duration.',
        },
        (row) => figures.hostBoundShare[rows[row]],
      ),
      number(
        {
          id: 'tokensPerSecond',
          title: 'Tokens per second',
          kind: 'number',
          description:
            'Scheduled tokens by its duration; of the last step by the time until its GPU work ends, if that is later.',
          missing: NO_LABEL,
        },
        (row) => figures.tokensPerSecond[rows[row]],
      ),
      time(
        'gap',
        'Gap after',
        'From its end on the host to the next start; negative where they overlap.',
        figures.gapNs,
        'It is the last step.',
      ),
      text(
        { id: 'name', title: 'Name', kind: 'name', description: 'What marks it in the trace.' },
        (row) => step(row).name,
      ),
      eventColumn(step),
    ]),
  );
}

function eventColumn(step: (row: number) => Step): Column {
  return number(
    { id: 'event', title: 'Mark', kind: 'event', description: 'The event that marks it.' },
    (row) => step(row).event,
  );
}

/** Numbers of the steps that a scope holds. */
export function stepsShown(model: TraceModel, scope: Basis['scope']): Int32Array {
  const all = Int32Array.from(stepsOf(model).steps.keys());
  const tiles = namesSteps(scope) ? model.tiles() : null;
  if (!tiles) return all;
  const isWanted = stepsInScope(tiles, scope);
  return all.filter((step) => isWanted[step] === 1);
}
