import type { Scope } from '../../base/scope.ts';
import type { Table } from '../../base/table.ts';
import { eventKeys } from '../../timeline/event-keys.ts';
import { type IdleGaps, idleGapsOf } from '../../timeline/gaps.ts';
import { GAP_CLASSES, type Gap, type GapClass, type Gaps } from '../../timeline/timeline-types.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { makeTable, number, text } from '../make-table.ts';
import { durationText, shareText } from '../words.ts';

/** The longest idle gaps of a scope, and what all of them add up to. */
export function timelineGaps(model: TraceModel, scope: Scope, limit: number): Gaps {
  const gaps = idleGapsOf(model, scope);
  const counts = new Float64Array(GAP_CLASSES.length);
  const sums = new Float64Array(GAP_CLASSES.length);
  for (let gap = 0; gap < gaps.count; gap++) {
    counts[gaps.gapClass[gap]]++;
    sums[gaps.gapClass[gap]] += gaps.endNs[gap] - gaps.startNs[gap];
  }
  return {
    gaps: Array.from({ length: Math.min(limit, gaps.count) }, (_, gap) => gapOf(model, gaps, gap)),
    total: gaps.count,
    totalNs: sums.reduce((sum, ns) => sum + ns, 0),
    classes: GAP_CLASSES.map(({ id }, place) => ({ gapClass: id, count: counts[place], ns: sums[place] }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.ns - a.ns),
  };
}

function gapOf(model: TraceModel, gaps: IdleGaps, gap: number): Gap {
  return {
    startNs: gaps.startNs[gap],
    endNs: gaps.endNs[gap],
    gapClass: GAP_CLASSES[gaps.gapClass[gap]].id,
    classNs: gaps.classNs[gap],
    evidence: evidence(model, gaps, gap),
    hostEvent: gaps.hostEvent[gap],
    before: gaps.before[gap],
    after: gaps.after[gap],
    step: gaps.step[gap],
  };
}

/** What the host did for most of a gap, in words; `name` is that of its longest call there. */
const WHAT: Readonly<Record<GapClass, (name: string) => string>> = {
  launchBound: (name) => `the launching thread ran operators and launches, longest ${name}`,
  synchronising: (name) => `the launching thread waited in ${name}`,
  python: (name) => `the launching thread ran Python outside operators, longest ${name}`,
  communication: (name) => `the launching thread was in communication, longest ${name}`,
  queued: () => 'the next work had been launched and the GPU had not begun it',
  nothing: () => 'nothing is recorded on the launching thread',
};

function evidence(model: TraceModel, gaps: IdleGaps, gap: number): string {
  const name = eventKeys(model).nameOf;
  const { id } = GAP_CLASSES[gaps.gapClass[gap]];
  const share = gaps.classNs[gap] / (gaps.endNs[gap] - gaps.startNs[gap]);
  const host = gaps.hostEvent[gap];
  const stretch = host < 0 ? '' : ` (${durationText(gaps.hostNs[gap])})`;
  return `For ${shareText(share)} of it ${WHAT[id](host < 0 ? '' : name(host))}${stretch}. ${launchText(model, gaps, gap)}`;
}

/** When what ends the gap was launched. */
function launchText({ columns, parent }: TraceModel, gaps: IdleGaps, gap: number): string {
  const after = gaps.after[gap];
  if (after < 0) return 'No GPU work comes after it.';
  const launch = parent[after];
  if (launch < 0) return 'No launch is recorded for what comes after.';
  const lead = columns.ts[after] - columns.ts[launch];
  if (lead < 0) return 'The clocks of host and GPU disagree on the launch.';
  const when = columns.ts[launch] < gaps.startNs[gap] ? 'before the gap began' : 'within the gap';
  return `Launched ${when}, ${durationText(lead)} ahead of its start.`;
}

/** The idle gaps of a scope as a table. */
export function gapsTable(model: TraceModel, scope: Scope): Table {
  const gaps = idleGapsOf(model, scope);
  const name = eventKeys(model).nameOf;
  const nameAt = (events: Int32Array) => (gap: number) => (events[gap] < 0 ? undefined : name(events[gap]));
  const eventAt = (events: Int32Array) => (gap: number) => (events[gap] < 0 ? Number.NaN : events[gap]);
  return makeTable(
    {
      id: 'gaps',
      title: 'Idle gaps',
      description:
        'Times in which nothing runs on the devices and streams of the scope, and what the host did meanwhile.',
      sort: { column: 'duration', descending: true },
    },
    gaps.count,
    [
      number(
        { id: 'gap', title: 'Start', kind: 'duration', description: "Its start, since the trace's base." },
        (gap) => gaps.startNs[gap],
      ),
      number(
        {
          id: 'duration',
          title: 'Duration',
          kind: 'duration',
          description: 'How long nothing runs.',
          isAdditive: true,
        },
        (gap) => gaps.endNs[gap] - gaps.startNs[gap],
      ),
      text(
        {
          id: 'class',
          title: 'Class',
          kind: 'text',
          description: 'What took most of it on the thread that launched what comes after.',
          chips: true,
        },
        (gap) => GAP_CLASSES[gaps.gapClass[gap]].label,
      ),
      number(
        { id: 'classShare', title: 'Share', kind: 'share', description: 'The part of the gap that its class took.' },
        (gap) => gaps.classNs[gap] / (gaps.endNs[gap] - gaps.startNs[gap]),
      ),
      text(
        {
          id: 'host',
          title: 'Host',
          kind: 'name',
          description: 'The host call that was innermost for the longest stretch of it.',
          missing: 'Nothing is recorded on the launching thread, or the work had been launched already.',
        },
        nameAt(gaps.hostEvent),
      ),
      number(
        {
          id: 'step',
          title: 'Step',
          kind: 'integer',
          description: 'Step that launched what comes after.',
          missing: 'No step launched what comes after.',
        },
        (gap) => (gaps.step[gap] < 0 ? Number.NaN : gaps.step[gap]),
      ),
      text(
        {
          id: 'before',
          title: 'Before',
          kind: 'name',
          description: 'GPU work that ends where it begins.',
          missing: 'No GPU work comes before it.',
        },
        nameAt(gaps.before),
      ),
      text(
        {
          id: 'after',
          title: 'After',
          kind: 'name',
          description: 'GPU work that begins where it ends.',
          missing: 'No GPU work comes after it.',
        },
        nameAt(gaps.after),
      ),
      number(
        {
          id: 'event',
          title: 'Event',
          kind: 'event',
          description: 'GPU work that begins where it ends.',
          missing: 'No GPU work comes after it.',
          hidden: true,
        },
        eventAt(gaps.after),
      ),
      number(
        {
          id: 'hostEvent',
          title: 'Host event',
          kind: 'event',
          description: 'The host call.',
          missing: 'Nothing is recorded on the launching thread.',
          hidden: true,
        },
        eventAt(gaps.hostEvent),
      ),
    ],
  );
}
