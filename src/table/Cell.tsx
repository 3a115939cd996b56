import { CategoryMark } from '../styles/CategoryMark.tsx';
import { categoryLook } from '../styles/categories.ts';
import { PhaseMark } from '../styles/PhaseMark.tsx';
import styles from './Grid.module.css';
import { splitName } from './split-name.ts';
import type { ShownColumn } from './table-columns.ts';

/** What a cell of one row shows, by the kind of its column. `category` is the row's, for the mark before its name. */
export function CellContent({
  column,
  row,
  category,
}: {
  readonly column: ShownColumn;
  readonly row: number;
  readonly category: ShownColumn | undefined;
}) {
  const { schema, data, format } = column;
  const text = format.cell(row);
  if (format.isMissing(row)) return <span className={styles.missing}>{text}</span>;
  switch (schema.kind) {
    case 'name':
      return (
        <>
          {category && (
            <span className={styles.mark}>
              {!category.format.isMissing(row) && <CategoryMark id={category.format.plain(row)} />}
            </span>
          )}
          <Name text={text} />
        </>
      );
    case 'category':
      return <span className={styles.text}>{categoryLook(text).label}</span>;
    case 'phase':
      return (
        <span className={styles.text}>
          <PhaseMark phase={text} /> {text}
        </span>
      );
    case 'share':
      return data.type === 'number' ? <Share share={data.values[row]} text={text} /> : text;
    default:
      return format.numeric ? text : <span className={styles.text}>{text}</span>;
  }
}

/** A name that is cut in its middle where there is no room; the document holds it whole. */
function Name({ text }: { readonly text: string }) {
  const [head, tail] = splitName(text);
  return (
    <span className={styles.name} data-name>
      <span>{head}</span>
      {tail && <span>{tail}</span>}
    </span>
  );
}

function Share({ share, text }: { readonly share: number; readonly text: string }) {
  return (
    <>
      <span className={styles.share} aria-hidden="true">
        {share > 0 && <span style={{ width: `${Math.min(share, 1) * 100}%` }} />}
      </span>
      {text}
    </>
  );
}
