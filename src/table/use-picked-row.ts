import { useMemo } from 'react';
import type { TableId } from '../../workers/engine/engine.ts';
import { select, useApp } from '../state/store.ts';
import type { PickedRow } from './DataTable.tsx';
import { selectedRow, selectionOf } from './selected-row.ts';
import { shownColumns } from './table-columns.ts';
import type { TableRows } from './table-source.ts';

/** The row of a table that the page is about, the same as in the view of the table, and what selects another one. */
export function usePickedRow(id: TableId, { table, origin }: TableRows) {
  const selected = useApp((state) => state.selected);
  const picked = useMemo((): PickedRow | null => {
    const row = selectedRow(id, table, selected);
    return row === undefined ? null : { id, basis: origin.basis, table, columns: shownColumns(table), row };
  }, [id, table, origin, selected]);
  return {
    picked,
    pick: (row: number) => select(selectionOf(id, table, row)),
    close: () => select(null),
  };
}
