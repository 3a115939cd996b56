import { ChartTip } from '../../charts/ChartTip.tsx';
import type { Size } from '../../charts/use-size.ts';
import type { SpotText } from './spot-text.ts';
import styles from './Timeline.module.css';

interface SliceTipProps {
  readonly text: SpotText;
  /** Where the pointer is, px of the sheet. */
  readonly at: { readonly x: number; readonly y: number };
  readonly size: Size;
}

const GAP = 14;

/** The essentials of a slice, beside the pointer. */
export function SliceTip({ text, at, size }: SliceTipProps) {
  return (
    <ChartTip
      facts={text.facts}
      place={(card) => ({
        left: at.x + GAP + card.width <= size.width ? at.x + GAP : Math.max(0, at.x - GAP - card.width),
        top: at.y + GAP + card.height <= size.height ? at.y + GAP : Math.max(0, at.y - GAP - card.height),
      })}
    >
      <div className={`mono ${styles.tipName}`}>{text.title}</div>
    </ChartTip>
  );
}
