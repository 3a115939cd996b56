import { type ReactNode, useMemo, useRef } from 'react';
import { notify, select } from '../../state/store.ts';
import { Minimap } from './Minimap.tsx';
import { openRow } from './open-row.ts';
import type { PaneScene } from './pane-scene.ts';
import type { RowStack } from './rows.ts';
import type { Stage } from './stage.ts';
import styles from './Timeline.module.css';
import { TimeRuler } from './TimeRuler.tsx';
import { TrackPane } from './TrackPane.tsx';
import { around, type TimeSpan } from './time-span.ts';
import { useReveal } from './use-reveal.ts';
import { mark, type Timeline } from './use-timeline.ts';
import { VisibleSlices } from './VisibleSlices.tsx';
import { askShown, eventBeyond } from './walk-beyond.ts';

interface TraceLayoutProps {
  readonly stage: Stage;
  readonly timeline: Timeline;
}

/** Room beside a slice that is gone to by a double click, as a part of it. */
const ROOM = 0.1;
/** Ids of the counters that say how busy a device is. */
const BUSY = 'counter:gpuBusy';

/** The whole trace on one axis: minimap, ruler, the pinned tracks and the others. */
export function TraceLayout({ stage, timeline }: TraceLayoutProps) {
  const { layout, scene, framed, extent, cursor, textOf, pick, search, selection } = timeline;
  const pinned = useRef<HTMLDivElement>(null);
  const others = useRef<HTMLDivElement>(null);
  const pinnedScene = useScene(scene, layout.pinned);
  const othersScene = useScene(scene, layout.others);
  useReveal(stage, layout.others, others, framed, extent);
  const busy = useMemo(() => scene.tracks.find(({ id }) => id.startsWith(BUSY)) ?? null, [scene.tracks]);
  const isPinned = layout.pinned.rows.some((row) => row.kind === 'track' && row.track.id === framed?.track);
  const pane = {
    stage,
    textOf,
    onSelect: pick,
    onBeyond: async (by: 1 | -1) => {
      if (!framed) return;
      const event = await eventBeyond(askShown, framed, by, stage.camera.whole, scene.pythonCollapsed);
      if (event === null) notify(by === 1 ? 'The last slice of its lane.' : 'The first slice of its lane.');
      else select({ kind: 'event', event });
    },
    onFit: (span: TimeSpan) => stage.camera.glide(around(span, ROOM, stage.camera.whole)),
    onOpen: () => openRow(selection),
    onMark: mark,
  };
  return (
    <>
      <Aligned>
        <Minimap stage={stage} counter={busy} scope={scene.scope} hits={search.hits} />
      </Aligned>
      <Aligned>
        <TimeRuler stage={stage} originNs={scene.originNs} marked={scene.marked} onMark={mark} />
      </Aligned>
      {layout.pinned.rows.length > 0 && (
        <TrackPane {...pane} name="pinned" scene={pinnedScene} scroller={pinned} cursor={isPinned ? cursor : null} />
      )}
      <TrackPane {...pane} name="tracks" scene={othersScene} scroller={others} cursor={isPinned ? null : cursor} />
      <VisibleSlices stage={stage} textOf={textOf} />
    </>
  );
}

function useScene(scene: Omit<PaneScene, 'hovered' | 'stack'>, stack: RowStack): Omit<PaneScene, 'hovered'> {
  return useMemo(() => ({ ...scene, stack }), [scene, stack]);
}

/** Something over the tracks, as wide as they are. */
function Aligned({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.aligned}>
      <div className={styles.corner} />
      {children}
    </div>
  );
}
