import { formatCount, formatDuration } from '../../format/format.ts';
import { DEVICE_TRIGGER_ID } from '../../hardware/DeviceMenu.tsx';
import { useHardware } from '../../state/basis.ts';
import styles from './Roofline.module.css';
import type { Roofline } from './use-roofline.ts';

interface ChartNotesProps {
  readonly roofline: Roofline;
  readonly noun: { readonly one: string; readonly many: string };
  readonly isFiltered: boolean;
  readonly isZoomed: boolean;
  onReset(): void;
}

/** What the points do not say: why there are none or no roofs, which rows have no place, which points no device could reach. */
export function ChartNotes({ roofline, noun, isFiltered, isZoomed, onReset }: ChartNotesProps) {
  const { points, frame, suspicious } = roofline;
  const { rows, ns } = points.unplaced;
  const hardware = useHardware();
  return (
    <div className={styles.notes} data-strip={frame.hasStrip || undefined}>
      {!hardware && (
        <p>
          {'No device is chosen, so there are no roofs. '}
          <button type="button" className="link" onClick={() => document.getElementById(DEVICE_TRIGGER_ID)?.click()}>
            Choose a device
          </button>
        </p>
      )}
      {points.count === 0 && (
        <p>{isFiltered ? `No ${noun.one} with a place on the chart matches the filters.` : EMPTY}</p>
      )}
      {rows > 0 && (
        <p className="dim">{`${counted(rows, noun)}, ${formatDuration(ns)}, ${rows === 1 ? 'has' : 'have'} no point`}</p>
      )}
      {suspicious.length > 0 && (
        <p className={styles.warning}>
          {`${counted(suspicious.length, { one: 'point', many: 'points' })} above the datasheet's roof; the details say why`}
        </p>
      )}
      {isZoomed && (
        <button type="button" className="button" onClick={onReset}>
          Show all
        </button>
      )}
    </div>
  );
}

const EMPTY = 'No operator in this scope has an estimate of its work, so there is no point to show.';

function counted(count: number, { one, many }: { readonly one: string; readonly many: string }): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
