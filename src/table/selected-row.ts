import { rowKey, rowOfKey } from '../../workers/base/row-key.ts';
import type { Table } from '../../workers/base/table.ts';
import type { TableId } from '../../workers/engine/engine.ts';
import type { Selection } from '../state/selection.ts';
import { numbersOf } from './read-column.ts';

/** The selection that a row of a table makes: a row of the steps is its step. */
export function selectionOf(id: TableId, table: Table, row: number): Selection {
  if (id === 'steps') return { kind: 'step', step: numbersOf(table, 'step')[row] };
  return { kind: 'row', table: id, key: rowKey(table, row) };
}

/** The row of a table that is selected; undefined where it has none that is. */
export function selectedRow(id: TableId, table: Table, selected: Selection | null): number | undefined {
  if (selected?.kind === 'step' && id === 'steps') return placeOf(numbersOf(table, 'step').indexOf(selected.step));
  return selected?.kind === 'row' && selected.table === id ? rowOfKey(table, selected.key) : undefined;
}

function placeOf(found: number): number | undefined {
  return found < 0 ? undefined : found;
}
