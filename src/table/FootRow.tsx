import { cellClass } from './BodyRow.tsx';
import styles from './Grid.module.css';
import { rowSum } from './row-sum.ts';
import type { ShownColumn } from './table-columns.ts';
import type { ShownRows } from './use-shown-rows.ts';

interface FootRowProps {
  readonly shown: ShownRows;
  readonly columns: readonly ShownColumn[];
  readonly template: string;
  readonly summary: string;
}

/** The last row: what is shown in words, and the sums of the columns that may be added up. */
export function FootRow({ shown, columns, template, summary }: FootRowProps) {
  const sums = columns.map(({ schema }) => rowSum(shown, schema.id));
  const firstSum = sums.findIndex((sum) => sum !== undefined);
  const span = firstSum < 0 ? columns.length : Math.max(1, firstSum);
  return (
    // biome-ignore lint/a11y: see the rows of the body.
    <div role="rowgroup" className={styles.foot}>
      {/* biome-ignore lint/a11y: see the rows of the body. */}
      <div
        role="row"
        aria-rowindex={shown.order.length + 2}
        className={styles.row}
        style={{ gridTemplateColumns: template }}
      >
        {/* biome-ignore lint/a11y: see the rows of the body. */}
        <div
          role="gridcell"
          className={`${styles.cell} ${styles.summary}`}
          aria-colspan={span}
          style={{ gridColumn: `1 / span ${span}` }}
        >
          <span>{summary}</span>
        </div>
        {columns.slice(span).map((column, index) => {
          const sum = sums[span + index];
          return (
            // biome-ignore lint/a11y: see the rows of the body.
            <div key={column.schema.id} role="gridcell" aria-colindex={span + index + 1} className={cellClass(column)}>
              {sum === undefined ? '' : column.format.value(sum)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
