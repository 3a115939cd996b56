import { memo } from 'react';
import { Icon } from '../app/Icon.tsx';
import { CellContent } from './Cell.tsx';
import styles from './Grid.module.css';
import type { ShownColumn, ShownRow } from './table-columns.ts';
import type { RowTree } from './use-tree.ts';

interface BodyRowProps extends ShownRow {
  readonly columns: readonly ShownColumn[];
  /** The column of categories, whose mark stands before the first name. */
  readonly category: ShownColumn | undefined;
  readonly tree: RowTree | undefined;
  readonly template: string;
  readonly top: number;
  readonly height: number;
  readonly selected: boolean;
  /** Shares GPU work with what was selected elsewhere. */
  readonly related: boolean;
  /** The column that Tab reaches, if it is in this row. */
  readonly focusedColumn: number | null;
  /** Id of the card that says more about the focused cell. */
  readonly describedBy: string | undefined;
}

/** One row of a table's body. */
export const BodyRow = memo(function BodyRow(props: BodyRowProps) {
  const { row, place, columns, category, tree, focusedColumn } = props;
  const marked = columns.find(({ schema }) => schema.kind === 'name');
  return (
    // biome-ignore lint/a11y: a row of a grid takes no focus itself; a table's row element cannot be placed freely.
    <div
      role="row"
      aria-rowindex={place + 2}
      aria-selected={props.selected}
      aria-current={props.related || undefined}
      aria-level={tree && tree.depth(row) + 1}
      aria-expanded={tree?.hasBelow(row) ? !tree.isFolded(row) : undefined}
      className={styles.row}
      style={{ gridTemplateColumns: props.template, top: props.top, height: props.height }}
    >
      {columns.map((column, index) => (
        // biome-ignore lint/a11y/useSemanticElements: see the row.
        <div
          key={column.schema.id}
          role="gridcell"
          className={cellClass(column)}
          aria-colindex={index + 1}
          // A name is laid out in two parts, which would be read as two words.
          aria-label={column.schema.kind === 'name' ? column.format.cell(row) : undefined}
          aria-describedby={focusedColumn === index ? props.describedBy : undefined}
          tabIndex={focusedColumn === index ? 0 : -1}
          data-place={place}
          data-column={index}
        >
          {tree && column === marked && <Twisty tree={tree} row={row} />}
          <CellContent column={column} row={row} category={column === marked ? category : undefined} />
        </div>
      ))}
    </div>
  );
});

const INDENT = 12;

/** Indents a row of a tree and folds what is below it. The keys + and - do the same, so it takes no focus. */
function Twisty({ tree, row }: { readonly tree: RowTree; readonly row: number }) {
  const indent = { marginLeft: tree.depth(row) * INDENT };
  if (!tree.hasBelow(row)) return <span className={styles.twisty} style={indent} />;
  const folded = tree.isFolded(row);
  return (
    <button
      type="button"
      className={styles.twisty}
      style={indent}
      tabIndex={-1}
      aria-label={folded ? 'Unfold' : 'Fold'}
      onClick={(event) => {
        event.stopPropagation();
        tree.fold(row, !folded);
      }}
    >
      <Icon name={folded ? 'next' : 'caret'} size={12} />
    </button>
  );
}

/** Class of a cell of a column, in the body and the last row. */
export function cellClass({ schema, format }: ShownColumn): string {
  if (format.numeric) return `${styles.cell} ${styles.number}`;
  return schema.kind === 'name' ? `${styles.cell} ${styles.mono}` : styles.cell;
}
