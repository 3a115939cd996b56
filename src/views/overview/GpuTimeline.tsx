import type { Overview } from '../../../workers/engine/engine.ts';
import { durationUnit, formatDuration, formatFixed } from '../../format/format.ts';
import styles from './Overview.module.css';

/** GPU time by what ran: the first three make busy, busy, other steps and idle make the span. */
export function GpuTimeline({ overview }: { readonly overview: Overview }) {
  const { gpu, kernelSumNs, unattributedNs } = overview;
  const { unit, ns: scale } = durationUnit(gpu.totalNs);
  const rows = [
    { label: 'Computation', ns: gpu.computationNs },
    { label: 'Exposed communication', ns: gpu.exposedCommNs },
    { label: 'Exposed copies', ns: gpu.exposedMemcpyNs },
    { label: 'Busy', ns: gpu.busyNs, sum: true },
    ...(gpu.otherStepsNs > 0 ? [{ label: 'Other steps', ns: gpu.otherStepsNs }] : []),
    { label: 'Idle', ns: gpu.idleNs },
    { label: gpu.otherStepsNs > 0 ? 'Time of the steps' : 'First to last event', ns: gpu.totalNs, sum: true },
  ];
  return (
    <div>
      <h2>GPU timeline</h2>
      <table className="plain">
        <colgroup>
          <col />
          <col style={{ width: 84 }} />
          <col style={{ width: 56 }} />
        </colgroup>
        <thead>
          <tr>
            <th>
              <span className="hidden">What</span>
            </th>
            <th className="number">{unit}</th>
            <th className="number">%</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, ns, sum }) => (
            <tr key={label} className={sum ? 'sum' : undefined}>
              <th scope="row">{label}</th>
              <td className="number">{formatFixed(ns / scale, 3)}</td>
              <td className="number">{formatFixed((ns / gpu.totalNs) * 100, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.caption}>
        Durations of all GPU events add up to {formatDuration(kernelSumNs)}; {formatDuration(unattributedNs)} of that
        has no operator.
      </p>
    </div>
  );
}
