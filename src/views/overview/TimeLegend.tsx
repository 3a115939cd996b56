import type { TimeShare } from '../../../workers/engine/engine.ts';
import { formatDuration, formatFixed, formatShare } from '../../format/format.ts';
import { CategoryMark } from '../../styles/CategoryMark.tsx';
import styles from './Overview.module.css';

export interface TimeLegendProps {
  readonly shares: readonly TimeShare[];
  /** Id of the part to mark. */
  readonly lit: string | null;
  readonly onHover: (share: TimeShare | null) => void;
  readonly onChoose: (share: TimeShare) => void;
}

/** The parts of the time bar with their symbols; each leads to its operators. */
export function TimeLegend({ shares, lit, onHover, onChoose }: TimeLegendProps) {
  return (
    <ul className={styles.shares}>
      {shares.map((share) => (
        <li key={share.id}>
          {share.id === 'idle' ? (
            <div data-lit={lit === 'idle'} onPointerEnter={() => onHover(share)} onPointerLeave={() => onHover(null)}>
              <Part share={share} />
            </div>
          ) : (
            <button
              type="button"
              data-lit={lit === share.id}
              onPointerEnter={() => onHover(share)}
              onPointerLeave={() => onHover(null)}
              onFocus={() => onHover(share)}
              onBlur={() => onHover(null)}
              onClick={() => onChoose(share)}
            >
              <Part share={share} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Part({ share }: { readonly share: TimeShare }) {
  return (
    <>
      <CategoryMark id={share.id} />
      <span>{share.label}</span>
      <span className="dim">{formatDuration(share.ns)}</span>
    </>
  );
}

/** The same as a table, to read or select. */
export function TimeTable({ shares, totalNs }: { readonly shares: readonly TimeShare[]; readonly totalNs: number }) {
  return (
    <table className={`plain ${styles.timeTable}`}>
      <caption className="hidden">GPU time by category</caption>
      <thead>
        <tr>
          <th>Category</th>
          <th className="number">Time, µs</th>
          <th className="number">Share</th>
        </tr>
      </thead>
      <tbody>
        {shares.map((share) => (
          <tr key={share.id}>
            <th scope="row">
              <CategoryMark id={share.id} /> {share.label}
            </th>
            <td className="number">{formatFixed(share.ns / 1000, 3)}</td>
            <td className="number">{formatShare(share.ns / totalNs)}</td>
          </tr>
        ))}
        <tr className="sum">
          <th scope="row">total</th>
          <td className="number">{formatFixed(totalNs / 1000, 3)}</td>
          <td className="number">{formatShare(1)}</td>
        </tr>
      </tbody>
    </table>
  );
}
