import { type RefObject, useEffect, useRef } from 'react';
import { appState } from '../../state/store.ts';
import type { Framed } from './pane-scene.ts';
import type { RowStack } from './rows.ts';
import type { Stage } from './stage.ts';
import { around, lengthOf, showing, type TimeSpan } from './time-span.ts';

/** What the view opens on is gone close to where it takes less than this part of what is in sight. */
const LEAST_PART = 0.005;
const ROOM = 4;
/** Beside a step, a gap or the kernels of a row. */
const ROOM_OF_EXTENT = 0.5;

/** Brings what is selected into sight, in time and among the rows. */
export function useReveal(
  { camera }: Stage,
  stack: RowStack,
  scroller: RefObject<HTMLDivElement | null>,
  framed: Framed | null,
  extent: TimeSpan | null,
): void {
  const isFirst = useRef(appState().selected !== null);
  useEffect(() => {
    if (!framed || extent) return;
    const { target, whole } = camera;
    const isTiny = lengthOf(framed) < LEAST_PART * lengthOf(target);
    camera.glide(isFirst.current && isTiny ? around(framed, ROOM, whole) : showing(target, framed, whole));
    isFirst.current = false;
  }, [camera, framed, extent]);
  useEffect(() => {
    if (extent) camera.glide(around(extent, ROOM_OF_EXTENT, camera.whole));
  }, [camera, extent]);
  useEffect(() => {
    const row = framed && stack.rows.find((one) => one.kind === 'track' && one.track.id === framed.track);
    const element = scroller.current;
    if (row?.kind !== 'track' || !framed || !element) return;
    const top = row.place.top + framed.lane * row.place.laneHeight;
    const bottom = top + row.place.laneHeight;
    if (top < element.scrollTop) element.scrollTo({ top: Math.max(0, top - row.place.laneHeight) });
    if (bottom > element.scrollTop + element.clientHeight)
      element.scrollTo({ top: bottom + row.place.laneHeight - element.clientHeight });
  }, [stack, scroller, framed]);
}
