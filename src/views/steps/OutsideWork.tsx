import type { OutsideWork as Outside, StepDetection } from '../../../workers/engine/engine.ts';
import { durationUnit, formatCount, formatFixed } from '../../format/format.ts';
import styles from './Steps.module.css';

/** GPU time of the steps and outside them: together the kernel sum of the trace. */
export function OutsideWork({ detection }: { readonly detection: StepDetection }) {
  const { insideNs, before, after, unlinked } = detection;
  const parts = [
    { label: 'In steps', ns: insideNs, note: '' },
    { label: 'Before the first', ns: before.kernelSumNs, note: kernelsText(before) },
    { label: 'After the last', ns: after.kernelSumNs, note: kernelsText(after) },
    { label: 'Unlinked', ns: unlinked.kernelSumNs, note: kernelsText(unlinked) },
  ];
  const total = parts.reduce((sum, { ns }) => sum + ns, 0);
  const { unit, ns: scale } = durationUnit(total);
  return (
    <table className={`plain ${styles.outside}`}>
      <caption className="hidden">GPU time in steps and outside them</caption>
      <thead>
        <tr>
          <th>GPU time</th>
          <th className="number">{unit}</th>
          <th className="number">%</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ label, ns, note }) => (
          <tr key={label}>
            <th scope="row">
              {label} <span className="dim">{note}</span>
            </th>
            <td className="number">{formatFixed(ns / scale, 3)}</td>
            <td className="number">{formatFixed((ns / total) * 100, 1)}</td>
          </tr>
        ))}
        <tr className="sum">
          <th scope="row">Kernel sum</th>
          <td className="number">{formatFixed(total / scale, 3)}</td>
          <td className="number">{formatFixed(100, 1)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function kernelsText({ kernels }: Outside): string {
  return `${formatCount(kernels)} ${kernels === 1 ? 'kernel' : 'kernels'}`;
}
