import type { Estimate } from '../../workers/roofline/perf-model.ts';
import type { Roof } from '../../workers/roofline/roof.ts';
import { formatBytes, formatDuration, formatSignificant, withUnit } from '../format/format.ts';
import { useApp } from '../state/store.ts';
import styles from './Calls.module.css';
import { formatFlops, peakText } from './work-text.ts';

interface RoofTimesProps {
  readonly estimate: Estimate;
  readonly roof: Roof | null;
}

const NO_COMPUTE_ROOF = {
  'no-precision': 'Its type has no arithmetic peak of its own, so only memory bounds it here.',
  'no-figure':
    'This device has no figure for that precision, so only memory bounds it here. You can add one in the device menu.',
} as const;

/** The least times of a call, as divisions that can be checked, and where their figures come from. */
export function RoofTimes({ estimate, roof }: RoofTimesProps) {
  const kind = useApp((state) => state.roof);
  if (!roof) {
    return (
      <section>
        <h3>Roof</h3>
        <p>No device is chosen. Choose one in the header to see how far this is from its limits.</p>
      </section>
    );
  }
  const { peak, bandwidth, computeTime, memoryTime, noComputeRoof, bound } = roof;
  return (
    <section>
      <div className={styles.head}>
        <h3>Roof</h3>
        <span className="dim">{kind} figures</span>
      </div>
      <dl className={styles.rows}>
        {peak && computeTime !== null && (
          <Division
            label={peakText(peak.name)}
            isBound={bound === 'compute'}
            text={`${formatFlops(estimate.flops)} / ${withUnit(formatSignificant(peak.figure.value), 'TFLOP/s')}`}
            us={computeTime}
            source={sourceText(peak.figure)}
          />
        )}
        {bandwidth && memoryTime !== null && estimate.bytes !== null && (
          <Division
            label="memory"
            isBound={bound === 'memory'}
            text={`${formatBytes(estimate.bytes)} / ${withUnit(formatSignificant(bandwidth.value), 'GB/s')}`}
            us={memoryTime}
            source={sourceText(bandwidth)}
          />
        )}
      </dl>
      {noComputeRoof && <p className="dim">{NO_COMPUTE_ROOF[noComputeRoof]}</p>}
    </section>
  );
}

interface DivisionProps {
  readonly label: string;
  readonly isBound: boolean;
  readonly text: string;
  readonly us: number;
  readonly source: string;
}

function Division({ label, isBound, text, us, source }: DivisionProps) {
  const time = formatDuration(us * 1e3, 'table');
  return (
    <>
      <dt title={source}>{label}</dt>
      <dd title={source}>
        {text} = {isBound ? <strong>{time}</strong> : time}
      </dd>
    </>
  );
}

function sourceText({ source, confirmed }: { readonly source: string; readonly confirmed: boolean }): string {
  return confirmed ? `Source: ${source}` : `Source: ${source} (not confirmed)`;
}
