/** What slices are coloured by. */
export const COLOUR_MODES = ['category', 'operator', 'phase', 'bound', 'overRoof'] as const;
export type ColourMode = (typeof COLOUR_MODES)[number];

/** How the user arranged one track. */
export interface TrackSettings {
  readonly hidden?: boolean;
  /** Stays in sight above the others. */
  readonly pinned?: boolean;
  /** Squeezed into a single line. */
  readonly collapsed?: boolean;
  /** Height of a lane in px. */
  readonly laneHeight?: number;
}

/** How the user looks at the timeline of the active trace. What part of it is in sight is in the link. */
export interface TimelineSettings {
  readonly colour: ColourMode;
  /** Python frames are left out, so that operators stand alone. */
  readonly pythonCollapsed: boolean;
  /** By id of the track. */
  readonly tracks: Readonly<Record<string, TrackSettings>>;
  /** Ids of the tracks that the user moved before others, in order; the rest follows as it comes. */
  readonly order: readonly string[];
  /** Groups of which only the head is shown. */
  readonly collapsedGroups: readonly string[];
  /** The span that the user marked, ns. */
  readonly marked: readonly [startNs: number, endNs: number] | null;
  /** The whole trace on one axis, or its steps one under the other. */
  readonly layout: 'trace' | 'steps';
}

export const DEFAULT_TIMELINE_SETTINGS: TimelineSettings = {
  colour: 'category',
  pythonCollapsed: true,
  tracks: {},
  order: [],
  collapsedGroups: [],
  marked: null,
  layout: 'trace',
};
