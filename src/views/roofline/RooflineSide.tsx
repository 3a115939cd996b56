import { useMemo } from 'react';
import type { Table } from '../../../workers/base/table.ts';
import type { TableQuery } from '../../../workers/engine/engine.ts';
import { formatCount, formatFixed, formatShare } from '../../format/format.ts';
import { shortText } from '../../format/visible-text.ts';
import { CategoryMark } from '../../styles/CategoryMark.tsx';
import { numbersOf, textAt, textsOf } from '../../table/read-column.ts';
import type { TableSource } from '../../table/table-source.ts';
import { useShownRows } from '../../table/use-shown-rows.ts';
import styles from './Roofline.module.css';
import { RooflineTotals } from './RooflineTotals.tsx';

interface RooflineSideProps {
  readonly source: TableSource;
  /** What the chart shows. */
  readonly query: TableQuery;
  readonly leastShare: number;
  /** Row of the table that is selected, -1 for none. */
  readonly picked: number;
  onPick(row: number): void;
}

/** Rows listed; the table of operators has all. */
const MOST = 50;

/** Operators by what their roof says could be won, below what that is in all. */
export function RooflineSide({ source, query, leastShare, picked, onPick }: RooflineSideProps) {
  const ranked = useMemo(() => ({ ...query, sort: { column: 'overRoof', descending: true } }), [query]);
  const { shown } = useShownRows(source, ranked);
  return (
    <div className={styles.side}>
      <RooflineTotals />
      {shown && (
        <OverRoof table={shown.table} order={shown.order} leastShare={leastShare} picked={picked} onPick={onPick} />
      )}
    </div>
  );
}

interface OverRoofProps extends Pick<RooflineSideProps, 'leastShare' | 'picked' | 'onPick'> {
  readonly table: Table;
  readonly order: Uint32Array;
}

function OverRoof({ table, order, leastShare, picked, onPick }: OverRoofProps) {
  const over = numbersOf(table, 'overRoof');
  const share = numbersOf(table, 'share');
  const rows = order.filter((row) => !Number.isNaN(over[row]) && !(share[row] < leastShare));
  if (rows.length === 0) return null;
  const below = rows.filter((row) => over[row] >= 0);
  const above = rows.filter((row) => over[row] < 0).reverse();
  const listed = { table, picked, onPick, mostNs: over[rows[0]] };
  return (
    <div className={styles.list}>
      <table className="plain">
        <colgroup>
          <col />
          <col style={{ width: 66 }} />
          <col style={{ width: 116 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Operator and shapes</th>
            <th scope="col" className="number">
              Of roof
            </th>
            <th scope="col" className="number">
              Over roof, ms
            </th>
          </tr>
        </thead>
        <Rows {...listed} rows={above} head="Above the roof: faster than it allows" />
        <Rows {...listed} rows={below} head={above.length > 0 ? 'Below the roof' : null} />
      </table>
    </div>
  );
}

interface RowsProps extends Pick<OverRoofProps, 'table' | 'picked' | 'onPick'> {
  readonly rows: Uint32Array;
  /** Of the longest bar. */
  readonly mostNs: number;
  readonly head: string | null;
}

function Rows({ table, rows, mostNs, head, picked, onPick }: RowsProps) {
  const over = numbersOf(table, 'overRoof');
  const roofShare = numbersOf(table, 'roofShare');
  const name = textsOf(table, 'name');
  const shapes = textsOf(table, 'shapes');
  const category = textsOf(table, 'category');
  const more = rows.length - MOST;
  if (rows.length === 0) return null;
  return (
    <tbody>
      {head !== null && (
        <tr>
          <th scope="rowgroup" colSpan={3} className="dim">
            {head}
          </th>
        </tr>
      )}
      {Array.from(rows.subarray(0, MOST), (row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place in the list, which another scope fills anew.
        <tr key={place} data-picked={row === picked || undefined}>
          <td>
            <button type="button" className={styles.operator} aria-pressed={row === picked} onClick={() => onPick(row)}>
              <CategoryMark id={textAt(category, row)} />
              <span className="mono">
                {shortText(textAt(name, row))} <span className="dim">{shortText(textAt(shapes, row))}</span>
              </span>
            </button>
          </td>
          <td className={`number ${over[row] < 0 ? styles.warning : ''}`}>{formatShare(roofShare[row])}</td>
          <td>
            <span className={styles.over}>
              <span className={styles.track}>
                <span className={styles.fill} style={{ width: `${Math.max(0, over[row] / mostNs) * 100}%` }} />
              </span>
              <span>{formatFixed(over[row] / 1e6, 3)}</span>
            </span>
          </td>
        </tr>
      ))}
      {more > 0 && (
        <tr>
          <td colSpan={3} className="dim">{`and ${formatCount(more)} more, as table`}</td>
        </tr>
      )}
    </tbody>
  );
}
