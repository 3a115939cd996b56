import type { DistinctCall } from '../../attribution/op-calls.ts';
import type { Estimate, WhyNot } from '../../roofline/perf-model.ts';
import type { Roof } from '../../roofline/roof.ts';
import { EventKind, type TraceModel } from '../../trace/trace-model.ts';

/** Why something is missing, and what would give it. */
export interface Reason {
  readonly text: string;
  readonly remedy: string;
  /** A graph capture beside the trace would give it. */
  readonly byCapture?: true;
}

/** Why some GPU time is not compared with a roof. */
export type ReasonId =
  | WhyNot
  | 'no-launch'
  | 'no-operator'
  | 'left-out'
  | 'part-in-scope'
  | 'other-kernel'
  | 'no-device'
  | 'no-flops'
  | 'no-width'
  | 'no-precision'
  | 'no-figure';

const REASONS: Readonly<Record<ReasonId, Reason>> = {
  'no-shapes': {
    text: 'No shapes are recorded.',
    remedy: 'Record with record_shapes=True.',
  },
  'graph-kernel': {
    text: 'It is a kernel of a replayed graph, which records no operators.',
    remedy: 'Add the capture of the graph, or an eager trace of the same model (enforce_eager).',
    byCapture: true,
  },
  'inconsistent-shapes': {
    text: 'The recorded shapes are not those that the operator takes.',
    remedy: 'Look at the arguments below: the operator may be of another version, or its record cut.',
  },
  'unknown-dtype': {
    text: 'The dtype of an argument is missing or not known.',
    remedy: 'Record with record_shapes=True, which records the dtypes too.',
  },
  'no-model': {
    text: 'The operator has no performance model.',
    remedy: 'Nothing in the trace would give one; its time is kept.',
  },
  'needs-step': {
    text: 'Its work depends on the requests of the step, which the trace does not tell.',
    remedy: 'Record with the step annotations of the serving engine switched on.',
  },
  'needs-context': {
    text: 'The annotation of the step tells how many tokens it computes, not how far they look back.',
    remedy:
      'Record detailed annotations: detailed_trace_annotation of vLLM, detailed_annotations=True of SGLang, ATOM_ENABLE_DETAILED_ANNOTATION=1 of ATOM.',
  },
  'no-requests': {
    text: 'The annotation of the step tells of no requests that it serves.',
    remedy: 'Nothing would give work to it; a replayed graph runs it all the same.',
  },
  'not-in-trace': {
    text: 'What it depends on is not in this trace.',
    remedy: 'Add the capture of the graph, or an eager trace of the same model.',
    byCapture: true,
  },
  'no-launch': {
    text: 'Its launch was not recorded, so no operator is known.',
    remedy: 'Start the profiler before the work is launched, and record ProfilerActivity.CPU.',
  },
  'no-operator': {
    text: 'It was launched outside every operator.',
    remedy: 'Nothing in the trace says what it computes; wrap the launch in a registered custom operator.',
  },
  'left-out': {
    text: 'These conventions leave it out of the table of operators.',
    remedy: 'Choose the corrected conventions, which count all GPU work.',
  },
  'part-in-scope': {
    text: 'Only a part of the call is in the scope, and its work is that of the whole call.',
    remedy: 'Widen the window, or take all streams.',
  },
  'other-kernel': {
    text: "Its operator's work counts for the longest kernel of the call, which is another one.",
    remedy: 'Group by operator to see the call whole.',
  },
  'no-device': {
    text: 'No device is chosen.',
    remedy: 'Choose one in the header.',
  },
  'no-flops': {
    text: 'It computes nothing, and these conventions give pure data movement no roof.',
    remedy: 'Choose the corrected conventions, under which memory bounds it.',
  },
  'no-width': {
    text: 'The bytes moved are not known: a dtype has no known width.',
    remedy: 'Its compute time alone is no roof under these conventions.',
  },
  'no-precision': {
    text: 'Its dtype has no compute roof.',
    remedy: 'Only its memory time could bound it.',
  },
  'no-figure': {
    text: "The device's peak or bandwidth for it is not known.",
    remedy: 'Enter the figure in the table of the device.',
  },
};

/** All reasons in the order of their numbers. */
const IDS: readonly ReasonId[] = Object.keys(REASONS).filter((id): id is ReasonId => id in REASONS);
export const REASON_COUNT = IDS.length;
const NUMBER: ReadonlyMap<ReasonId, number> = new Map(IDS.map((id, number) => [id, number]));

/** A reason's number, so that typed arrays can hold it. */
export function reasonNumber(id: ReasonId): number {
  return NUMBER.get(id) ?? 0;
}

/** The words of a reason by its number. */
export function reasonOf(number: number): Reason {
  return REASONS[IDS[number]];
}

/** Why a call has no estimate; `event` is that of one such call. */
export function whyNoEstimate({ kind }: TraceModel, { form }: DistinctCall, whyNot: WhyNot, event: number): ReasonId {
  if (form !== 'kernel' || whyNot !== 'no-model') return whyNot;
  if (event < 0) return 'no-launch';
  return kind[event] === EventKind.cpuOp ? whyNot : 'no-operator';
}

/** Why an estimate has no roof; null where it has one. */
export function whyNoRoof({ flops, bytes }: Estimate, roof: Roof | null): ReasonId | null {
  if (roof === null) return 'no-device';
  if (roof.time !== null) return null;
  if (roof.noComputeRoof !== null) return roof.noComputeRoof;
  if (bytes === null) return 'no-width';
  return flops === 0 && roof.memoryTime !== null ? 'no-flops' : 'no-figure';
}
