import type { Header } from '@tanstack/react-table';
import { type PointerEvent, useRef } from 'react';
import styles from './Grid.module.css';
import { type features, MIN_WIDTH, type ShownRow, unitSuffix } from './table-columns.ts';

interface HeadCellProps {
  readonly header: Header<typeof features, ShownRow>;
  readonly index: number;
  readonly focusable: boolean;
  readonly resize: ColumnResize;
}

export interface ColumnResize {
  /** While the edge is dragged. */
  drag(id: string, width: number): void;
  /** When it is let go; `null` gives the column its natural width back. */
  commit(id: string, width: number | null): void;
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** The head of a column: sorts on click, resizes by its right edge. Keys are handled by the grid. */
export function HeadCell({ header, index, focusable, resize }: HeadCellProps) {
  const { column } = header;
  const { meta } = column.columnDef;
  const sorted = column.getIsSorted();
  const cell = useRef<HTMLDivElement>(null);
  return (
    // biome-ignore lint/a11y: the grid handles the keys of all its cells, and is no table element.
    <div
      ref={cell}
      role="columnheader"
      className={meta?.format.numeric ? `${styles.cell} ${styles.number}` : styles.cell}
      tabIndex={focusable ? 0 : -1}
      aria-colindex={index + 1}
      aria-sort={sorted ? ARIA_SORT[sorted] : 'none'}
      data-place={-1}
      data-column={index}
      onClick={column.getToggleSortingHandler()}
    >
      <span className={styles.title}>
        {meta?.schema.title}
        {meta && unitSuffix(meta)}
      </span>
      {sorted && (
        <span className={styles.arrow} aria-hidden="true">
          {sorted === 'desc' ? '↓' : '↑'}
        </span>
      )}
      <Resizer
        startWidth={() => cell.current?.getBoundingClientRect().width ?? column.getSize()}
        onDrag={(width) => resize.drag(column.id, width)}
        onCommit={(width) => resize.commit(column.id, width)}
      />
    </div>
  );
}

interface ResizerProps {
  startWidth(): number;
  onDrag(width: number): void;
  onCommit(width: number | null): void;
}

/** The edge that a pointer drags. For keys, the focused head takes Shift with an arrow. */
function Resizer({ startWidth, onDrag, onCommit }: ResizerProps) {
  const drag = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const dragged = ({ clientX }: PointerEvent) => drag.current && resized(drag.current.width, clientX - drag.current.x);
  const start = (event: PointerEvent<HTMLSpanElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width: startWidth() };
  };
  const move = (event: PointerEvent) => {
    const width = dragged(event);
    if (width !== null) onDrag(width);
  };
  const end = (event: PointerEvent) => {
    const width = dragged(event);
    if (width !== null && event.clientX !== drag.current?.x) onCommit(width);
    drag.current = null;
  };
  return (
    <span
      className={styles.resizer}
      aria-hidden="true"
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={() => onCommit(null)}
    />
  );
}

/** A width changed by `change` px: whole, and never so small that the edge is out of reach. */
export function resized(width: number, change: number): number {
  return Math.max(MIN_WIDTH, Math.round(width + change));
}
