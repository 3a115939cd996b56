import { rowKey, rowOfKey } from '../../workers/base/row-key.ts';
import type { Table } from '../../workers/base/table.ts';
import type { Selection, TableId } from '../../workers/engine/engine.ts';
import { numbersOf } from './read-column.ts';

/** A table of the report, or that of the slices found on the timeline. */
export type ShownTableId = TableId | 'hits';

/** The selection that a row of a table makes: a row of the steps is its step, a slice found its event. */
export function selectionOf(id: ShownTableId, table: Table, row: number): Selection {
  if (id === 'steps') return { kind: 'step', step: numbersOf(table, 'step')[row] };
  if (id === 'hits') return { kind: 'event', event: numbersOf(table, 'event')[row] };
  return { kind: 'row', table: id, key: rowKey(table, row) };
}

/** The row of a table that is selected; undefined where it has none that is. */
export function selectedRow(id: ShownTableId, table: Table, selected: Selection | null): number | undefined {
  if (selected?.kind === 'event' && id === 'hits') return placeOf(numbersOf(table, 'event').indexOf(selected.event));
  if (selected?.kind === 'step' && id === 'steps') return placeOf(numbersOf(table, 'step').indexOf(selected.step));
  return selected?.kind === 'row' && selected.table === id ? rowOfKey(table, selected.key) : undefined;
}

function placeOf(found: number): number | undefined {
  return found < 0 ? undefined : found;
}
