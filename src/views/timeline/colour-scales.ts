import { PHASES } from '../../../workers/base/scope.ts';
import type { TimelineCategory, TimelineSlices } from '../../../workers/engine/timeline-engine.ts';
import type { ColourMode } from '../../state/timeline-settings.ts';
import { categoryLook } from '../../styles/categories.ts';
import { PHASE_LOOKS } from '../../styles/phase-looks.ts';

/** A colour and what it stands for. */
interface ScaleEntry {
  readonly label: string;
  /** CSS value; resolves in both themes. */
  readonly colour: string;
  /** Id of a category that has a mark of its own. */
  readonly category?: string;
}

/** How slices are coloured. */
export interface ColourScale {
  readonly entries: readonly ScaleEntry[];
  /** What a legend lists: all entries, those that are seen, or none where colours only tell neighbours apart. */
  readonly legend: 'all' | 'seen' | 'none';
  /** Place in `entries` of each slice; `tracks` are the ids that they point to. */
  paint(slices: TimelineSlices, tracks: readonly string[]): Uint8Array;
}

export const COLOUR_TITLES: Readonly<Record<ColourMode, string>> = {
  category: 'Category',
  operator: 'Operator',
  phase: 'Phase',
  bound: 'Bound',
  overRoof: 'Time over the roof',
};

/** The scale of a mode; the categories are those that slices point to. */
export function colourScale(mode: ColourMode, categories: readonly TimelineCategory[]): ColourScale {
  switch (mode) {
    case 'category':
      return categoryScale(categories);
    case 'operator':
      return OPERATOR_SCALE;
    case 'phase':
      return PHASE_SCALE;
    case 'bound':
      return BOUND_SCALE;
    case 'overRoof':
      return OVER_ROOF_SCALE;
  }
}

const PHASE_ENTRIES: readonly ScaleEntry[] = PHASE_LOOKS.map(({ phase, colour }) => ({ label: phase, colour }));

/** What the host does beside its operators is context: greys, apart from the categories of work. */
const HOST_COLOURS: ReadonlyMap<string, string> = new Map([
  ['python', 'light-dark(#a9b3c1, #4d5866)'],
  ['runtime', 'light-dark(#6f7f96, #8595ad)'],
  ['annotation', 'light-dark(#9aa7a0, #5d6b63)'],
  ['overhead', 'light-dark(#c3b8ae, #5e554d)'],
  ['unknown', 'light-dark(#b9bec4, #565e68)'],
  ['mark', 'light-dark(#3f464e, #c3c9d0)'],
]);

function categoryScale(categories: readonly TimelineCategory[]): ColourScale {
  const entries = categories.map(({ id, label }) => {
    const host = HOST_COLOURS.get(id);
    return host === undefined ? { label, colour: categoryLook(id).colour, category: id } : { label, colour: host };
  });
  const all = [...entries, ...PHASE_ENTRIES];
  return {
    entries: all,
    legend: 'seen',
    // A step is no work of a category: on their track steps have the colour of their phase.
    paint: ({ length, category, phase, track }, tracks) => {
      const steps = tracks.indexOf(STEPS_TRACK);
      if (steps < 0) return category;
      const placeOf = (i: number) =>
        track[i] === steps && phase[i] < PHASES.length ? entries.length + phase[i] : category[i];
      return Uint8Array.from({ length }, (_, i) => placeOf(i));
    },
  };
}

const STEPS_TRACK = 'steps';

const HUES = 24;
/** An odd step through the hues, so that keys that follow each other get colours that are far apart. */
const HUE_STEP = 7;
const OPERATOR_ENTRIES = Array.from({ length: HUES }, (_, hue) => {
  const degrees = (hue * 360) / HUES;
  return { label: '', colour: `light-dark(oklch(0.53 0.11 ${degrees}), oklch(0.74 0.11 ${degrees}))` };
});
const OPERATOR_SCALE: ColourScale = {
  entries: OPERATOR_ENTRIES,
  legend: 'none',
  paint: ({ length, operator, name }) =>
    Uint8Array.from({ length }, (_, i) => ((operator[i] || name[i]) * HUE_STEP) % HUES),
};

const UNKNOWN = 'light-dark(#c9ced3, #444b54)';

const PHASE_SCALE = scaleOf([...PHASE_ENTRIES, { label: 'in no step', colour: UNKNOWN }], ({ phase }, i) =>
  Math.min(phase[i], PHASES.length),
);

const BOUND_ENTRIES = [
  { label: 'memory-bound', colour: 'var(--c-attention)' },
  { label: 'compute-bound', colour: 'var(--c-gemm)' },
  { label: 'no roof known', colour: UNKNOWN },
];
const BOUND_SCALE = scaleOf(BOUND_ENTRIES, ({ bound }, i) => Math.min(bound[i], 2));

/** Classes of time over roof time, by their lower end, and a perceptually even ramp. */
const OVER_ROOF = [
  { from: 0, label: 'up to 1.25×', colour: 'light-dark(#00306f, #3f6fb5)' },
  { from: 1.25, label: '1.25×', colour: 'light-dark(#31446b, #55739f)' },
  { from: 1.5, label: '1.5×', colour: 'light-dark(#575d6d, #6e7a8c)' },
  { from: 2, label: '2×', colour: 'light-dark(#777777, #858585)' },
  { from: 3, label: '3×', colour: 'light-dark(#968f62, #a39a6f)' },
  { from: 5, label: '5×', colour: 'light-dark(#b3a44e, #c4b55f)' },
  { from: 10, label: '10× and more', colour: 'light-dark(#d6bd1f, #fee03a)' },
];
const OVER_ROOF_SCALE = scaleOf([...OVER_ROOF, { label: 'no roof known', colour: UNKNOWN }], ({ overRoof }, i) => {
  if (Number.isNaN(overRoof[i])) return OVER_ROOF.length;
  return Math.max(
    0,
    OVER_ROOF.findLastIndex(({ from }) => overRoof[i] >= from),
  );
});

function scaleOf(entries: readonly ScaleEntry[], placeOf: (slices: TimelineSlices, i: number) => number): ColourScale {
  return {
    entries,
    legend: 'all',
    paint: (slices) => Uint8Array.from({ length: slices.length }, (_, i) => placeOf(slices, i)),
  };
}
