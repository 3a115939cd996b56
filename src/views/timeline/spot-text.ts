import type { TimelineCategory, TimelineTrack } from '../../../workers/engine/timeline-engine.ts';
import { formatCount, formatDuration } from '../../format/format.ts';
import { shortText } from '../../format/visible-text.ts';
import type { Spot } from './spot.ts';

/** What is said of a rectangle. */
export interface SpotText {
  readonly title: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** All of it on one line. */
  readonly line: string;
}

/** What the texts of rectangles need to know of their trace. */
export interface SpotContext {
  readonly tracks: readonly TimelineTrack[];
  readonly categories: readonly TimelineCategory[];
  /** Where times count from. */
  readonly originNs: number;
}

export function spotText(spot: Spot, { tracks, categories, originNs }: SpotContext): SpotText {
  const track = tracks.find(({ id }) => id === spot.track);
  const duration = formatDuration(spot.endNs - spot.startNs, 'table');
  const start = formatDuration(spot.startNs - originNs, 'table');
  const category = categories[spot.category]?.label ?? '';
  const more = spot.count > 1 ? `${formatCount(spot.count)} slices within a pixel, ${duration} from first to last` : '';
  const title = shortText(spot.name, 120);
  return {
    title,
    facts: [
      ...(more === ''
        ? [{ label: 'Duration', value: duration }]
        : [{ label: 'Slices here', value: formatCount(spot.count) }]),
      { label: 'Starts at', value: start },
      { label: 'Category', value: category },
      { label: 'Track', value: track ? trackText(track) : '' },
    ],
    line: [title, more || duration, `at ${start}`, category, track ? trackText(track) : ''].filter(Boolean).join(' · '),
  };
}

function trackText({ group, title }: TimelineTrack): string {
  return group === title ? title : `${group}, ${title}`;
}
