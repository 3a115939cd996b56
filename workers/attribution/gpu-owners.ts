import type { TraceModel } from '../trace/trace-model.ts';

/** Which event answers for each GPU event: the nearest operator at or above its caller, else the caller itself, else none. */
export interface GpuOwners {
  /** The owning events: operators, and callers without an operator. */
  readonly owners: Int32Array;
  /** Index into `owners` of each row of `gpuEvents`, -1 where no caller is known. */
  readonly ownerOf: Int32Array;
}

/** The owners of all GPU events. Every GPU event has one owner or none, so kernel sums over owners and the rest add up exactly. */
export function gpuOwners(model: TraceModel): GpuOwners {
  const { caller, operatorOf } = model;
  const ownerOf = new Int32Array(caller.length).fill(-1);
  const indexOf = new Map<number, number>();
  const owners: number[] = [];
  let lastOwner = -1;
  let lastIndex = -1;
  for (let row = 0; row < caller.length; row++) {
    if (caller[row] < 0) continue;
    const operator = operatorOf[caller[row]];
    const owner = operator >= 0 ? operator : caller[row];
    if (owner !== lastOwner) {
      lastOwner = owner;
      const known = indexOf.get(owner);
      lastIndex = known ?? owners.length;
      if (known === undefined) {
        indexOf.set(owner, lastIndex);
        owners.push(owner);
      }
    }
    ownerOf[row] = lastIndex;
  }
  return { owners: Int32Array.from(owners), ownerOf };
}
