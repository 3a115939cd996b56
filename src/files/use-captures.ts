import type { CaptureReport } from '../../workers/engine/engine.ts';
import { useBasis } from '../state/basis.ts';
import { type Answer, afterOthers, useAnswer } from '../state/use-answer.ts';

/** How the trace was executed, and what the files beside it add, for the scope. Stands beside what a view is about, so it is asked after that. */
export function useCaptures(): Answer<CaptureReport> {
  const basis = useBasis();
  return useAnswer(`captures ${JSON.stringify(basis)}`, async (trace) => {
    await afterOthers();
    return trace.captures(basis);
  });
}
