import type { CaptureReport, ExecutionMode } from '../../workers/engine/engine.ts';
import { formatShare } from '../format/format.ts';

/** How a trace was executed, in a few words. */
export const MODE_TITLES: Readonly<Record<ExecutionMode, string>> = {
  eager: 'Eager: operators launch their kernels',
  replay: 'Graph replay only',
  replayAndEager: 'Graph replay, with an eager trace',
  replayAndCapture: 'Graph replay, with graph captures',
};

/** Parts of the GPU time of a scope: `97.1 % of GPU time has an operator, 80.2 % shapes, 75.0 % a roofline`. */
export function knownText({ withOperator, withShapes, withRoofline }: CaptureReport): string {
  const roofline = withRoofline === null ? '' : `, ${formatShare(withRoofline)} a roofline`;
  return `${formatShare(withOperator)} of GPU time has an operator, ${formatShare(withShapes)} shapes${roofline}`;
}
