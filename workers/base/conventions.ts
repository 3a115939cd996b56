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
}

export const CORRECTED: Conventions = { linking: 'correlation' };
export const TRACELENS: Conventions = { linking: 'flowPairs' };
