import { categoryLook } from '../styles/categories.ts';
import { peekText } from './peek.ts';
import styles from './RowDetails.module.css';
import type { ShownColumn } from './table-columns.ts';

/** Texts longer than this get a line of their own. */
const LONG = 28;

/** Every value of a row, all digits, text whole and selectable. */
export function RowDetails({ columns, row }: { readonly columns: readonly ShownColumn[]; readonly row: number }) {
  return (
    <dl className={styles.list}>
      {columns.map((column) => (
        <Value key={column.schema.id} column={column} row={row} />
      ))}
    </dl>
  );
}

function Value({ column, row }: { readonly column: ShownColumn; readonly row: number }) {
  const { schema, format } = column;
  const text = format.full(row);
  const long = text.length > LONG ? styles.long : '';
  const mono = schema.kind === 'name' ? 'mono' : '';
  return (
    <>
      <dt className={long} title={schema.description}>
        {schema.title}
      </dt>
      <dd
        className={`${long} ${mono}`}
        title={format.isMissing(row) ? peekText(column, 0, row, false)?.note : undefined}
      >
        {schema.kind === 'category' && !format.isMissing(row) ? categoryLook(text).label : text}
      </dd>
    </>
  );
}
