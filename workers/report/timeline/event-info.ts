import { objectIn } from '../../base/json.ts';
import { rowKey } from '../../base/row-key.ts';
import { PHASES, type Phase, WHOLE_TRACE } from '../../base/scope.ts';
import type { Table } from '../../base/table.ts';
import type { EventId, TraceColumns } from '../../ingest/trace-columns.ts';
import { TIMELINE_CATEGORIES, timelineCategories } from '../../timeline/categories.ts';
import { eventKeys } from '../../timeline/event-keys.ts';
import { placeOf } from '../../timeline/places.ts';
import type { EventPlace } from '../../timeline/timeline-types.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { type CallDetails, callDetails } from '../call-details.ts';
import type { Basis, Fact, TableId } from '../report-types.ts';
import { plainText } from '../template-text.ts';
import { groupsInScope } from '../unified/grouping.ts';
import { byCall } from '../unified/groupings.ts';

/** An event of the timeline, opened. Times in ns. */
export interface EventInfo extends EventPlace {
  /** As recorded, in full. */
  readonly fullName: string;
  readonly durationNs: number;
  /** Id of its category. */
  readonly category: string;
  /** Arguments as recorded: label and value. */
  readonly arguments: readonly Fact[];
  readonly step: { readonly step: number; readonly phase: Phase } | null;
  /** The row of the operator calls in scope that it is part of, to be opened; null where none is. */
  readonly row: { readonly table: TableId; readonly key: string } | null;
  /** Of the operator call that it belongs to, over the whole trace where it is out of scope; null where it belongs to none. */
  readonly details: CallDetails | null;
}

/** An event of the timeline, opened; null for one that is not drawn. */
export function eventInfo(
  model: TraceModel,
  basis: Basis,
  event: EventId,
  tableOf: (id: TableId) => Table,
): EventInfo | null {
  const place = placeOf(model, event);
  if (!place) return null;
  const { columns } = model;
  const keys = eventKeys(model);
  const step = keys.stepOf(event);
  const row = rowInScope(model, basis, event);
  const whole = { ...basis, scope: WHOLE_TRACE };
  return {
    ...place,
    fullName: columns.strings.get(columns.name[event]),
    durationNs: columns.dur[event],
    category: TIMELINE_CATEGORIES[timelineCategories(model)[event]].id,
    arguments: recordedArguments(columns, event),
    step: step < 0 ? null : { step, phase: PHASES[keys.phaseOf(step)] },
    row: row < 0 ? null : { table: TABLE, key: rowKey(tableOf(TABLE), row) },
    details:
      row >= 0
        ? callDetails(TABLE, model, basis, row)
        : callDetails(TABLE, model, whole, rowInScope(model, whole, event)),
  };
}

const TABLE: TableId = 'operatorShapes';

/** The row of the table of calls that an event is part of, -1 for none. */
function rowInScope(model: TraceModel, { scope }: Basis, event: EventId): number {
  const unified = eventKeys(model).rowOf(event);
  if (unified < 0) return -1;
  const grouping = byCall(model);
  // Whole rows: a part is its unified row.
  return groupsInScope(grouping, scope).rowOf[grouping.groupOf[unified]];
}

/** What stands in `args`, the integers with all their digits. */
function recordedArguments({ template, templates, valueStart, values }: TraceColumns, event: EventId): Fact[] {
  const constants = Object.entries(objectIn(templates.constants(template[event]).args));
  const integers = templates.slots(template[event]).filter(({ path }) => path.startsWith('args.'));
  return [
    ...constants.map(([label, value]) => ({ label, value: plainText(value) })),
    ...integers.map(({ path, index, words }) => {
      const at = valueStart[event] + index;
      const low = BigInt(values[at]);
      return {
        label: path.slice('args.'.length),
        value: String(words === 1 ? low : (BigInt(values[at + 1]) << 32n) | low),
      };
    }),
  ];
}
