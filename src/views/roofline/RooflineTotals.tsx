import type { RooflineTotals as Totals } from '../../../workers/engine/engine.ts';
import { formatFlops, peakText } from '../../calls/work-text.ts';
import { formatBytes, formatDuration, formatShare, formatSignificant, withUnit } from '../../format/format.ts';
import { useBasis } from '../../state/basis.ts';
import { afterOthers, useAnswer } from '../../state/use-answer.ts';
import styles from './Roofline.module.css';

/** What there is to win in all, how much of the device is used, and how much of the time has no roof. */
export function RooflineTotals() {
  const basis = useBasis();
  const { value, error } = useAnswer(`roofline ${JSON.stringify(basis)}`, async (trace) => {
    // The chart takes longer to draw.
    await afterOthers();
    return trace.roofline(basis);
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable to be scrolled by keys.
    <section className={styles.totals} aria-label="In all" tabIndex={0}>
      <h2>Time over the roof</h2>
      {error !== undefined && <p>{`The totals could not be made. ${error}`}</p>}
      {value && <Figures totals={value} />}
      {value && <Without totals={value} />}
    </section>
  );
}

function Figures({ totals: { roofedBusyNs, overRoofNs, mfu, mbu } }: { readonly totals: Totals }) {
  if (roofedBusyNs === 0) return null;
  return (
    <dl className={styles.figures}>
      <div>
        <dt>To be won</dt>
        <dd>
          {formatDuration(overRoofNs)} <span>{`of ${formatDuration(roofedBusyNs)} that have a roof`}</span>
        </dd>
      </div>
      {mfu && (
        <div title={rateText(formatFlops(mfu.amount), withUnit(formatSignificant(mfu.rate), 'TFLOP/s'), mfu)}>
          <dt>MFU, {peakText(mfu.peak)}</dt>
          <dd>
            {formatShare(mfu.share)} <span>{`of ${withUnit(formatSignificant(mfu.rate), 'TFLOP/s')}`}</span>
          </dd>
        </div>
      )}
      {mbu && (
        <div title={rateText(formatBytes(mbu.amount), withUnit(formatSignificant(mbu.rate), 'GB/s'), mbu)}>
          <dt>MBU</dt>
          <dd>
            {formatShare(mbu.share)} <span>{`of ${withUnit(formatSignificant(mbu.rate), 'GB/s')}`}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

function rateText(amount: string, rate: string, { devices, elapsedNs }: NonNullable<Totals['mbu']>): string {
  const of = devices === 1 ? rate : `${rate} × ${devices} devices`;
  return `${amount} / (${of} × ${formatDuration(elapsedNs)} from first to last GPU event)`;
}

/** Reasons shown; the rest is said in one line. */
const MOST = 4;

function Without({ totals: { kernelNs, roofedNs, without } }: { readonly totals: Totals }) {
  if (kernelNs === 0) return <p>No GPU work runs in this scope.</p>;
  if (without.length === 0) return <p>All of the GPU time has a roof.</p>;
  const rest = without.slice(MOST).reduce((sum, { ns }) => sum + ns, 0);
  return (
    <>
      <p>{`${formatShare((kernelNs - roofedNs) / kernelNs)} of the GPU time has no roof:`}</p>
      <ul className={styles.reasons}>
        {without.slice(0, MOST).map(({ text, remedy, ns }) => (
          <li key={text}>
            <span>{formatShare(ns / kernelNs)}</span>
            <span>
              {text} <span className="dim">{remedy}</span>
            </span>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <span>{formatShare(rest / kernelNs)}</span>
            <span>other reasons</span>
          </li>
        )}
      </ul>
    </>
  );
}
