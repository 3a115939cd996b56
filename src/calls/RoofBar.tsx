import type { CallDetails } from '../../workers/engine/engine.ts';
import type { Roof } from '../../workers/roofline/roof.ts';
import { formatDuration, formatShare } from '../format/format.ts';
import { categoryLook } from '../styles/categories.ts';
import styles from './Calls.module.css';
import { longestCall } from './longest-call.ts';
import { achieved } from './work-text.ts';

interface RoofBarProps {
  readonly details: CallDetails;
  readonly roof: Roof;
}

/** How far a call is from its roof: its mean time, with the times that memory and arithmetic would need at least. */
export function RoofBar({ details, roof }: RoofBarProps) {
  const maxNs = longestCall(details.calls);
  const meanNs = details.estimated?.meanBusyNs ?? Number.NaN;
  const roofNs = roof.time === null ? null : roof.time * 1e3;
  const scaleNs = Math.max(maxNs, roofNs ?? 0);
  if (!(scaleNs > 0) || !(meanNs > 0) || roofNs === null) return null;
  const { colour } = categoryLook(details.category);
  const at = (ns: number) => `${(100 * ns) / scaleNs}%`;
  return (
    <section>
      <div className={styles.head}>
        <h3>{formatShare(roofNs / meanNs)} of roof</h3>
        <span className="dim">{achieved(details, roof, meanNs)}</span>
      </div>
      <div className={styles.roofBar} aria-hidden="true">
        <i className={styles.most} style={{ background: colour }} />
        <i className={styles.mean} style={{ background: colour, width: at(meanNs) }} />
        {roof.memoryTime !== null && (
          <b data-bound={roof.bound === 'memory'} style={{ left: at(roof.memoryTime * 1e3) }} />
        )}
        {roof.computeTime !== null && (
          <b data-bound={roof.bound === 'compute'} style={{ left: at(roof.computeTime * 1e3) }} />
        )}
      </div>
      <dl className={styles.rows}>
        <Line label="Mean a call" ns={meanNs} />
        {roof.computeTime !== null && <Line label="Arithmetic needs" ns={roof.computeTime * 1e3} />}
        {roof.memoryTime !== null && <Line label="Memory needs" ns={roof.memoryTime * 1e3} />}
        <Line label="Longest call" ns={maxNs} />
      </dl>
      {details.suspicions.length > 0 && (
        <div className={styles.suspicion}>
          <strong>Faster than the roof allows.</strong>
          <ul>
            {details.suspicions.map((cause) => (
              <li key={cause}>{cause}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Line({ label, ns }: { readonly label: string; readonly ns: number }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{formatDuration(ns, 'table')}</dd>
    </>
  );
}
