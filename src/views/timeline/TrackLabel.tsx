import { Menu } from '@base-ui/react/menu';
import type { PointerEvent } from 'react';
import { useRef, useState } from 'react';
import type { TimelineTrack } from '../../../workers/engine/timeline-engine.ts';
import { Icon } from '../../app/Icon.tsx';
import { formatBytes, formatShare, formatSignificant, withUnit } from '../../format/format.ts';
import { shortText } from '../../format/visible-text.ts';
import { changeTimeline, useApp } from '../../state/store.ts';
import type { TrackSettings } from '../../state/timeline-settings.ts';
import { LEAST_LANE, MOST_LANE, movedTrack, type TrackRow, usualLane } from './rows.ts';
import styles from './Timeline.module.css';

interface TrackLabelProps {
  readonly row: TrackRow;
  readonly tracks: readonly TimelineTrack[];
}

/** One choice of the menu makes lanes this much higher or lower. */
const TALLER = 1.5;
/** A track moves by one place when it is dragged this far, px. */
const PLACE = 24;
/** The least height of a row with a second line in its label. */
const TWO_LINES = 36;

/** The label of a track: its name, and what can be done with it. It is dragged to move the track among its group. */
export function TrackLabel({ row, tracks }: TrackLabelProps) {
  const { track, top, height, settings } = row;
  const change = useTrackChange(track);
  const drag = useMoveByDrag(track, tracks);
  const toggle = () => change({ collapsed: !settings.collapsed });
  return (
    <div className={styles.label} style={{ top, height }} data-moving={drag.isMoving || undefined}>
      <button
        type="button"
        className={styles.caret}
        aria-label={`${settings.collapsed ? 'Unfold' : 'Fold'} ${track.title}`}
        aria-expanded={!settings.collapsed}
        onClick={toggle}
        disabled={row.place.lanes < 2}
      >
        <Icon name={settings.collapsed ? 'next' : 'caret'} size={12} />
      </button>
      <div className={styles.titles} title={`${track.title} ${track.subtitle}`.trim()} {...drag.handlers}>
        <span className={styles.cut}>{shortText(track.title, 80)}</span>
        {height >= TWO_LINES && <span className={`dim ${styles.cut}`}>{subtitleOf(track)}</span>}
      </div>
      <TrackMenu row={row} tracks={tracks} change={change} />
      <Edge row={row} change={change} />
    </div>
  );
}

/** More of a track; of a counter what fills its height. */
function subtitleOf({ kind, subtitle, highest, unit }: TimelineTrack): string {
  if (kind !== 'counter') return shortText(subtitle, 80);
  return [subtitle, `to ${amountText(highest, unit)}`].filter(Boolean).join(' · ');
}

function amountText(amount: number, unit: string): string {
  switch (unit) {
    case 'share':
      return formatShare(amount);
    case 'B':
      return formatBytes(amount);
    case '':
      return formatSignificant(amount);
    default:
      return withUnit(formatSignificant(amount), unit);
  }
}

type Change = (change: TrackSettings) => void;

function useTrackChange({ id }: TimelineTrack): Change {
  const settings = useApp((state) => state.timeline.tracks);
  return (change) => changeTimeline({ tracks: { ...settings, [id]: { ...settings[id], ...change } } });
}

interface TrackMenuProps extends TrackLabelProps {
  readonly change: Change;
}

function TrackMenu({ row: { track, settings }, tracks, change }: TrackMenuProps) {
  const order = useApp((state) => state.timeline.order);
  const move = (by: number) => changeTimeline({ order: movedTrack(tracks, order, track.id, by) });
  const lane = settings.laneHeight ?? usualLane(track);
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.more} aria-label={`Arrange ${track.title}`} title="Arrange">
        <Icon name="more" size={14} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" align="end" sideOffset={4}>
          <Menu.Popup className="menu">
            <Choice
              title={settings.pinned ? 'Unpin' : 'Pin to the top'}
              act={() => change({ pinned: !settings.pinned })}
            />
            <Choice title="Hide" act={() => change({ hidden: true })} />
            <Choice title="Move up" act={() => move(-1)} />
            <Choice title="Move down" act={() => move(1)} />
            <Choice
              title="Higher lanes"
              act={() => change({ laneHeight: laneWithin(lane * TALLER), collapsed: false })}
            />
            <Choice
              title="Lower lanes"
              act={() => change({ laneHeight: laneWithin(lane / TALLER), collapsed: false })}
            />
            <Choice title="Usual lanes" act={() => change({ laneHeight: usualLane(track), collapsed: false })} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Choice({ title, act }: { readonly title: string; act(): void }) {
  return (
    <Menu.Item className="menu-item" onClick={act}>
      <span />
      <span>{title}</span>
    </Menu.Item>
  );
}

function laneWithin(height: number): number {
  return Math.min(MOST_LANE, Math.max(LEAST_LANE, Math.round(height * 10) / 10));
}

/** The lower edge, to drag: all lanes get higher or lower. The menu does the same by key. */
function Edge({ row, change }: { readonly row: TrackRow; readonly change: Change }) {
  const from = useRef<{ readonly y: number; readonly lane: number } | null>(null);
  return (
    <div
      className={styles.edge}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { y: event.clientY, lane: row.place.laneHeight };
      }}
      onPointerMove={(event) => {
        if (!from.current) return;
        const by = (event.clientY - from.current.y) / row.place.lanes;
        change({ laneHeight: laneWithin(from.current.lane + by), collapsed: false });
      }}
      onPointerUp={() => {
        from.current = null;
      }}
    />
  );
}

/** A label that is dragged up or down moves its track by a place each time it went far enough. */
function useMoveByDrag({ id }: TimelineTrack, tracks: readonly TimelineTrack[]) {
  const order = useApp((state) => state.timeline.order);
  const from = useRef<number | null>(null);
  const [isMoving, setMoving] = useState(false);
  const end = () => {
    from.current = null;
    setMoving(false);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = event.clientY;
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current === null) return;
      const places = Math.trunc((event.clientY - from.current) / PLACE);
      if (places === 0) return;
      setMoving(true);
      from.current += places * PLACE;
      changeTimeline({ order: movedTrack(tracks, order, id, places) });
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
  return { isMoving, handlers };
}
