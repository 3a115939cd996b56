import { chooseHardware } from '../../roofline/choose-hardware.ts';
import type { Estimate } from '../../roofline/perf-model.ts';
import { type Roof, roofOf } from '../../roofline/roof.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import type { Basis } from '../report-types.ts';
import { recordedDevice } from './device.ts';

/** Some calls that take less time than their roof leaves. Times in ns. */
export interface Suspect {
  /** Id of the category. */
  readonly category: string;
  readonly estimate: Estimate;
  readonly roof: Roof;
  /** Mean busy time of a call. */
  readonly busyNs: number;
  readonly kernels: readonly string[];
  /** Whether kernels of the calls are left out of `busyNs`. */
  readonly isPart: boolean;
  readonly tf32: boolean;
  readonly device: number;
}

/** Bytes that the caches of present devices may hold: 50 MB of L2 on H100, 256 MB of Infinity Cache on MI300X. */
const CACHED = 256 * 1024 ** 2;

/** Likely causes, most likely first; none where the calls are not above the roof. */
export function suspicions(model: TraceModel, basis: Basis, suspect: Suspect): string[] {
  const { roof, busyNs, isPart } = suspect;
  if (roof.time === null || roof.time * 1e3 <= busyNs) return [];
  const causes = [
    isPart && 'The work of the whole call is compared with the time of one of its kernels.',
    ...ofDevice(model, basis, suspect),
    ofBounds(model, basis, suspect),
    ...(roof.bound === 'memory' ? ofMemory(suspect) : ofCompute(suspect)),
    'The model may count more than the kernel does: compare the formula with the arguments.',
  ];
  return causes.filter((cause) => cause !== false);
}

function ofDevice(model: TraceModel, basis: Basis, { device, estimate, busyNs, tf32 }: Suspect): (string | false)[] {
  const { hardware, roof: kind } = basis;
  if (hardware === null) return [];
  const recorded = recordedDevice(model, device);
  const choice = chooseHardware(recorded);
  const name = typeof recorded?.name === 'string' && recorded.name !== '' ? recorded.name : null;
  const isOther = choice.state === 'chosen' && choice.hardware.name !== hardware.name;
  const onPaper = roofOf(estimate, { hardware, kind: 'datasheet', tf32 }, model.conventions).time;
  const isAsOnPaper = kind === 'achievable' && onPaper !== null && onPaper * 1e3 <= busyNs;
  return [
    isOther &&
      `The roofs are those of ${hardware.name}, but the trace names its device ${name ?? choice.hardware.name}.`,
    isAsOnPaper && 'The achievable figures are measurements, which better kernels exceed; the datasheet figures hold.',
    choice.state === 'unknown' &&
      (name === null
        ? `The trace does not name its device; ${hardware.name} may be the wrong one.`
        : `The trace names its device ${name}, which may be another than ${hardware.name}.`),
  ];
}

function ofBounds(
  model: TraceModel,
  { hardware, roof: kind }: Basis,
  { estimate, busyNs, tf32 }: Suspect,
): string | false {
  if (!estimate.interval || hardware === null) return false;
  const { flops, bytes } = estimate.interval;
  const least = roofOf({ ...estimate, flops: flops[0], bytes: bytes[0] }, { hardware, kind, tf32 }, model.conventions);
  return (
    least.time !== null &&
    least.time * 1e3 <= busyNs &&
    'The work depends on what the trace does not hold, such as the experts touched; its lower end lies below the roof.'
  );
}

function ofMemory({ category, estimate }: Suspect): (string | false)[] {
  const isSmall = estimate.bytes !== null && estimate.bytes <= CACHED;
  return [
    isSmall && 'What it reads may still lie in the L2 cache, which is faster than memory.',
    estimate.mayBeWindowed
      ? 'window? A layer with a sliding window reads less than its whole context; nothing in the trace tells, but you may state it.'
      : category === 'attention' && 'A sliding window or a short context reads less than the whole cache.',
  ];
}

function ofCompute({ category, estimate, kernels }: Suspect): (string | false)[] {
  const isSparse = kernels.some((kernel) => /sparse|sp24/i.test(kernel));
  const sparsity = 'Structured sparsity (2:4) skips half of the products; the peaks are the dense ones.';
  return [
    isSparse && sparsity,
    category === 'attention' && 'A sliding window or a mask that the trace does not record leaves out pairs.',
    estimate.precision === 'fp32' &&
      estimate.engine === 'matrix' &&
      'The products may run as tf32 or in split 2-byte parts, though no kernel says so.',
    !isSparse && category === 'gemm' && sparsity,
  ];
}
