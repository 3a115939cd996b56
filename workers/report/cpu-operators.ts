import { attributionOf } from '../attribution/attribution.ts';
import type { Scope } from '../base/scope.ts';
import type { Table } from '../base/table.ts';
import { hostEventsInScope } from '../trace/host-scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { longestEventColumn } from './duration-columns.ts';
import { groupBy, statisticsByGroup, sumByGroup } from './groups.ts';
import { makeTable, number, text } from './make-table.ts';

/** Host time by operator name, GPU work or not. */
export function cpuOperatorsTable(model: TraceModel, scope: Scope): Table {
  const { dur, name, strings } = model.columns;
  const { operators } = attributionOf(model);
  const isInside = hostEventsInScope(model, scope);
  const calls: number[] = [];
  for (let call = 0; call < operators.events.length; call++) {
    const event = operators.events[call];
    if (event < model.recorded && isInside(event)) calls.push(call);
  }
  const eventAt = (item: number) => operators.events[calls[item]];
  const groups = groupBy(calls.length, (item) => name[eventAt(item)]);
  const whole = statisticsByGroup(groups, (item) => dur[eventAt(item)]);
  const self = sumByGroup(groups, (item) => operators.selfNs[calls[item]]);
  const total = sumByGroup(groups, (item) => (operators.outermost[calls[item]] === 1 ? dur[eventAt(item)] : 0));
  let selfSum = 0;
  for (const ns of self) selfSum += ns;

  return makeTable(
    {
      id: 'cpuOperators',
      title: 'Operators on the CPU',
      description:
        'Host time by operator, whether it leads to GPU work or not. Only the window of the scope narrows it.',
      sort: { column: 'self', descending: true },
    },
    groups.count,
    [
      text(
        { id: 'name', title: 'Operator', kind: 'name', description: 'Operator as the profiler names it.' },
        (group) => strings.get(name[eventAt(groups.first[group])]),
      ),
      number(
        {
          id: 'calls',
          title: 'Calls',
          kind: 'integer',
          description: 'Calls that start in the scope.',
          isAdditive: true,
        },
        (group) => whole.count[group],
      ),
      number(
        {
          id: 'self',
          title: 'Self',
          kind: 'duration',
          description: 'Host time outside the operators that it calls.',
          isAdditive: true,
        },
        (group) => self[group],
      ),
      number(
        {
          id: 'share',
          title: 'Share',
          kind: 'share',
          description: 'Part of the self time of all operators.',
          isAdditive: true,
        },
        (group) => self[group] / selfSum,
      ),
      number(
        {
          id: 'total',
          title: 'Total',
          kind: 'duration',
          description: 'Host time; nested calls of one name count once.',
        },
        (group) => total[group],
      ),
      number(
        { id: 'mean', title: 'Mean', kind: 'duration', description: 'Mean duration of a call.' },
        (group) => whole.mean[group],
      ),
      number(
        { id: 'max', title: 'Longest', kind: 'duration', description: 'Longest call.' },
        (group) => whole.max[group],
      ),
      longestEventColumn(groups, eventAt, dur),
    ],
  );
}
