import type { PhaseDistribution, Quantiles } from '../../../workers/engine/engine.ts';
import { durationUnit, formatCount, formatFixed } from '../../format/format.ts';
import { PhaseMark } from '../../styles/PhaseMark.tsx';
import styles from './Steps.module.css';
import { useDistributions } from './use-steps.ts';

const MEASURES = [
  {
    id: 'startToStart',
    title: 'Start to start',
    description: 'From a step to the start of the next; the last step of the trace has none.',
    missing: 'No step follows.',
  },
  { id: 'ownSpan', title: 'Own span', description: 'From start to end of its mark on the host.', missing: '' },
  {
    id: 'gpuBusy',
    title: 'GPU busy',
    description: 'While at least one of its GPU events runs.',
    missing: 'None of them has GPU work.',
  },
] as const;

const QUANTILES = ['p50', 'p90', 'p99'] as const;

/** How the times of the steps in scope are spread, by phase. */
export function PhaseTable() {
  const { value, error } = useDistributions();
  if (error !== undefined) {
    return (
      <section className={styles.section}>
        <p className={styles.fault}>{error}</p>
      </section>
    );
  }
  if (!value || value.length === 0) return null;
  const longest = Math.max(...value.flatMap((row) => MEASURES.map(({ id }) => row[id].p99 || 0)));
  const { unit, ns } = durationUnit(longest);
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h2>By phase</h2>
        <span className="dim">in scope, {unit}</span>
      </div>
      {MEASURES.map((measure) => (
        <MeasureTable key={measure.id} measure={measure} rows={value} scale={ns} />
      ))}
    </section>
  );
}

interface MeasureTableProps {
  readonly measure: (typeof MEASURES)[number];
  readonly rows: readonly PhaseDistribution[];
  /** Nanoseconds of the unit. */
  readonly scale: number;
}

function MeasureTable({ measure: { id, title, description, missing }, rows, scale }: MeasureTableProps) {
  return (
    <table className={`plain ${styles.phases}`}>
      <thead>
        <tr>
          <th title={description}>{title}</th>
          <th className="number">Steps</th>
          {QUANTILES.map((quantile) => (
            <th key={quantile} className="number">
              {quantile}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.phase}>
            <th scope="row">
              <PhaseMark phase={row.phase} /> {row.phase}
            </th>
            <td className="number">{formatCount(row.steps)}</td>
            {QUANTILES.map((quantile) => (
              <Cell key={quantile} quantiles={row[id]} quantile={quantile} scale={scale} missing={missing} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  readonly quantiles: Quantiles;
  readonly quantile: keyof Quantiles;
  readonly scale: number;
  readonly missing: string;
}

function Cell({ quantiles, quantile, scale, missing }: CellProps) {
  const ns = quantiles[quantile];
  return (
    <td className="number" title={Number.isNaN(ns) ? missing : undefined}>
      {formatFixed(ns / scale, 1)}
    </td>
  );
}
