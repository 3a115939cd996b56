/** What the keys that zoom do on a chart. */
export type ZoomAction = { readonly kind: 'zoom'; readonly factor: number } | { readonly kind: 'reset' };

const STEP = 1.25;

/** The keys that zoom, the same on every chart. */
export const ZOOM_KEYS: Readonly<Partial<Record<string, ZoomAction>>> = {
  '+': { kind: 'zoom', factor: STEP },
  '=': { kind: 'zoom', factor: STEP },
  '-': { kind: 'zoom', factor: 1 / STEP },
  0: { kind: 'reset' },
};
