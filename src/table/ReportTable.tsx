import type { ReactNode } from 'react';
import type { TableId } from '../../workers/engine/engine.ts';
import { activeFile, changeTable, select, tableSettings, useApp } from '../state/store.ts';
import { DataTable, type DataTableProps, type PickedRow, TableFailed, TableWaiting } from './DataTable.tsx';
import { fileStem } from './download.ts';
import { RowPanel } from './RowPanel.tsx';
import { useRelatedRows } from './use-related-rows.ts';
import { useTableSource } from './use-table-source.ts';
import { TableChips } from './ValueChips.tsx';

interface ReportTableProps extends Pick<DataTableProps, 'noun' | 'note' | 'slot'> {
  readonly id: TableId;
  /** Why the scope has no rows of this table. */
  readonly absent: ReactNode;
  /** Details of a row, where they are not the usual panel beside the table. */
  readonly details?: DataTableProps['details'];
  /** More about a row, below its values. */
  more?(picked: PickedRow): ReactNode;
}

/** A table of the active trace, with the settings that the page holds for it, and the details of the selected row. */
export function ReportTable({ id, more, details, absent, ...rest }: ReportTableProps) {
  const chosenColumns = useApp((state) => state.chosenColumns);
  const asked = useApp((state) => tableSettings(state, id));
  const { value, error } = useTableSource(id, asked.columns ?? chosenColumns[id] ?? null);
  const settings = useApp((state) => tableSettings(state, value?.id ?? id));
  const selected = useApp((state) => state.selected);
  const related = useRelatedRows(value?.id ?? id);
  const file = useApp((state) => activeFile(state)?.name ?? '');
  if (error !== undefined) return <TableFailed error={error} />;
  if (!value) return <TableWaiting />;
  return (
    <DataTable
      key={value.id}
      {...rest}
      id={value.id}
      source={value.source}
      settings={{ ...settings, columns: settings.columns ?? chosenColumns[value.id] ?? null }}
      onSettings={(change) => changeTable(value.id, change)}
      selected={selected}
      onSelected={select}
      related={related}
      fileName={`${fileStem(file)}.${value.id}`}
      empty={absent}
      chips={(table) => (
        <TableChips table={table} only={settings.only} onOnly={(only) => changeTable(value.id, { only })} />
      )}
      details={
        details ??
        ((picked, close) => (
          <RowPanel picked={picked} onClose={close}>
            {more?.(picked)}
          </RowPanel>
        ))
      }
    />
  );
}
