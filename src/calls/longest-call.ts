import type { CallDetails } from '../../workers/engine/engine.ts';

/** Kernel sum of the longest call, ns; NaN without calls. */
export function longestCall({ kernelNs }: CallDetails['calls']): number {
  return kernelNs.length === 0 ? Number.NaN : kernelNs.reduce((most, ns) => Math.max(most, ns));
}
