import type { TimelineTrack } from '../../../workers/engine/timeline-engine.ts';
import { Icon } from '../../app/Icon.tsx';
import { formatCount } from '../../format/format.ts';
import { shortText } from '../../format/visible-text.ts';
import { changeTimeline, useApp } from '../../state/store.ts';
import type { GroupRow, RowStack } from './rows.ts';
import styles from './Timeline.module.css';
import { TrackLabel } from './TrackLabel.tsx';

/** What stands at the left of a pane: heads of groups and labels of tracks. */
export function TrackLabels({
  stack,
  tracks,
}: {
  readonly stack: RowStack;
  readonly tracks: readonly TimelineTrack[];
}) {
  return (
    <div className={styles.labels}>
      {stack.rows.map((row) =>
        row.kind === 'group' ? (
          <GroupHead key={`group ${row.group}`} row={row} />
        ) : (
          <TrackLabel key={row.track.id} row={row} tracks={tracks} />
        ),
      )}
    </div>
  );
}

function GroupHead({ row: { group, top, height, collapsed, tracks } }: { readonly row: GroupRow }) {
  const collapsedGroups = useApp((state) => state.timeline.collapsedGroups);
  const toggle = () =>
    changeTimeline({
      collapsedGroups: collapsed ? collapsedGroups.filter((other) => other !== group) : [...collapsedGroups, group],
    });
  return (
    <button type="button" className={styles.group} style={{ top, height }} aria-expanded={!collapsed} onClick={toggle}>
      <Icon name={collapsed ? 'next' : 'caret'} size={12} />
      <span className={styles.cut}>{shortText(group, 80)}</span>
      {collapsed && <span className="dim">{formatCount(tracks)}</span>}
    </button>
  );
}
