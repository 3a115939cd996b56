import { type ReactNode, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Table } from '../../workers/base/table.ts';
import type { Basis, Selection, TableId } from '../../workers/engine/engine.ts';
import { copyText } from '../app/copy.ts';
import { Message } from '../app/Message.tsx';
import { formatCount } from '../format/format.ts';
import { shortText } from '../format/visible-text.ts';
import { notify } from '../state/store.ts';
import type { TableSettings } from '../state/table-settings.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import styles from './DataTable.module.css';
import { ROW_HEIGHT, useDensity } from './density.ts';
import { download } from './download.ts';
import { type CopyFormat, ExportMenu } from './ExportMenu.tsx';
import { FilterBox } from './FilterBox.tsx';
import { Grid } from './Grid.tsx';
import { toMarkdown } from './markdown.ts';
import { NO_SELECTION, type RowSelection, selectedInOrder, selectRow } from './row-selection.ts';
import { type ShownTableId, selectedRow, selectionOf } from './selected-row.ts';
import { type ShownColumn, shownColumns, unitSuffix, visibleColumns } from './table-columns.ts';
import type { RowsOrigin, TableSource } from './table-source.ts';
import { toTsv } from './tsv.ts';
import { type ShownRows, useShownRows } from './use-shown-rows.ts';
import { useTree } from './use-tree.ts';

export interface PickedRow<Id = TableId> {
  readonly id: Id;
  /** What the table was made on: a row of the same number may be another one on another. */
  readonly basis: Basis;
  readonly table: Table;
  readonly columns: readonly ShownColumn[];
  readonly row: number;
}

export interface DataTableProps<Id = TableId> {
  readonly id: Id;
  readonly source: TableSource;
  readonly settings: TableSettings;
  onSettings(change: Partial<TableSettings>): void;
  /** What the page is about. */
  readonly selected: Selection | null;
  /** A row was selected alone, which other views show too; null for none or several. */
  onSelected(selected: Selection | null): void;
  /** Rows that share GPU work with what was selected elsewhere. */
  readonly related?: ReadonlySet<number>;
  /** What a row is. */
  readonly noun: { readonly one: string; readonly many: string };
  /** Name of the CSV file, without its ending. */
  readonly fileName: string;
  /** Where the chips, the filter and the menus go. */
  readonly slot: HTMLElement | null;
  /** Chips that narrow the table. */
  chips?(table: Table): ReactNode;
  /** Why the table has no rows, and what would fill it. */
  readonly empty: ReactNode;
  /** A sentence below the rows. */
  readonly note?: string;
  /** Details of a row that is selected alone. */
  details(picked: PickedRow<Id>, close: () => void): ReactNode;
}

const NO_ROWS: ReadonlySet<number> = new Set();

/** A table of the report: sorted, filtered and written by the worker, arranged and read here. */
export function DataTable<Id extends ShownTableId>(props: DataTableProps<Id>) {
  const { source, settings, onSettings, noun } = props;
  const { filter, only } = settings;
  const sort = settings.sort ?? source.table.schema.sort ?? null;
  const query = useMemo(() => ({ filter, sort, only }), [filter, sort, only]);
  const { shown, failed } = useShownRows(source, query);
  const { density } = useDensity();
  const { tree, order } = useTree(shown, query);
  const { table, origin } = shown ?? source;
  const columns = useMemo(() => shownColumns(table), [table]);
  const visible = useMemo(() => visibleColumns(columns, settings.columns), [columns, settings.columns]);
  const [selection, setSelection] = useTableSelection(shown, props);
  const main = useRef<HTMLDivElement>(null);

  const copied = (rows: ShownRows, as: CopyFormat) => {
    const chosen = selection.rows.size > 0 ? selectedInOrder(selection, rows.order) : rows.order;
    const head = visible.map((column) => column.schema.title + unitSuffix(column));
    if (as === 'tsv')
      return toTsv([head, ...Array.from(chosen, (row) => visible.map(({ format }) => format.plain(row)))]);
    return toMarkdown(
      visible.map(({ format }, at) => ({ title: head[at], numeric: format.numeric })),
      Array.from(chosen, (row) => visible.map(({ format }) => format.cell(row))),
    );
  };
  const saveCsv = async (which: 'shown' | 'all') => {
    try {
      const bytes = await source.csv(which === 'shown' ? query : undefined);
      download(new Uint8Array(bytes), `${props.fileName}.csv`, 'text/csv');
    } catch (error) {
      notify(`The CSV could not be written: ${error instanceof Error ? error.message : error}`);
    }
  };

  const picked = selection.rows.size === 1 ? [...selection.rows][0] : undefined;
  return (
    <div className={styles.split}>
      <div className={styles.main} ref={main}>
        {props.slot &&
          createPortal(
            <>
              <div className={styles.lead}>{props.chips?.(table)}</div>
              <div className={styles.tools}>
                <FilterBox
                  value={filter}
                  what={noun.many}
                  onChange={(text) => onSettings({ filter: text })}
                  onLeave={() => main.current?.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus()}
                />
                <ColumnsMenu columns={columns} visible={visible} onColumns={(ids) => onSettings({ columns: ids })} />
                <ExportMenu
                  shownRows={shown?.order.length ?? 0}
                  allRows={table.rows}
                  selectedRows={selection.rows.size}
                  onCsv={saveCsv}
                  onCopy={(format) => shown && copyText(copied(shown, format), 'Rows')}
                />
              </div>
            </>,
            props.slot,
          )}
        {failed !== null ? (
          <Message icon="error" title="This table could not be sorted">
            <p>{failed}</p>
          </Message>
        ) : shown === null ? (
          <TableWaiting />
        ) : (
          <Grid
            label={table.schema.title}
            shown={shown}
            order={order}
            tree={tree}
            columns={visible}
            category={columns.find(({ schema }) => schema.kind === 'category')}
            sort={sort}
            widths={settings.widths}
            rowHeight={ROW_HEIGHT[density]}
            selection={selection}
            related={props.related ?? NO_ROWS}
            summary={countText(shown, noun)}
            empty={
              table.rows === 0 ? (
                props.empty
              ) : (
                <NoMatch settings={settings} noun={noun} rows={table.rows} onSettings={onSettings} />
              )
            }
            copyText={() => copied(shown, 'tsv')}
            onSort={(next) => onSettings({ sort: next })}
            onWidths={(widths) => onSettings({ widths })}
            onSelection={setSelection}
          />
        )}
        {props.note !== undefined && <p className={styles.note}>{props.note}</p>}
      </div>
      {picked !== undefined &&
        props.details({ id: props.id, basis: origin.basis, table, columns, row: picked }, () =>
          setSelection(NO_SELECTION),
        )}
    </div>
  );
}

/** In place of a table that the engine could not make. */
export function TableFailed({ error }: { readonly error: string }) {
  return (
    <Message icon="error" title="This table could not be made">
      <p>{error}</p>
    </Message>
  );
}

/** Stands in the place of rows that are on their way. */
export function TableWaiting() {
  return <div className={styles.waiting} role="status" aria-label="Reading the table" />;
}

/** `12 of 28 operators`, `28 operators`. */
function countText({ table, order }: ShownRows, noun: DataTableProps['noun']): string {
  const all = `${formatCount(table.rows)} ${table.rows === 1 ? noun.one : noun.many}`;
  return order.length === table.rows ? all : `${formatCount(order.length)} of ${all}`;
}

type NoMatchProps = Pick<DataTableProps, 'settings' | 'onSettings' | 'noun'> & { readonly rows: number };

function NoMatch({ settings: { filter }, onSettings, noun, rows }: NoMatchProps) {
  return (
    <>
      <strong>
        {filter.trim() ? `No ${noun.one} matches “${shortText(filter.trim())}”` : `No ${noun.one} of this kind`}
      </strong>
      <span>{`${formatCount(rows)} ${rows === 1 ? noun.one : noun.many} without the filter.`}</span>
      <button type="button" className="button" onClick={() => onSettings({ filter: '', only: {} })}>
        Clear the filter
      </button>
    </>
  );
}

interface HeldSelection {
  readonly of: RowsOrigin;
  readonly selection: RowSelection;
  /** What the page was told of it. */
  readonly told: Selection | null;
}

/**
 * The selection. When rows of another basis come, or another row is selected elsewhere, only a row selected alone
 * is found again.
 */
function useTableSelection(
  shown: ShownRows | null,
  { id, selected, onSelected }: Pick<DataTableProps<ShownTableId>, 'id' | 'selected' | 'onSelected'>,
) {
  const table = shown?.table;
  const [held, hold] = useState<HeldSelection | null>(null);
  const found = useMemo(() => {
    const row = table && selectedRow(id, table, selected);
    return row === undefined ? NO_SELECTION : selectRow(row);
  }, [id, table, selected]);
  const selection = held && held.of === shown?.origin && held.told === selected ? held.selection : found;
  const select = (next: RowSelection) => {
    if (!shown) return;
    const { table, origin } = shown;
    const [row] = next.rows;
    const told = next.rows.size === 1 ? selectionOf(id, table, row) : null;
    hold({ of: origin, selection: next, told });
    onSelected(told);
  };
  return [selection, select] as const;
}
