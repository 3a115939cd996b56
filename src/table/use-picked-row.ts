import { useMemo } from 'react';
import type { Table } from '../../workers/base/table.ts';
import type { TableId } from '../../workers/engine/engine.ts';
import { selectRow, useApp } from '../state/store.ts';
import type { PickedRow } from './DataTable.tsx';
import { rowKey, rowOfKey } from './row-key.ts';
import { shownColumns } from './table-columns.ts';

/** The row of a table that the page is about, the same as in the view of the table, and what selects another one. */
export function usePickedRow(id: TableId, table: Table) {
  const key = useApp(({ selected }) => (selected?.table === id ? selected.key : null));
  const picked = useMemo((): PickedRow | null => {
    const row = key === null ? undefined : rowOfKey(table, key);
    return row === undefined ? null : { table, columns: shownColumns(table), row };
  }, [table, key]);
  return {
    picked,
    pick: (row: number) => selectRow({ table: id, key: rowKey(table, row) }),
    close: () => selectRow(null),
  };
}
