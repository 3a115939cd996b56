import { lengthOf, UnionBuilder } from '../../base/intervals.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { OUTSIDE, type Step } from '../steps.ts';
import type { Slice } from './slice-plan.ts';
import type { Slicer } from './slicer.ts';
import { type PhaseCounts, phaseCounts, type StepDetails, stepDetails } from './step-details.ts';

/** One entry of `execution_details.json`: what a saved slice holds. Times in µs. */
export interface ExecutionDetails {
  readonly idx: number | string;
  readonly output_path: string;
  /** Events in the file, context and metadata included. */
  readonly event_count: number;
  /** Kernels, copies and memsets, each once; their annotations are not counted. */
  readonly num_gpu_events: number;
  /** From the first start to the last end of each step's GPU events; where steps overlap, once. */
  readonly gpu_duration: number;
  /** Sum of the durations of the GPU events: those that run at the same time add up. */
  readonly gpu_busy_duration: number;
  /** Time in which at least one of them runs. */
  readonly gpu_union_duration: number;
  readonly steps: readonly StepDetails[];
  readonly phase: PhaseCounts;
}

/** What a slice that was written to `slice.path` holds. */
export function executionDetails(
  model: TraceModel,
  steps: readonly Step[],
  slicer: Slicer,
  slice: Slice,
  eventCount: number,
): ExecutionDetails {
  const inside = slice.places.filter((place) => place > OUTSIDE.before).map((place) => steps[place]);
  return {
    idx: slice.idx,
    output_path: slice.path,
    event_count: eventCount,
    ...gpuTimes(model, slicer, slice),
    steps: inside.map(stepDetails),
    phase: phaseCounts(inside),
  };
}

type GpuTimes = Pick<ExecutionDetails, 'num_gpu_events' | 'gpu_duration' | 'gpu_busy_duration' | 'gpu_union_duration'>;

function gpuTimes({ columns, gpuEvents }: TraceModel, slicer: Slicer, { places }: Slice): GpuTimes {
  const rows: number[] = [];
  const spans: (readonly [startNs: number, endNs: number])[] = [];
  for (const place of places) {
    let startNs = Number.POSITIVE_INFINITY;
    let endNs = Number.NEGATIVE_INFINITY;
    for (const row of slicer.gpuRows(place)) {
      rows.push(row);
      startNs = Math.min(startNs, columns.ts[gpuEvents[row]]);
      endNs = Math.max(endNs, columns.ts[gpuEvents[row]] + columns.dur[gpuEvents[row]]);
    }
    if (startNs <= endNs) spans.push([startNs, endNs]);
  }
  const events = Int32Array.from(rows)
    .sort()
    .map((row) => gpuEvents[row]);
  return {
    num_gpu_events: events.length,
    gpu_duration: unionUs(spans.sort((a, b) => a[0] - b[0])),
    gpu_busy_duration: events.reduce((sum, event) => sum + columns.dur[event], 0) / 1000,
    gpu_union_duration: unionUs(
      Array.from(events, (event) => [columns.ts[event], columns.ts[event] + columns.dur[event]]),
    ),
  };
}

/** Length of the union of spans that are in order of start, in µs. */
function unionUs(spans: readonly (readonly [startNs: number, endNs: number])[]): number {
  const union = new UnionBuilder();
  for (const [startNs, endNs] of spans) union.add(startNs, endNs);
  return lengthOf(union.intervals()) / 1000;
}

const CSV_HEAD =
  'idx,output_path,event_count,num_gpu_events,gpu_duration,gpu_busy_duration,gpu_union_duration,phase_num_prefill,' +
  'phase_num_prefilldecode,phase_num_decode,phase_avg_bs,phase_avg_conc,num_steps';

/** The entries as `execution_details.csv`: times with two decimals, unknown values empty. File names hold nothing that needs quotes. */
export function executionDetailsCsv(entries: readonly ExecutionDetails[]): string {
  const lines = entries.map((entry) => {
    const { num_prefill, num_prefilldecode, num_decode, avg_bs, avg_conc } = entry.phase;
    const times = [entry.gpu_duration, entry.gpu_busy_duration, entry.gpu_union_duration].map((us) => us.toFixed(2));
    const cells = [entry.idx, entry.output_path, entry.event_count, entry.num_gpu_events, ...times];
    const phase = [num_prefill, num_prefilldecode, num_decode, avg_bs ?? '', avg_conc ?? ''];
    return [...cells, ...phase, entry.steps.length].join(',');
  });
  return `${[CSV_HEAD, ...lines].join('\r\n')}\r\n`;
}
