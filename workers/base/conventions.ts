/**
 * The named choices in which this product's arithmetic differs from TraceLens on purpose. Code reads the field it needs and never
 * asks which of the two sets is in force.
 */
export interface Conventions {
  /**
   * How a GPU event finds the host call that launched it. `correlation`: by correlation id, then external id, then flow arrow.
   * `flowPairs`: only through a complete pair of `ac2g` flow events (graph launches through their key), as TraceLens does, which
   * loses kernels launched before the recording and copies without an arrow.
   */
  readonly linking: 'correlation' | 'flowPairs';
  /**
   * Which dtypes have a width and a precision. `published` knows no bool, short, unsigned, complex, quantised or e5m2fnuz widths and
   * gives e5m2 and int8 no precision, which leaves their operators without bytes or without a compute roof. `complete` knows them.
   */
  readonly dtypes: 'complete' | 'published';
  /**
   * When an operator has a roof. `bothKnown`: only if its FLOPs are above 0 and both its peak and the bandwidth are known, which leaves
   * pure data movement without one. `anyKnown`: the larger of the times known; memory alone bounds what computes nothing.
   */
  readonly roof: 'anyKnown' | 'bothKnown';
}

export const CORRECTED: Conventions = {
  linking: 'correlation',
  dtypes: 'complete',
  roof: 'anyKnown',
};
export const TRACELENS: Conventions = {
  linking: 'flowPairs',
  dtypes: 'published',
  roof: 'bothKnown',
};
