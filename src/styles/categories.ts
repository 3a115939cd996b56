import type { CategoryId } from '../../workers/attribution/categories.ts';

/** How a category of GPU work looks, the same in every view: a colour token, and a symbol so that colour never carries it alone. */
export interface CategoryLook {
  readonly label: string;
  /** CSS value; resolves in both themes. */
  readonly colour: string;
  /** Path of the symbol on a 10 by 10 grid. */
  readonly symbol: string;
  /** Drawn as an outline rather than filled. */
  readonly outline?: true;
}

const CIRCLE = 'M5 1.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 1 0 0-7.6z';

const LOOKS: Readonly<Record<CategoryId | 'idle' | 'otherSteps', CategoryLook>> = {
  gemm: { label: 'GEMM', colour: 'var(--c-gemm)', symbol: 'M1.5 1.5h7v7h-7z' },
  attention: { label: 'attention', colour: 'var(--c-attention)', symbol: CIRCLE },
  moe: { label: 'MoE', colour: 'var(--c-moe)', symbol: 'M5 0l5 5-5 5-5-5z' },
  norm: { label: 'norm', colour: 'var(--c-norm)', symbol: 'M5 .8l4.8 8.4H.2z' },
  elementwise: { label: 'elementwise', colour: 'var(--c-elementwise)', symbol: 'M.2.8h9.6L5 9.2z' },
  reduce: { label: 'reduce', colour: 'var(--c-reduce)', symbol: 'M1 1.5h8L6 5v3.7H4V5z' },
  convolution: { label: 'convolution', colour: 'var(--c-convolution)', symbol: 'M5 .4l4.6 3.4-1.8 5.5H2.2L.4 3.8z' },
  communication: {
    label: 'communication',
    colour: 'var(--c-communication)',
    symbol: 'M0 5l3-3.6v2.2h4V1.4L10 5 7 8.6V6.4H3v2.2z',
  },
  copy: { label: 'copy', colour: 'var(--c-copy)', symbol: 'M3.4.4h3.2v3h3v3.2h-3v3H3.4v-3h-3V3.4h3z' },
  quantisation: {
    label: 'quantisation',
    colour: 'var(--c-quantisation)',
    symbol: 'M.5 8.8V6h2.8V3.4h2.9V.8h3.3v2.6H7v2.8H4.1v2.6z',
  },
  kvcache: {
    label: 'KV cache',
    colour: 'var(--c-kvcache)',
    symbol: 'M2.6 2.6h4.8a2.4 2.4 0 0 1 0 4.8H2.6a2.4 2.4 0 0 1 0-4.8z',
  },
  other: { label: 'other', colour: 'var(--c-other)', symbol: CIRCLE, outline: true },
  otherSteps: { label: 'other steps', colour: 'var(--n5)', symbol: 'M1.5 1.5h7v7h-7z', outline: true },
  idle: { label: 'idle', colour: 'var(--c-idle)', symbol: 'M1.5 8.5l7-7M1.5 4.5l3-3M5.5 8.5l3-3', outline: true },
};

/** The colours of all categories. */
export const CATEGORY_COLOURS: readonly string[] = Object.values(LOOKS).map(({ colour }) => colour);

/** The look of a category id; an id without a look of its own is drawn as `other` under its own name. */
export function categoryLook(id: string): CategoryLook {
  return hasLook(id) ? LOOKS[id] : { ...LOOKS.other, label: id };
}

function hasLook(id: string): id is keyof typeof LOOKS {
  return Object.hasOwn(LOOKS, id);
}
