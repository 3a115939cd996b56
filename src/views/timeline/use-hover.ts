import { useMemo, useState } from 'react';
import { readOut } from '../../state/store.ts';
import type { PaneScene } from './pane-scene.ts';
import { rowAt } from './rows.ts';
import { SliceIndex } from './slice-index.ts';
import { type Spot, spotOf } from './spot.ts';
import type { SpotText } from './spot-text.ts';
import type { Stage } from './stage.ts';
import { lengthOf, timeAt } from './time-span.ts';
import type { SheetPoint } from './use-sheet-gestures.ts';

/** Pixels beside a slice that still mean it. */
const REACH = 3;

/** What the status bar says where the pointer is on no slice. */
const HELP = 'Ctrl and wheel zooms · drag or Shift and wheel pans · Shift and drag marks · double click fits a slice';

/** What the pointer is on, and where it is. */
export interface Hover {
  readonly spot: Spot;
  readonly at: SheetPoint;
}

/** Index of an answer's slices, made when it is first needed. */
export function useSliceIndex(stage: Stage): () => SliceIndex | null {
  return useMemo(() => {
    let made: { readonly slices: unknown; readonly index: SliceIndex } | null = null;
    return () => {
      const slices = stage.feed.answer?.slices;
      if (slices && made?.slices !== slices) made = { slices, index: new SliceIndex(slices) };
      return made?.index ?? null;
    };
  }, [stage]);
}

/** The slice at a place of a pane; null where there is none. */
export function spotAt(
  stage: Stage,
  index: SliceIndex | null,
  { stack }: Pick<PaneScene, 'stack'>,
  { x, y }: SheetPoint,
  scrollTop: number,
  width: number,
): Spot | null {
  const { answer } = stage.feed;
  const row = rowAt(stack, y + scrollTop);
  if (!answer || !index || row?.kind !== 'track') return null;
  const track = answer.view.tracks.indexOf(row.track.id);
  const lane = Math.floor((y + scrollTop - row.place.top) / row.place.laneHeight);
  const { span } = stage.camera;
  const found = index.at(track, lane, timeAt(span, width, x), (REACH / width) * lengthOf(span));
  return found < 0 ? null : spotOf(answer, found);
}

/** The slice that the pointer is on, told in the status bar too. */
export function useHover(textOf: (spot: Spot) => SpotText) {
  const [hover, setHover] = useState<Hover | null>(null);
  const point = (spot: Spot | null, at: SheetPoint) => {
    setHover((last) => (spot === null && last === null ? last : spot && { spot, at }));
    readOut(spot ? textOf(spot).line : HELP);
  };
  const leave = () => {
    setHover(null);
    readOut('');
  };
  return { hover, point, leave };
}
