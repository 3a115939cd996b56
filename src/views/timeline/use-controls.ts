import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { appState, changeTimeline, notify, select } from '../../state/store.ts';
import type { Stage } from './stage.ts';
import { around, lengthOf, panned, sameSpan, type TimeSpan, zoomed } from './time-span.ts';
import { type TimelineControls, useTimelineControls } from './timeline-commands.ts';
import { mark, type Timeline } from './use-timeline.ts';
import { askShown } from './walk-beyond.ts';

/** Room beside what is fitted, as a part of it. */
const ROOM = 0.1;
/** Pixels of a track that are looked at to find its first and last slice. */
const EXTENT_PIXELS = 100;

/** What keys and buttons do. */
export function useControls(
  stage: Stage,
  timeline: Timeline,
  input: RefObject<HTMLInputElement | null>,
  onHit: (by: 1 | -1) => void,
): TimelineControls {
  const shown = useRef(timeline);
  const hit = useRef(onHit);
  useEffect(() => {
    shown.current = timeline;
    hit.current = onHit;
  });
  const controls = useMemo((): TimelineControls => {
    const { camera } = stage;
    const go = (span: TimeSpan) => camera.glide(span);
    return {
      zoom: (factor) => go(zoomed(camera.target, aboutNs(camera.target, shown.current.framed), factor, camera.whole)),
      pan: (part) => go(panned(camera.target, part * lengthOf(camera.target), camera.whole)),
      fitSelection: () => {
        const { framed, marked, extent, selection } = shown.current;
        const wanted = framed ?? marked ?? extent ?? selection?.info;
        if (!wanted) return notify('Nothing is selected: 0 fits the whole trace.');
        const fitted = around(wanted, ROOM, camera.whole);
        if (!framed || !sameSpan(fitted, camera.target)) return go(fitted);
        void trackExtent(framed.track, stage).then((extent) => extent && go(around(extent, 0, camera.whole)));
      },
      fitAll: () => go(camera.whole),
      mark: () => {
        const { framed, marked, extent } = shown.current;
        const wanted = extent ?? framed ?? camera.target;
        mark(marked && sameSpan(rounded(wanted), marked) ? null : wanted);
      },
      follow: (by) => {
        const arrows = shown.current.selection?.arrows ?? [];
        const event = shown.current.selection?.info.event;
        const arrow = arrows.find(({ from, to }) => (by === 1 ? from : to).event === event);
        if (!arrow) return notify(by === 1 ? 'No arrow leads on from here.' : 'No arrow leads here.');
        select({ kind: 'event', event: (by === 1 ? arrow.to : arrow.from).event });
      },
      search: () => {
        input.current?.focus();
        input.current?.select();
      },
      nextHit: (by) => hit.current(by),
      togglePython: () => changeTimeline({ pythonCollapsed: !appState().timeline.pythonCollapsed }),
    };
  }, [stage, input]);
  useTimelineControls(controls);
  return controls;
}

/** What a zoom keeps in its place: the middle of the selection where it is in sight, else of the view. */
function aboutNs(span: TimeSpan, framed: TimeSpan | null): number {
  const middle = framed ? (framed.startNs + framed.endNs) / 2 : Number.NaN;
  return middle >= span.startNs && middle <= span.endNs ? middle : (span.startNs + span.endNs) / 2;
}

function rounded({ startNs, endNs }: TimeSpan): TimeSpan {
  return { startNs: Math.round(startNs), endNs: Math.round(endNs) };
}

/** From the first slice of a track to its last; null for a track without any. */
async function trackExtent(track: string, { camera, feed }: Stage): Promise<TimeSpan | null> {
  const pythonCollapsed = feed.answer?.view.pythonCollapsed ?? true;
  const slices = await askShown({ tracks: [track], ...camera.whole, pixels: EXTENT_PIXELS, pythonCollapsed });
  if (!slices || slices.length === 0) return null;
  return {
    startNs: slices.startNs.reduce((first, ns) => Math.min(first, ns)),
    endNs: slices.endNs.reduce((last, ns) => Math.max(last, ns)),
  };
}
