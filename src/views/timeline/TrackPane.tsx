import { type KeyboardEvent, type RefObject, useMemo, useRef } from 'react';
import { useSize } from '../../charts/use-size.ts';
import { PaneCursor } from './PaneCursor.tsx';
import type { PaneScene } from './pane-scene.ts';
import { SliceTip } from './SliceTip.tsx';
import { sheetMove } from './sheet-keys.ts';
import { type Spot, spotOf } from './spot.ts';
import type { SpotText } from './spot-text.ts';
import type { Stage } from './stage.ts';
import styles from './Timeline.module.css';
import { TrackLabels } from './TrackLabels.tsx';
import type { TimeSpan } from './time-span.ts';
import { spotAt, useHover, useSliceIndex } from './use-hover.ts';
import { usePanePainter } from './use-pane-painter.ts';
import { useSheetGestures } from './use-sheet-gestures.ts';
import { walked } from './walk.ts';

interface TrackPaneProps {
  /** Tells the panes of a timeline apart. */
  readonly name: 'pinned' | 'tracks';
  readonly stage: Stage;
  readonly scene: Omit<PaneScene, 'hovered'>;
  /** What scrolls the rows. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** What is selected, if it is in this pane, for a screen reader. */
  readonly cursor: string | null;
  textOf(spot: Spot): SpotText;
  /** Null: the selection ends. */
  onSelect(spot: Spot | null): void;
  /** The next slice of the selection's lane, or the one before, lies beyond what is drawn. */
  onBeyond(by: 1 | -1): void;
  onFit(spot: Spot): void;
  /** The row of the selection is to be opened. */
  onOpen(): void;
  onMark(span: TimeSpan): void;
}

const KEYS =
  'Arrow keys go from slice to slice, Enter opens its row, W and S zoom, A and D move, F fits the selection, M marks it.';

/** Tracks with their labels, one under the other, over the time in sight. */
export function TrackPane({ name, stage, scene, scroller, cursor, textOf, ...on }: TrackPaneProps) {
  const [sheet, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { hover, point, leave } = useHover(textOf);
  const indexOf = useSliceIndex(stage);
  const whole = useMemo((): PaneScene => ({ ...scene, hovered: hover?.spot ?? null }), [scene, hover?.spot]);
  const scroll = usePanePainter(canvas, stage, name, whole, size);
  const spot = (at: { readonly x: number; readonly y: number }) =>
    spotAt(stage, indexOf(), scene, at, scroller.current?.scrollTop ?? 0, size.width);
  const gestures = useSheetGestures({
    camera: stage.camera,
    sheet,
    scroller,
    onHover: (at) => (at ? point(spot(at), at) : leave()),
    onClick: (at) => on.onSelect(spot(at)),
    onDoubleClick: (at) => {
      const found = spot(at);
      if (found) on.onFit(found);
    },
    onMark: on.onMark,
  });
  const walk = (event: KeyboardEvent) => {
    const move = sheetMove(event);
    const { answer } = stage.feed;
    const index = indexOf();
    if (!move || !answer || !index) return false;
    const found = walked(answer, index, scene.stack, scene.selected, move, stage.camera.span);
    if (found >= 0) on.onSelect(spotOf(answer, found));
    else if (scene.selected && (move === 'next' || move === 'last')) on.onBeyond(move === 'next' ? 1 : -1);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (walk(event)) leave();
    else if (event.key === 'Enter') on.onOpen();
    else if (event.key === 'Escape' && scene.selected) on.onSelect(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={scroller}
      className={name === 'pinned' ? styles.pinned : styles.scroller}
      style={name === 'pinned' ? { height: scene.stack.height } : undefined}
      onScroll={(event) => scroll(event.currentTarget.scrollTop)}
    >
      <div className={styles.content} style={{ height: scene.stack.height }}>
        <TrackLabels stack={scene.stack} tracks={scene.tracks} />
        <div
          ref={sheet}
          className={styles.sheet}
          role="application"
          aria-label={`${name === 'pinned' ? 'Pinned tracks' : 'Timeline'}. ${KEYS}`}
          aria-activedescendant={cursor === null ? undefined : `timeline-${name}-cursor`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the slices are reached by its keys.
          tabIndex={0}
          onKeyDown={onKeyDown}
          onBlur={leave}
          {...gestures}
        >
          <canvas ref={canvas} className={styles.canvas} width={0} height={0} />
          {cursor !== null && <PaneCursor id={`timeline-${name}-cursor`} label={cursor} />}
          {hover && <SliceTip text={textOf(hover.spot)} at={hover.at} size={size} />}
        </div>
      </div>
    </div>
  );
}
