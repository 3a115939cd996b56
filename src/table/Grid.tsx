import { type MouseEvent, type ReactNode, useId, useMemo, useRef } from 'react';
import { BodyRow } from './BodyRow.tsx';
import { FootRow } from './FootRow.tsx';
import styles from './Grid.module.css';
import { cellElement, cellOf, isCut } from './grid-cells.ts';
import { HEAD } from './grid-focus.ts';
import { gridKeyHandler, type HeldKeys } from './grid-keys.ts';
import { HeadCell, resized } from './HeadCell.tsx';
import { Peek, usePeek } from './Peek.tsx';
import { peekText } from './peek.ts';
import { type RowSelection, selectRange, selectRow, toggleRow } from './row-selection.ts';
import type { Sort } from './sort.ts';
import { columnLayout, type ShownColumn } from './table-columns.ts';
import { useColumnWidths } from './use-column-widths.ts';
import { useDataTable } from './use-data-table.ts';
import { useGridFocus } from './use-grid-focus.ts';
import { useReveal } from './use-reveal.ts';
import type { ShownRows } from './use-shown-rows.ts';
import type { RowTree } from './use-tree.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

interface GridProps {
  readonly label: string;
  readonly shown: ShownRows;
  /** The rows in sight: those shown without what is folded away. */
  readonly order: Uint32Array;
  readonly tree: RowTree | undefined;
  readonly columns: readonly ShownColumn[];
  readonly category: ShownColumn | undefined;
  readonly sort: Sort | null;
  readonly widths: Readonly<Record<string, number>>;
  readonly rowHeight: number;
  readonly selection: RowSelection;
  /** Rows that share GPU work with what was selected elsewhere. */
  readonly related: ReadonlySet<number>;
  /** Said in the last row, before the sums. */
  readonly summary: string;
  /** Stands in the place of the rows when there are none. */
  readonly empty: ReactNode;
  /** What copying puts on the clipboard. */
  copyText(): string;
  onSort(sort: Sort): void;
  onWidths(widths: Readonly<Record<string, number>>): void;
  onSelection(selection: RowSelection): void;
}

/** A table as an ARIA grid. Only the rows in sight, and the focused one, are in the document. */
export function Grid(props: GridProps) {
  const { shown, order, tree, columns, category, selection, related, rowHeight } = props;
  const grid = useRef<HTMLDivElement>(null);
  const { focused, enter, leave, move } = useGridFocus(grid, order.length, columns.length);
  const { places, height } = useVirtualRows(grid, order.length, rowHeight, focused.row);
  useReveal(grid, props, rowHeight);
  const rows = useMemo(() => places.map((place) => ({ row: order[place], place })), [places, order]);
  const { current: widths, resize } = useColumnWidths(props.widths, props.onWidths);
  const table = useDataTable({ columns, rows, sort: props.sort, widths, onSort: props.onSort });
  const headers = table.getFlatHeaders();
  const { template, least } = columnLayout(headers, widths);

  const peekId = useId();
  const peek = usePeek();
  const peekAt = (cell: HTMLElement) => {
    const { row, column } = cellOf(cell);
    const text = peekText(columns[column], row, order[row], isCut(cell));
    return text && { ...text, anchor: cell.getBoundingClientRect() };
  };

  const pick = (place: number, { shiftKey, ctrlKey, metaKey }: HeldKeys) => {
    const row = order[place];
    if (shiftKey) props.onSelection(selectRange(selection, row, order));
    else props.onSelection(ctrlKey || metaKey ? toggleRow(selection, row) : selectRow(row));
  };

  const onKeyDown = gridKeyHandler({
    order,
    selection,
    peeking: peek.target !== null,
    size: () => ({
      rows: order.length,
      columns: columns.length,
      page: Math.max(1, Math.floor((grid.current?.clientHeight ?? 0) / rowHeight) - 2),
    }),
    move,
    pick,
    onSelection: props.onSelection,
    fold: (place, folded) => {
      if (tree?.hasBelow(order[place])) tree.fold(order[place], folded);
    },
    sortBy: (column) => headers[column].column.toggleSorting(),
    resizeBy: (column, change) => {
      const cell = grid.current?.querySelector(`[data-place="${HEAD}"][data-column="${column}"]`);
      if (cell) resize.commit(columns[column].schema.id, resized(cell.getBoundingClientRect().width, change));
    },
    peek: (cell) => peek.now(cell && peekAt(cell)),
  });

  const onClick = (event: MouseEvent) => {
    const cell = cellElement(event.target);
    if (!cell || !getSelection()?.isCollapsed) return;
    const { row } = cellOf(cell);
    if (row !== HEAD) pick(row, event);
  };

  return (
    <>
      {/* biome-ignore lint/a11y: the grid pattern; a table element cannot hold rows that are placed freely. */}
      <div
        ref={grid}
        role={tree ? 'treegrid' : 'grid'}
        aria-label={props.label}
        aria-rowcount={order.length + 2}
        aria-colcount={columns.length}
        aria-multiselectable="true"
        className={styles.grid}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={({ target }) => {
          const cell = cellElement(target);
          enter(cell && cellOf(cell));
        }}
        onBlur={leave}
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onPointerOver={(event) => {
          const cell = cellElement(event.target);
          if (cell) peek.later(peekAt(cell));
        }}
        onPointerLeave={() => peek.later(null)}
        onScroll={({ currentTarget }) => {
          currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0);
          peek.now(null);
        }}
        onCopy={(event) => {
          if (!getSelection()?.isCollapsed) return;
          event.clipboardData.setData('text/plain', props.copyText());
          event.preventDefault();
        }}
      >
        <div role="presentation" className={styles.sheet} style={{ minWidth: least }}>
          {/* biome-ignore lint/a11y: see the grid. */}
          <div role="rowgroup" className={styles.head}>
            {/* biome-ignore lint/a11y: see the grid. */}
            <div role="row" aria-rowindex={1} className={styles.row} style={{ gridTemplateColumns: template }}>
              {headers.map((header, index) => (
                <HeadCell
                  key={header.id}
                  header={header}
                  index={index}
                  focusable={focused.row === HEAD && focused.column === index}
                  resize={resize}
                />
              ))}
            </div>
          </div>
          {/* biome-ignore lint/a11y: see the grid. */}
          <div role="rowgroup" className={styles.body} style={{ minHeight: height }}>
            {table.getRowModel().rows.map(({ original: { row, place } }) => (
              <BodyRow
                key={place}
                row={row}
                place={place}
                columns={columns}
                category={category}
                tree={tree}
                template={template}
                top={place * rowHeight}
                height={rowHeight}
                selected={selection.rows.has(row)}
                related={related.has(row)}
                focusedColumn={focused.row === place ? focused.column : null}
                describedBy={focused.row === place && peek.target ? peekId : undefined}
              />
            ))}
          </div>
          {order.length === 0 && <div className={styles.empty}>{props.empty}</div>}
          <FootRow shown={shown} columns={columns} template={template} summary={props.summary} />
        </div>
      </div>
      {peek.target && <Peek id={peekId} target={peek.target} onEnter={peek.keep} onLeave={() => peek.later(null)} />}
    </>
  );
}
