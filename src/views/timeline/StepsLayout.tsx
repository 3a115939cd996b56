import type { TimelineTracks } from '../../../workers/engine/timeline-engine.ts';
import type { Timeline } from './use-timeline.ts';

export function StepsLayout(_: { timeline: Timeline; tracks: TimelineTracks }) {
  return null;
}
