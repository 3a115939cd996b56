import { CATEGORIES } from '../attribution/categories.ts';
import type { Scope } from '../base/scope.ts';
import type { Table } from '../base/table.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { makeTable, number, text } from './make-table.ts';
import { type OwnerKind, operatorTimes } from './operator-times.ts';

const OWNER_TEXT: Readonly<Record<OwnerKind, string>> = {
  operator: 'operator',
  launch: 'launch without operator',
  none: 'no recorded launch',
};
const NO_CALL = 'No call is on record: the launch was not recorded.';

/** GPU time by operator name. GPU work without an operator stands under its launch, the rest under one row of its own. */
export function operatorsTable(model: TraceModel, scope: Scope): Table {
  const times = operatorTimes(model, gpuRowsInScope(model, scope));
  const sum = times.reduce((total, { gpuSelfNs }) => total + gpuSelfNs, 0);
  const rows = times.length;
  return makeTable(
    {
      id: 'operators',
      title: 'Operators',
      description:
        'GPU time by operator. Every GPU event counts once, under the nearest operator at or above its launch.',
      sort: { column: 'gpuSelf', descending: true },
    },
    rows,
    [
      text(
        {
          id: 'name',
          title: 'Operator',
          kind: 'name',
          description: 'Operator as the profiler names it; a launch where no operator encloses it.',
        },
        (row) => times[row].name,
      ),
      text(
        {
          id: 'category',
          title: 'Category',
          kind: 'category',
          description: 'Kind of work that takes most of its own GPU time.',
          missing: 'It launches nothing itself, and its name tells no kind of work.',
        },
        (row) => CATEGORIES[times[row].category]?.id,
      ),
      number(
        {
          id: 'calls',
          title: 'Calls',
          kind: 'integer',
          description: 'Calls that led to GPU work in the scope.',
          missing: NO_CALL,
        },
        (row) => times[row].calls,
      ),
      number(
        {
          id: 'gpuSelf',
          title: 'GPU time',
          kind: 'duration',
          description: 'Sum of the durations of the GPU events it launched itself.',
          isAdditive: true,
        },
        (row) => times[row].gpuSelfNs,
      ),
      number(
        {
          id: 'share',
          title: 'Share',
          kind: 'share',
          description: 'Its GPU time as a part of the kernel sum of the scope.',
          isAdditive: true,
        },
        (row) => times[row].gpuSelfNs / sum,
      ),
      number(
        {
          id: 'gpuTotal',
          title: 'With children',
          kind: 'duration',
          description:
            'Sum of the durations of the GPU events that it and the operators below it launched; nested calls of one name count once.',
        },
        (row) => times[row].gpuTotalNs,
      ),
      number(
        {
          id: 'kernels',
          title: 'GPU events',
          kind: 'integer',
          description: 'Kernels, copies and memsets that it launched itself.',
          isAdditive: true,
        },
        (row) => times[row].gpuEvents,
      ),
      number(
        {
          id: 'gpuMean',
          title: 'GPU time a call',
          kind: 'duration',
          description: 'Its own GPU time divided by its calls.',
          missing: NO_CALL,
        },
        (row) => times[row].gpuSelfNs / times[row].calls,
      ),
      number(
        {
          id: 'cpuSelf',
          title: 'CPU self',
          kind: 'duration',
          description: 'Host time of these calls outside the operators they call.',
          missing: NO_CALL,
        },
        (row) => times[row].cpuSelfNs,
      ),
      number(
        {
          id: 'cpuTotal',
          title: 'CPU total',
          kind: 'duration',
          description: 'Host time of these calls; nested calls of one name count once.',
          missing: NO_CALL,
        },
        (row) => times[row].cpuTotalNs,
      ),
      text(
        {
          id: 'owner',
          title: 'Owner',
          kind: 'text',
          description: 'Whether an operator, a launch without operator or nothing on record answers for the GPU work.',
          hidden: true,
        },
        (row) => OWNER_TEXT[times[row].owner],
      ),
    ],
  );
}
