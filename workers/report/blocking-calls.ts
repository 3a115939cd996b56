import { once } from '../base/memo.ts';
import type { Scope } from '../base/scope.ts';
import type { Table } from '../base/table.ts';
import { blockingReason } from '../trace/blocking-call-names.ts';
import { hostEventsInScope } from '../trace/host-scope.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { longestEventColumn } from './duration-columns.ts';
import { groupBy, statisticsByGroup } from './groups.ts';
import { makeTable, number, text } from './make-table.ts';
import { surveyOf } from './survey.ts';

/** A host call that keeps its thread waiting. */
export interface BlockingCall {
  readonly event: number;
  readonly reason: string;
}

/** The blocking calls that start in the window of the scope; host calls belong to no device or stream. */
export function blockingCalls(model: TraceModel, scope: Scope): BlockingCall[] {
  const { name, strings } = model.columns;
  const isInside = hostEventsInScope(model, scope);
  const byName = Array.from(surveyOf(model).blockingCalls.filter(isInside), (event) => ({
    event,
    reason: blockingReason(strings.get(name[event])),
  }));
  const toPageable = pageableCopies(model)
    .filter(isInside)
    .map((event) => ({ event, reason: 'copies to pageable memory and waits' }));
  return [...byName, ...toPageable];
}

/**
 * Asynchronous launches of copies from the GPU to pageable memory: such a call returns only when the copy has ended, whatever its name
 * says.
 */
const pageableCopies = once(({ columns, gpuEvents, launch, kind }: TraceModel): readonly number[] => {
  const isPageable = new Map<number, boolean>();
  const found: number[] = [];
  for (let row = 0; row < gpuEvents.length; row++) {
    const call = launch[row];
    if (call < 0 || kind[gpuEvents[row]] !== EventKind.memcpy) continue;
    const copy = columns.name[gpuEvents[row]];
    let pageable = isPageable.get(copy);
    if (pageable === undefined) {
      pageable = columns.strings.get(copy).includes('(Device -> Pageable)');
      isPageable.set(copy, pageable);
    }
    const isCall = kind[call] === EventKind.runtime || kind[call] === EventKind.driver;
    if (pageable && isCall && blockingReason(columns.strings.get(columns.name[call])) === '') found.push(call);
  }
  return found;
});

/** Runtime and driver calls that keep the host waiting, by call and caller. */
export function blockingCallsTable(model: TraceModel, scope: Scope): Table {
  const { columns, operatorOf, parent } = model;
  const calls = blockingCalls(model, scope);
  const operatorAt = (item: number) => operatorOf[calls[item].event];
  const frames = frameFinder(model);
  const frameAt = Int32Array.from(calls, ({ event }) => frames(parent[event]));
  const nameOf = (event: number) => (event < 0 ? -1 : columns.name[event]);
  const groups = groupBy(
    calls.length,
    (item) => `${nameOf(calls[item].event)} ${calls[item].reason} ${nameOf(operatorAt(item))} ${nameOf(frameAt[item])}`,
  );
  const host = statisticsByGroup(groups, (item) => columns.dur[calls[item].event]);
  const textOf = (event: number) => (event < 0 ? undefined : columns.strings.get(columns.name[event]));
  const first = (group: number) => groups.first[group];

  return makeTable(
    {
      id: 'blockingCalls',
      title: 'Blocking calls',
      description:
        'Runtime and driver calls that keep the host waiting, by call and caller. Only the window of the scope narrows them.',
      sort: { column: 'sum', descending: true },
    },
    groups.count,
    [
      text({ id: 'call', title: 'Call', kind: 'name', description: 'Runtime or driver call.' }, (group) =>
        textOf(calls[first(group)].event),
      ),
      text(
        { id: 'reason', title: 'Why it blocks', kind: 'text', description: 'What the call waits for.' },
        (group) => calls[first(group)].reason,
      ),
      number(
        { id: 'count', title: 'Calls', kind: 'integer', description: 'How many.', isAdditive: true },
        (group) => host.count[group],
      ),
      number(
        {
          id: 'sum',
          title: 'Host time',
          kind: 'duration',
          description: 'Sum of the durations of the calls on the host.',
          isAdditive: true,
        },
        (group) => host.sum[group],
      ),
      number(
        { id: 'mean', title: 'Mean', kind: 'duration', description: 'Mean duration.' },
        (group) => host.mean[group],
      ),
      number(
        { id: 'max', title: 'Longest', kind: 'duration', description: 'Longest call.' },
        (group) => host.max[group],
      ),
      text(
        {
          id: 'operator',
          title: 'Operator',
          kind: 'name',
          description: 'Nearest operator that encloses the call.',
          missing: 'No operator encloses the call.',
        },
        (group) => textOf(operatorAt(first(group))),
      ),
      text(
        {
          id: 'frame',
          title: 'Called from',
          kind: 'name',
          description: 'Nearest Python frame of a source file.',
          missing: 'No Python stack is recorded for it; record with with_stack=True.',
        },
        (group) => textOf(frameAt[first(group)]),
      ),
      longestEventColumn(groups, (item) => calls[item].event, columns.dur),
    ],
  );
}

/** Finds the nearest Python frame at or above an event that is no built-in function, -1 for none. */
function frameFinder({ columns, kind, parent }: TraceModel): (event: number) => number {
  const isBuiltin = new Map<number, boolean>();
  const builtin = (name: number) => {
    let known = isBuiltin.get(name);
    if (known === undefined) {
      known = columns.strings.get(name).startsWith('<built-in');
      isBuiltin.set(name, known);
    }
    return known;
  };
  return (event) => {
    let at = event;
    while (at >= 0 && (kind[at] !== EventKind.pythonFunction || builtin(columns.name[at]))) at = parent[at];
    return at;
  };
}
