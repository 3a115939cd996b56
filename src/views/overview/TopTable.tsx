import type { ColumnKind, Table } from '../../../workers/base/table.ts';
import type { FirstRows, TableId } from '../../../workers/engine/engine.ts';
import { durationUnit, formatCount, formatCounted, formatFixed } from '../../format/format.ts';
import { visibleText } from '../../format/visible-text.ts';
import { useBasis } from '../../state/basis.ts';
import { readOut, showView } from '../../state/store.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { CategoryMark } from '../../styles/CategoryMark.tsx';
import styles from './Overview.module.css';
import { GreyTable } from './Skeleton.tsx';

const ROWS = 8;

/** What is read of a table, by the names that tables give it. */
const COLUMNS = ['name', 'kernel', 'shapes', 'category', 'calls', 'count', 'time', 'sum', 'self', 'share', 'roofShare'];

export interface TopTableProps {
  readonly title: string;
  /** What a row is: "operator". */
  readonly what: string;
  readonly id: TableId;
  readonly view: 'operators' | 'kernels';
}

/** The first rows of a table, with name, time and share; each leads to its row in the whole table. */
export function TopTable({ title, what, id, view }: TopTableProps) {
  const basis = useBasis();
  const { value, error } = useAnswer(`${id} ${JSON.stringify(basis)}`, async (trace) =>
    topRows(await trace.firstRows(id, basis, ROWS, COLUMNS)),
  );
  if (error)
    return (
      <p className={styles.empty}>
        {title} could not be made. {error}
      </p>
    );
  if (!value) return <GreyTable title={title} />;
  const { rows, total, callsTitle, nameTitle } = value;
  const unit = durationUnit(rows[0]?.time ?? 0);
  const hasRoof = rows.some(({ ofRoof }) => !Number.isNaN(ofRoof));
  return (
    <div>
      <div className={styles.head}>
        <h2>{title}</h2>
        <button type="button" className="link" onClick={() => showView(view, id, '')}>
          {total === 1 ? 'The' : 'All'} {formatCounted(total, what)}
        </button>
      </div>
      <table className="plain">
        <colgroup>
          <col />
          <col style={{ width: 72 }} />
          <col style={{ width: 84 }} />
          <col style={{ width: 104 }} />
          {hasRoof && <col style={{ width: 76 }} />}
        </colgroup>
        <thead>
          <tr>
            <th>{nameTitle}</th>
            <th className="number">{callsTitle}</th>
            <th className="number">Time, {unit.unit}</th>
            <th className="number">Share, %</th>
            {hasRoof && <th className="number">Of roof, %</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own; two may read the same.
            <tr key={i} onPointerEnter={() => readOut(row.name)} onPointerLeave={() => readOut('')}>
              <td>
                <div className={styles.name} title={visibleText(`${row.name} ${row.note}`.trim())}>
                  {row.category && <CategoryMark id={row.category} />}
                  <button type="button" className="mono" onClick={() => showView(view, id, row.name)}>
                    {visibleText(row.name)}
                  </button>
                  {row.note && <span className="mono dim">{visibleText(row.note)}</span>}
                </div>
              </td>
              <td className="number">{formatCount(row.calls)}</td>
              <td className="number">{formatFixed(row.time / unit.ns, 2)}</td>
              <td>
                <div className={styles.shareCell}>
                  <span className="meter">
                    <span style={{ width: `${row.share * 100}%` }} />
                  </span>
                  <span className="number">{formatFixed(row.share * 100, 1)}</span>
                </div>
              </td>
              {hasRoof && <td className="number">{formatFixed(row.ofRoof * 100, 1)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TopRow {
  readonly name: string;
  /** Shapes, where the table has them. */
  readonly note: string;
  readonly category: string;
  readonly calls: number;
  readonly time: number;
  readonly share: number;
  /** Share of roof, NaN where it is not known. */
  readonly ofRoof: number;
}

interface Top {
  readonly rows: readonly TopRow[];
  /** Rows of the whole table. */
  readonly total: number;
  readonly callsTitle: string;
  readonly nameTitle: string;
}

/** The first rows. Columns are found by their kind, as every table names its own. */
function topRows({ table, total }: FirstRows): Top {
  const { columns, sort } = table.schema;
  const column = (kind: ColumnKind) => columns.findIndex((c) => c.kind === kind);
  const columnOf = (id: string | undefined) => columns.findIndex((c) => c.id === id);
  const name = column('name');
  const note = columnOf('shapes');
  const category = column('category');
  const calls = column('integer');
  const time = columnOf(sort?.column);
  const share = column('share');
  const ofRoof = columnOf('roofShare');
  const rows = Array.from({ length: table.rows }, (_, row) => ({
    name: textAt(table, name, row),
    note: textAt(table, note, row),
    category: textAt(table, category, row),
    calls: numberAt(table, calls, row),
    time: numberAt(table, time, row),
    share: numberAt(table, share, row),
    ofRoof: numberAt(table, ofRoof, row),
  }));
  const nameTitle = [columns[name]?.title, columns[note]?.title.toLowerCase()].filter(Boolean).join(' and ');
  return { rows, total, callsTitle: columns[calls]?.title ?? '', nameTitle };
}

function textAt({ columns }: Table, column: number, row: number): string {
  const data = columns[column];
  return data?.type === 'text' && data.index[row] >= 0 ? data.dictionary[data.index[row]] : '';
}

function numberAt({ columns }: Table, column: number, row: number): number {
  const data = columns[column];
  return data?.type === 'number' ? data.values[row] : Number.NaN;
}
