import { unifiedRows } from '../attribution/unified.ts';
import { counted, countText } from '../base/counts.ts';
import { once } from '../base/memo.ts';
import type { Scope } from '../base/scope.ts';
import { medianOf } from '../base/statistics.ts';
import { GpuBucket } from '../trace/gpu-buckets.ts';
import { gpuTimes } from '../trace/gpu-times.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { blockingCalls } from './blocking-calls.ts';
import { copiesTable } from './copies.ts';
import { groupBy, statisticsByGroup } from './groups.ts';
import type { ScopeFigures, WeighedFinding } from './scope-figures.ts';
import { SHORT_KERNEL_NS } from './short-kernels.ts';
import { durationText, shareText } from './words.ts';

/** Below these a thing is not worth a sentence. Shares of the scope's total time, but for short kernels (of all kernels). */
const LEAST = { idle: 0.05, communication: 0.02, copies: 0.02, blocking: 0.05, shortKernels: 0.3, operator: 0.1 };

/** A launch delay up to this is the way from the host to an empty queue: the GPU was waiting. */
const EMPTY_QUEUE_NS = 20_000;

/** Findings about where the time of the GPU goes. */
export function timeFindings(model: TraceModel, scope: Scope, figures: ScopeFigures): WeighedFinding[] {
  if (figures.rows.length === 0) return [];
  return [
    ...topOperator(model, figures),
    ...idle(model, figures),
    ...exposedCommunication(figures),
    ...exposedCopies(model, scope, figures),
    ...blocking(model, scope, figures),
    ...shortKernels(model, figures),
  ];
}

function topOperator(model: TraceModel, { rows, kernelSumNs }: ScopeFigures): WeighedFinding[] {
  const { columns, bucket, kind } = model;
  const { durationNs } = gpuTimes(model);
  const { rowOf, event } = unifiedRows(model);
  const operatorOf = (row: number) => (rowOf[row] < 0 ? -1 : event[rowOf[row]]);
  const times = new Float64Array(columns.strings.length);
  const events = new Uint32Array(columns.strings.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const operator = operatorOf(row);
    // Collectives have a finding of their own.
    if (operator < 0 || kind[operator] !== EventKind.cpuOp || bucket[row] === GpuBucket.communication) continue;
    times[columns.name[operator]] += durationNs[row];
    events[columns.name[operator]]++;
  }
  const top = times.indexOf(times.reduce((most, ns) => Math.max(most, ns), 0));
  const share = times[top] / kernelSumNs;
  if (!(share >= LEAST.operator)) return [];
  const name = columns.strings.get(top);
  return [
    {
      id: 'top-operator',
      severity: 'information',
      weight: share,
      title: `${name} takes ${shareText(share)} of GPU time.`,
      cause: `It launches ${counted(events[top], 'GPU event')} of ${durationText(times[top])} together.`,
      action: 'Look at its shapes first: what is saved there counts most.',
      link: { view: 'operators', table: 'operatorShapes', filter: name },
    },
  ];
}

function idle({ launchDelay }: TraceModel, { rows, timeline }: ScopeFigures): WeighedFinding[] {
  const share = timeline.idleNs / timeline.totalNs;
  if (!(share >= LEAST.idle)) return [];
  const delays = new Float64Array(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const delay = launchDelay[rows[i]];
    if (!Number.isNaN(delay)) delays[count++] = delay;
  }
  const median = medianOf(delays.subarray(0, count));
  const starved = median <= EMPTY_QUEUE_NS;
  const delay = `The median launch delay is ${durationText(median)}`;
  let cause = 'No launch delays are known, so it cannot be told whether the host or the GPU waited.';
  if (count > 0) {
    cause = starved
      ? `${delay}: kernels start as soon as they are launched, so the GPU waits for the host.`
      : `${delay}: work is queued, so the gaps come from waiting in between (synchronisation, data, other streams).`;
  }
  return [
    {
      id: 'idle',
      severity: 'information',
      weight: share,
      title: `The GPU is idle ${shareText(share)} of the time: ${durationText(timeline.idleNs)} of ${durationText(timeline.totalNs)}.`,
      cause,
      action: starved
        ? 'Capture graphs, fuse small kernels, or take host work off the path between launches.'
        : 'Look at the blocking calls and what calls them.',
      link: { view: 'kernels', table: starved ? 'shortKernels' : 'blockingCalls' },
    },
  ];
}

function exposedCommunication({ timeline }: ScopeFigures): WeighedFinding[] {
  const share = timeline.exposedCommNs / timeline.totalNs;
  if (!(share >= LEAST.communication)) return [];
  const hidden = 1 - timeline.exposedCommNs / timeline.commNs;
  return [
    {
      id: 'exposed-communication',
      severity: 'information',
      weight: share,
      title: `Communication is exposed ${shareText(share)} of the time: ${durationText(timeline.exposedCommNs)}.`,
      cause: `Of ${durationText(timeline.commNs)} of collectives, ${shareText(hidden)} run while something computes; waiting for slower ranks counts as communication.`,
      action: 'Overlap it with computation, fuse small messages, or look for the rank that comes last.',
      link: { view: 'kernels', table: 'collectives' },
    },
  ];
}

function exposedCopies(model: TraceModel, scope: Scope, { timeline }: ScopeFigures): WeighedFinding[] {
  const share = timeline.exposedMemcpyNs / timeline.totalNs;
  if (!(share >= LEAST.copies)) return [];
  const copies = copiesTable(model, scope);
  const pageable =
    copies.columns[0].type === 'text' && copies.columns[0].dictionary.some((name) => /Pageable/.test(name));
  return [
    {
      id: 'exposed-copies',
      severity: 'information',
      weight: share,
      title: `Copies are exposed ${shareText(share)} of the time: ${durationText(timeline.exposedMemcpyNs)}.`,
      cause: `Copies take ${durationText(timeline.memcpyNs)}, and that part of it while nothing computes or communicates.`,
      action: pageable
        ? 'Some go through pageable memory: pin it, so that copies can run beside computation.'
        : 'Move them to a stream of their own, or keep the data on the GPU.',
      link: { view: 'kernels', table: 'copies' },
    },
  ];
}

const lastLaunchNs = once(({ launch, columns }: TraceModel): number => {
  let last = 0;
  for (const call of launch) if (call >= 0 && columns.ts[call] > last) last = columns.ts[call];
  return last;
});

function blocking(model: TraceModel, scope: Scope, { timeline }: ScopeFigures): WeighedFinding[] {
  const { columns, operatorOf } = model;
  const { name, dur, strings } = columns;
  // Waiting after the last launch holds nothing up: the profiler itself waits so before it stops.
  const calls = blockingCalls(model, scope).filter(({ event }) => columns.ts[event] < lastLaunchNs(model));
  const groups = groupBy(calls.length, (item) => name[calls[item].event]);
  const host = statisticsByGroup(groups, (item) => dur[calls[item].event]);
  const worst = host.sum.indexOf(host.sum.reduce((most, ns) => Math.max(most, ns), 0));
  const share = host.sum[worst] / timeline.totalNs;
  if (!(share >= LEAST.blocking)) return [];
  const call = strings.get(name[calls[groups.first[worst]].event]);
  const longest = calls.find(({ event }, item) => groups.groupOf[item] === worst && dur[event] === host.max[worst]);
  const operator = longest ? operatorOf[longest.event] : -1;
  const caller = operator < 0 ? '' : `, called by ${strings.get(name[operator])}`;
  return [
    {
      id: 'blocking-calls',
      severity: 'information',
      weight: Math.min(1, share),
      title: `${call} keeps the host waiting for ${durationText(host.sum[worst])} in ${counted(host.count[worst], 'call')}.`,
      cause: `The longest takes ${durationText(host.max[worst])}${caller}. While the host waits it launches nothing.`,
      action:
        'Where it is not meant to wait, avoid .item(), .cpu(), printing tensors and fresh allocations in the step.',
      link: { view: 'kernels', table: 'blockingCalls', filter: call },
    },
  ];
}

function shortKernels(model: TraceModel, { rows, kernelSumNs }: ScopeFigures): WeighedFinding[] {
  const { durationNs } = gpuTimes(model);
  let kernels = 0;
  let short = 0;
  let shortNs = 0;
  for (let i = 0; i < rows.length; i++) {
    if (model.kind[model.gpuEvents[rows[i]]] !== EventKind.kernel) continue;
    kernels++;
    const ns = durationNs[rows[i]];
    if (ns >= SHORT_KERNEL_NS) continue;
    short++;
    shortNs += ns;
  }
  const share = shortNs / kernelSumNs;
  if (!(short / kernels >= LEAST.shortKernels) || Number.isNaN(share)) return [];
  return [
    {
      id: 'short-kernels',
      severity: 'information',
      weight: share,
      title: `${countText(short)} of ${counted(kernels, 'kernel')} run for less than 10\u202fµs.`,
      cause: `Together they are ${shareText(share)} of GPU time; each costs about as much to launch as to run.`,
      action: 'Fuse them (torch.compile, fused operators) or replay them from a graph.',
      link: { view: 'kernels', table: 'shortKernels' },
    },
  ];
}
