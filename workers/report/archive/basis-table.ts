import { type PseudoOutcome, pseudoOutcome } from '../../attribution/pseudo-ops/pseudo-operators.ts';
import type { Scope } from '../../base/scope.ts';
import type { Table } from '../../base/table.ts';
import type { LaunchMatch } from '../../capture/launch-match.ts';
import { matchedLaunchesOf } from '../../capture/merge-captures.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { makeTable, text } from '../make-table.ts';
import type { Basis } from '../report-types.ts';
import type { ReportOptions } from './report-options.ts';

/** What the figures of a report depend on, so that it can be told from another of the same trace. */
export function basisTable(
  model: TraceModel,
  { conventions, hardware, roof, scope }: Basis,
  options: ReportOptions,
): Table {
  const rows: readonly (readonly [what: string, value: string])[] = [
    ['conventions', conventions],
    ['device', hardware?.name ?? 'none: no rooflines'],
    ['roof', hardware === null ? 'none' : roof],
    ['layout', options.layout ?? 'pytorch'],
    ['GPU work without a recorded launch in gpu_timeline', options.includeUnlinked ? 'counted' : 'left out'],
    ['graph launches', launchesText(model)],
    ['pseudo-operators', pseudoText(pseudoOutcome(model))],
    ['scope', scopeText(scope)],
  ];
  return makeTable(
    {
      id: 'reportBasis',
      title: 'Basis of the report',
      description: 'What the figures of this report depend on beside the trace.',
    },
    rows.length,
    [
      text(
        { id: 'what', title: 'What', kind: 'text', description: 'A choice that figures depend on.' },
        (r) => rows[r][0],
      ),
      text({ id: 'value', title: 'Value', kind: 'text', description: 'What was chosen.' }, (r) => rows[r][1]),
    ],
  );
}

/** How many launches of graphs have a match, and by what. */
function launchesText(model: TraceModel): string {
  const matches = new Map<LaunchMatch, number>();
  for (const { outcome } of matchedLaunchesOf(model)) matches.set(outcome.match, (matches.get(outcome.match) ?? 0) + 1);
  return matches.size === 0 ? 'none' : [...matches].map(([match, count]) => `${count} ${match}`).join(', ');
}

function pseudoText(outcome: PseudoOutcome | null): string {
  if (outcome === null) return 'none';
  return [`${outcome.made} made`, ...outcome.failures.map((failure) => `failed: ${failure}`)].join('; ');
}

function scopeText({ steps, phase, device, stream, window }: Scope): string {
  const parts = [
    ...(steps === undefined ? [] : [`steps ${steps[0]} to before ${steps[1]}`]),
    ...(phase === undefined ? [] : [`${phase} steps`]),
    ...(device === undefined ? [] : [`device ${device}`]),
    ...(stream === undefined ? [] : [`stream ${stream}`]),
    ...(window === undefined ? [] : [`from ${window[0]} to ${window[1]} ns`]),
  ];
  return parts.length === 0 ? 'whole trace' : parts.join(', ');
}
