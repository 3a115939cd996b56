import { useLayoutEffect, useMemo, useRef } from 'react';
import { useColours } from '../../charts/use-colours.ts';
import { useRatio } from '../../charts/use-ratio.ts';
import { useWidth } from '../../charts/use-width.ts';
import { useBasis } from '../../state/basis.ts';
import { useAnswer } from '../../state/use-answer.ts';
import type { ColourScale } from './colour-scales.ts';
import { PANE_COLOURS, paneLook } from './pane-look.ts';
import { type Place, paintBand, paintRectangles } from './raster.ts';
import { aligned } from './step-list.ts';
import styles from './Timeline.module.css';

export interface StripCanvasProps {
  /** Numbers of steps, ascending. */
  readonly steps: readonly number[];
  /** Where the first of them stands, px. */
  readonly top: number;
  readonly rowHeight: number;
  /** Time that the width stands for. */
  readonly lengthNs: number;
  readonly scale: ColourScale;
  /** The step that is selected, -1 for none. */
  readonly current: number;
  onPick?(step: number): void;
}

const GAP = 4;

/** Strips of steps, one under the other: their GPU streams from the start of each step. */
export function StripCanvas({ steps, top, rowHeight, lengthNs, scale, current, onPick }: StripCanvasProps) {
  const [root, width] = useWidth<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const ratio = useRatio();
  const names = useMemo(() => [...PANE_COLOURS, ...scale.entries.map(({ colour }) => colour)], [scale]);
  const colours = useColours(names);
  const look = useMemo(() => paneLook(scale, colours), [scale, colours]);
  const strips = useStrips(steps, Math.round(width * ratio));
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || !strips || width === 0) return;
    element.width = Math.round(width * ratio);
    element.height = Math.max(1, Math.round(steps.length * rowHeight * ratio));
    const image = new ImageData(element.width, element.height);
    const raster = { width: image.width, height: image.height, pixels: new Uint32Array(image.data.buffer) };
    raster.pixels.fill(look.pixel('var(--n1)'));
    const row = rowHeight * ratio;
    const places = strips.rows.map(({ step }): Place | undefined => {
      const at = steps.indexOf(step);
      const lanes = Math.max(1, strips.streams.length);
      return at < 0 ? undefined : { top: at * row + GAP / 2, laneHeight: (row - GAP) / lanes, lanes };
    });
    const at = steps.indexOf(current);
    if (at >= 0) paintBand(raster, at * row, (at + 1) * row, look.pixel('var(--accent-weak)'));
    paintRectangles(raster, aligned(strips), scale.paint(strips.slices, []), look.palette, places, {
      startNs: 0,
      endNs: lengthNs,
    });
    context.putImageData(image, 0, 0);
  }, [strips, steps, width, ratio, rowHeight, lengthNs, scale, look, current]);
  return (
    <div ref={root} className={styles.stripSheet}>
      <canvas
        ref={canvas}
        className={styles.stripCanvas}
        style={{ top, width, height: steps.length * rowHeight }}
        width={0}
        height={0}
        onPointerDown={({ nativeEvent }) => {
          const step = steps[Math.floor(nativeEvent.offsetY / rowHeight)];
          if (step !== undefined) onPick?.(step);
        }}
      />
    </div>
  );
}

function useStrips(steps: readonly number[], pixels: number) {
  const basis = useBasis();
  const range = [steps[0] ?? 0, (steps.at(-1) ?? -1) + 1] as const;
  const { value } = useAnswer(`timeline steps ${range} ${pixels} ${JSON.stringify(basis)}`, async (trace) =>
    pixels > 0 && steps.length > 0 ? trace.timelineSteps(basis, { steps: range, pixels }) : null,
  );
  return value ?? null;
}
