import type { CallDetails } from '../../workers/engine/engine.ts';

/** Mean and longest kernel sum of calls, ns; NaN without calls. */
export function callTimes({ kernelNs }: CallDetails['calls']): { readonly meanNs: number; readonly maxNs: number } {
  let sum = 0;
  let maxNs = Number.NaN;
  for (const ns of kernelNs) {
    sum += ns;
    maxNs = Number.isNaN(maxNs) ? ns : Math.max(maxNs, ns);
  }
  return { meanNs: sum / kernelNs.length, maxNs };
}
