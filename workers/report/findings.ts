import type { Scope } from '../base/scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { recordingFindings } from './recording-findings.ts';
import type { Finding } from './report-types.ts';
import type { ScopeFigures } from './scope-figures.ts';
import { timeFindings } from './time-findings.ts';

/** What to look at first: errors, then by the part of the time at stake. */
export function findingsOf(model: TraceModel, scope: Scope, figures: ScopeFigures): Finding[] {
  const rank = { error: 0, warning: 1, information: 1 } as const;
  return [...recordingFindings(model, figures), ...timeFindings(model, scope, figures)]
    .sort((a, b) => rank[a.severity] - rank[b.severity] || b.weight - a.weight)
    .map(({ weight: _, ...finding }) => finding);
}
