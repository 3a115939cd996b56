import type { Arrow, SearchHits, TimelineTrack } from '../../../workers/engine/timeline-engine.ts';
import type { ColourScale } from './colour-scales.ts';
import type { RowStack } from './rows.ts';
import type { TimeSpan } from './time-span.ts';

/** A rectangle to draw a frame about. */
export interface Framed {
  readonly track: string;
  readonly lane: number;
  readonly startNs: number;
  readonly endNs: number;
}

/** What a pane shows beside the slices themselves, which come from the feed. */
export interface PaneScene {
  /** All tracks of the trace. */
  readonly tracks: readonly TimelineTrack[];
  readonly stack: RowStack;
  readonly scale: ColourScale;
  readonly pythonCollapsed: boolean;
  /** Where times count from. */
  readonly originNs: number;
  readonly selected: Framed | null;
  readonly hovered: Framed | null;
  readonly arrows: readonly Arrow[];
  readonly hits: SearchHits | null;
  readonly marked: TimeSpan | null;
  /** What the scope holds; null for all. What is outside is veiled. */
  readonly scope: readonly TimeSpan[] | null;
}
