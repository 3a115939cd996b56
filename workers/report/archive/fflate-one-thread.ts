// Stands for fflate in the page's bundles (`vite.config.ts`). The workbook library has large parts compressed in workers of their own,
// and the worker that holds a trace has given up starting any: here they are compressed where they are.
import { type AsyncZippable, type FlateCallback, zipSync } from 'fflate/browser';

export * from 'fflate/browser';

/** fflate's `zip`, in one thread. */
export function zip(files: AsyncZippable, finish: FlateCallback): void {
  finish(null, zipSync(files));
}
