import { functionalUpdate, type SortingState, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Sort } from './sort.ts';
import { columnDefinitions, features, type ShownColumn, type ShownRow } from './table-columns.ts';

interface DataTableOptions {
  readonly columns: readonly ShownColumn[];
  readonly rows: ShownRow[];
  readonly sort: Sort | null;
  readonly widths: Readonly<Record<string, number>>;
  onSort(sort: Sort): void;
}

/** TanStack Table over the rows in sight. It keeps sort state and widths; the rows come sorted from the worker. */
export function useDataTable({ columns, rows, sort, widths, onSort }: DataTableOptions) {
  const definitions = useMemo(() => columnDefinitions(columns), [columns]);
  const sorting = useMemo<SortingState>(() => (sort ? [{ id: sort.column, desc: sort.descending }] : []), [sort]);
  return useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: ({ row }) => String(row),
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting, columnSizing: widths },
    onSortingChange: (update) => {
      const [first] = functionalUpdate(update, sorting);
      if (first) onSort({ column: first.id, descending: first.desc });
    },
  });
}
