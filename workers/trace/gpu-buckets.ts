import type { TraceColumns } from '../ingest/trace-columns.ts';
import { EventKind } from './trace-model.ts';

/** What a GPU event counts as in the GPU timeline. */
export const GpuBucket = { computation: 0, communication: 1, memcpy: 2 } as const;
export type GpuBucket = (typeof GpuBucket)[keyof typeof GpuBucket];

const COPY_KERNEL =
  /^(MEMORY_COPY_(HOST_TO_DEVICE|DEVICE_TO_HOST|DEVICE_TO_DEVICE)|__amd_rocclr_copyBuffer(Rect)?(Aligned)?)(\.kd)?$/;
const FILL_KERNEL = /^__amd_rocclr_fillBuffer(Aligned)?(\.kd)?$/;
const COMMUNICATION = /rccl|nccl|cross_device_reduce/i;

/** The bucket of a GPU event of `kind` (kernel, memcpy or memset) by its name: copies are also made by kernels of the runtime. */
export function gpuBucket(kind: number, name: string): GpuBucket {
  if (kind === EventKind.memcpy) return GpuBucket.memcpy;
  if (kind === EventKind.kernel && COPY_KERNEL.test(name)) return GpuBucket.memcpy;
  if (kind === EventKind.kernel && FILL_KERNEL.test(name)) return GpuBucket.computation;
  return COMMUNICATION.test(name) ? GpuBucket.communication : GpuBucket.computation;
}

/** The bucket of each row of `gpuEvents`; looks at each distinct name once. */
export function gpuBuckets(columns: TraceColumns, kind: Uint8Array, gpuEvents: Int32Array): Uint8Array {
  const known = new Map<number, GpuBucket>();
  const buckets = new Uint8Array(gpuEvents.length);
  for (let row = 0; row < gpuEvents.length; row++) {
    const event = gpuEvents[row];
    const key = columns.name[event] * 256 + kind[event];
    let bucket = known.get(key);
    if (bucket === undefined) {
      bucket = gpuBucket(kind[event], columns.strings.get(columns.name[event]));
      known.set(key, bucket);
    }
    buckets[row] = bucket;
  }
  return buckets;
}
