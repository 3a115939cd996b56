import { ChartTip } from '../../charts/ChartTip.tsx';
import type { Layout } from './layout.ts';
import type { PointText } from './point-text.ts';
import styles from './Roofline.module.css';

interface PointTipProps {
  readonly text: PointText;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly layout: Layout;
}

const GAP = 10;

/** The essentials of a point, never over it: to its right and below it, or on the sides where there is room. */
export function PointTip({ text, x, y, radius, layout }: PointTipProps) {
  const off = radius + GAP;
  return (
    <ChartTip
      facts={text.facts}
      place={({ width, height }) => ({
        left: x + off + width <= layout.width ? x + off : Math.max(0, x - off - width),
        top:
          y + off + height <= layout.height ? y + off : Math.max(0, Math.min(y - off - height, layout.height - height)),
      })}
    >
      <div className={`mono ${styles.tipName}`}>{text.name}</div>
      <div className="dim">{text.about}</div>
      {text.shapes && <div className={`mono dim ${styles.tipShapes}`}>{text.shapes}</div>}
    </ChartTip>
  );
}
