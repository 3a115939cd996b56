import type { CaptureReport } from '../../workers/engine/engine.ts';
import { useBasis } from '../state/basis.ts';
import { type Answer, useAnswer } from '../state/use-answer.ts';

/** How the trace was executed, and what the files beside it add, for the scope. */
export function useCaptures(): Answer<CaptureReport> {
  const basis = useBasis();
  return useAnswer(`captures ${JSON.stringify(basis)}`, (trace) => trace.captures(basis));
}
