import { colourPixels, isLight } from './colour-pixels.ts';
import type { ColourScale } from './colour-scales.ts';

/** Colours of a pane that are not those of slices. */
export const PANE_COLOURS = [
  'var(--n1)',
  'var(--n2)',
  'var(--grid)',
  'var(--bar)',
  'var(--n5)',
  'var(--n8)',
  'var(--n6)',
  'var(--accent)',
  'var(--accent-weak)',
  'var(--warn)',
] as const;
export type PaneColour = (typeof PANE_COLOURS)[number];

/** Text on slices. */
const DARK_TEXT = '#0e1115';
const LIGHT_TEXT = '#ffffff';

/** What a pane is drawn with, as the theme has it now. */
export interface PaneLook {
  /** By place in the scale. */
  readonly palette: Uint32Array;
  readonly text: readonly string[];
  colour(name: string): string;
  pixel(name: PaneColour): number;
}

/** The look of a scale, from its colours as the browser resolved them. */
export function paneLook(scale: ColourScale, colours: ReadonlyMap<string, string>): PaneLook {
  const resolved = (name: string) => colours.get(name) ?? '';
  const palette = colourPixels(scale.entries.map(({ colour }) => resolved(colour)));
  const pixels = colourPixels(PANE_COLOURS.map(resolved));
  return {
    palette,
    text: Array.from(palette, (pixel) => (isLight(pixel) ? DARK_TEXT : LIGHT_TEXT)),
    colour: resolved,
    pixel: (name) => pixels[PANE_COLOURS.indexOf(name)],
  };
}
