import { attributionOf } from '../attribution/attribution.ts';
import { CATEGORIES } from '../attribution/categories.ts';
import type { Scope } from '../base/scope.ts';
import type { Table } from '../base/table.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { groupBy, leadingIndex, statisticsByGroup } from './groups.ts';
import { makeTable, number, text } from './make-table.ts';
import { shapeTexts, typeTexts } from './operator-arguments.ts';
import { NO_LAUNCH } from './operator-times.ts';

const NO_CALL = 'No call is on record: the launch was not recorded.';

/** Own GPU time of operators with calls of different shapes and types apart. */
export function operatorShapesTable(model: TraceModel, scope: Scope): Table {
  const { columns, gpuEvents } = model;
  const { owners, ownerOf, categoryOf } = attributionOf(model);
  const rows = gpuRowsInScope(model, scope);
  const shapes = shapeTexts(columns);
  const types = typeTexts(columns);

  // Calls first (a call's kernels add up), then the calls of one name, shape and type.
  const calls = groupBy(rows.length, (item) => ownerOf[rows[item]]);
  const callNs = new Float64Array(calls.count);
  const callEvents = new Int32Array(calls.count);
  for (let item = 0; item < rows.length; item++) {
    callNs[calls.groupOf[item]] += columns.dur[gpuEvents[rows[item]]];
    callEvents[calls.groupOf[item]]++;
  }
  const ownerAt = (call: number) => ownerOf[rows[calls.first[call]]];
  const eventAt = (call: number) => (ownerAt(call) < 0 ? -1 : owners[ownerAt(call)]);
  const groups = groupBy(calls.count, (call) => {
    const event = eventAt(call);
    return event < 0 ? -1 : `${columns.name[event]} ${shapes.keyOf(event)} ${types.keyOf(event)}`;
  });
  const gpu = statisticsByGroup(groups, (call) => callNs[call]);
  const events = new Float64Array(groups.count);
  for (let call = 0; call < calls.count; call++) events[groups.groupOf[call]] += callEvents[call];
  const byGroup = {
    count: groups.count,
    groupOf: calls.groupOf.map((call) => groups.groupOf[call]),
    first: groups.first,
  };
  const category = leadingIndex(
    byGroup,
    CATEGORIES.length,
    (item) => categoryOf[rows[item]],
    (item) => columns.dur[gpuEvents[rows[item]]],
  );
  const sum = gpu.sum.reduce((total, ns) => total + ns, 0);
  const event = (group: number) => eventAt(groups.first[group]);
  const known = (group: number, value: number) => (event(group) < 0 ? Number.NaN : value);

  return makeTable(
    {
      id: 'operatorShapes',
      title: 'Operators by shape',
      description: 'Own GPU time of operators, calls of different shapes and types apart.',
      sort: { column: 'gpuSelf', descending: true },
    },
    groups.count,
    [
      text(
        {
          id: 'name',
          title: 'Operator',
          kind: 'name',
          description: 'Operator as the profiler names it; a launch where no operator encloses it.',
        },
        (group) => (event(group) < 0 ? NO_LAUNCH : columns.strings.get(columns.name[event(group)])),
      ),
      text(
        {
          id: 'shapes',
          title: 'Shapes',
          kind: 'name',
          description: 'Shapes of its tensor inputs.',
          missing: 'No shapes are recorded; record with record_shapes=True.',
        },
        (group) => (event(group) < 0 ? undefined : shapes.of(event(group))),
      ),
      text(
        {
          id: 'types',
          title: 'Types',
          kind: 'text',
          description: 'Distinct types of its tensor inputs.',
          missing: 'No types are recorded; record with record_shapes=True.',
        },
        (group) => (event(group) < 0 ? undefined : types.of(event(group))),
      ),
      text(
        {
          id: 'category',
          title: 'Category',
          kind: 'category',
          description: 'Kind of work that takes most of its GPU time.',
        },
        (group) => CATEGORIES[category[group]].id,
      ),
      number(
        {
          id: 'calls',
          title: 'Calls',
          kind: 'integer',
          description: 'Calls that launched GPU work in the scope.',
          missing: NO_CALL,
        },
        (group) => known(group, gpu.count[group]),
      ),
      number(
        {
          id: 'gpuSelf',
          title: 'GPU time',
          kind: 'duration',
          description: 'Sum of the durations of the GPU events launched.',
          isAdditive: true,
        },
        (group) => gpu.sum[group],
      ),
      number(
        {
          id: 'share',
          title: 'Share',
          kind: 'share',
          description: 'Its GPU time as a part of the kernel sum of the scope.',
          isAdditive: true,
        },
        (group) => gpu.sum[group] / sum,
      ),
      number(
        {
          id: 'median',
          title: 'Median a call',
          kind: 'duration',
          description: 'Median GPU time of a call.',
          missing: NO_CALL,
        },
        (group) => known(group, gpu.median[group]),
      ),
      number(
        {
          id: 'min',
          title: 'Shortest call',
          kind: 'duration',
          description: 'Least GPU time of a call.',
          missing: NO_CALL,
        },
        (group) => known(group, gpu.min[group]),
      ),
      number(
        {
          id: 'max',
          title: 'Longest call',
          kind: 'duration',
          description: 'Most GPU time of a call.',
          missing: NO_CALL,
        },
        (group) => known(group, gpu.max[group]),
      ),
      number(
        {
          id: 'kernels',
          title: 'GPU events',
          kind: 'integer',
          description: 'Kernels, copies and memsets launched.',
          isAdditive: true,
        },
        (group) => events[group],
      ),
    ],
  );
}
