import type { ReactNode } from 'react';
import type { Table } from '../../workers/base/table.ts';
import type { TableId } from '../../workers/engine/engine.ts';
import { DetailsPanel } from '../app/DetailsPanel.tsx';
import { Message } from '../app/Message.tsx';
import { activeFile, changeTable, tableSettings, useApp } from '../state/store.ts';
import { CategoryChips } from './CategoryChips.tsx';
import { DataTable, type DataTableProps, TableWaiting } from './DataTable.tsx';
import { EventTexts } from './EventTexts.tsx';
import { RowDetails } from './RowDetails.tsx';
import { shownColumns } from './table-columns.ts';
import { useTableSource } from './use-table-source.ts';

interface ReportTableProps extends Pick<DataTableProps, 'noun' | 'summary' | 'slot'> {
  readonly id: TableId;
  /** Why the scope has no rows of this table. */
  readonly absent: ReactNode;
  /** More about a row, below its values. */
  more?(table: Table, row: number): ReactNode;
}

/** A table of the active trace, with the settings that the page holds for it, and the details of the selected row. */
export function ReportTable({ id, more, absent, ...rest }: ReportTableProps) {
  const { value, error } = useTableSource(id);
  const settings = useApp((state) => tableSettings(state, value?.id ?? id));
  const file = useApp((state) => activeFile(state)?.name ?? '');
  if (error !== undefined) {
    return (
      <Message icon="error" title="This table could not be made">
        <p>{error}</p>
      </Message>
    );
  }
  if (!value) return <TableWaiting />;
  return (
    <DataTable
      key={value.id}
      {...rest}
      source={value.source}
      settings={settings}
      onSettings={(change) => changeTable(value.id, change)}
      fileName={`${file.replace(/\.(json|gz|zip)\b/g, '')}.${value.id}`}
      empty={absent}
      chips={(table) => (
        <CategoryChips table={table} only={settings.only} onOnly={(only) => changeTable(value.id, { only })} />
      )}
      details={(table, row, close) => (
        <DetailsPanel {...rowTitle(table, row)} onClose={close}>
          <RowDetails columns={shownColumns(table)} row={row} />
          {more?.(table, row)}
          <EventTexts table={table} row={row} />
        </DetailsPanel>
      )}
    />
  );
}

/** What a row is called: its first name, else the first of its texts. */
function rowTitle(table: Table, row: number) {
  const texts = table.columns.map((data) => (data.type === 'text' ? data.dictionary[data.index[row]] : undefined));
  const kinds = table.schema.columns.map(({ kind }) => kind);
  const title = texts.find((text, i) => text && kinds[i] === 'name') ?? texts.find(Boolean) ?? table.schema.title;
  return { title: <span className="mono">{title}</span>, subtitle: table.schema.title };
}
