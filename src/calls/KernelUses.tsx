import type { CallDetails } from '../../workers/engine/engine.ts';
import { formatCount, formatDuration } from '../format/format.ts';
import { visibleText } from '../format/visible-text.ts';
import styles from './Calls.module.css';

const MOST = 12;

/** The kernels of the calls, costliest first, each with how it was launched. */
export function KernelUses({ kernels }: { readonly kernels: CallDetails['kernels'] }) {
  if (kernels.length === 0) return null;
  const more = kernels.length - MOST;
  return (
    <section>
      <div className={styles.head}>
        <h3>Kernels</h3>
        <span className="dim">{formatCount(kernels.length)}</span>
      </div>
      {kernels.slice(0, MOST).map((kernel) => (
        <div key={`${kernel.name} ${kernel.stream} ${JSON.stringify(kernel.launch)}`} className={styles.kernel}>
          <p className="mono">{visibleText(kernel.name)}</p>
          <dl className={styles.rows}>
            <dt>{`${formatCount(kernel.count)} on stream ${kernel.stream}`}</dt>
            <dd>{`${formatDuration(kernel.kernelNs, 'table')}, mean ${formatDuration(kernel.meanNs, 'table')}`}</dd>
            {kernel.launch.map(({ label, value }) => (
              <Launch key={label} label={label} value={value} />
            ))}
          </dl>
        </div>
      ))}
      {more > 0 && <p className="dim">{`and ${formatCount(more)} more, in Kernels`}</p>}
    </section>
  );
}

function Launch({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}
