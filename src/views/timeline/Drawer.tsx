import type { TimelineTracks } from '../../../workers/engine/timeline-engine.ts';
import type { Stage } from './stage.ts';
import type { Timeline } from './use-timeline.ts';

export function Drawer(_: { stage: Stage; timeline: Timeline; tracks: TimelineTracks }) {
  return null;
}
