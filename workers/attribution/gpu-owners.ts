import type { TraceModel } from '../trace/trace-model.ts';

/** Which event answers for each GPU event: the nearest operator at or above its launch, else the launch itself, else none. */
export interface GpuOwners {
  /** The owning events: operators, and launches without an operator. */
  readonly owners: Int32Array;
  /** Index into `owners` of each row of `gpuEvents`, -1 where no launch is known. */
  readonly ownerOf: Int32Array;
}

/** The owners of all GPU events. Every GPU event has one owner or none, so kernel sums over owners and the rest add up exactly. */
export function gpuOwners(model: TraceModel): GpuOwners {
  const { launch, operatorOf } = model;
  const ownerOf = new Int32Array(launch.length).fill(-1);
  const indexOf = new Map<number, number>();
  const owners: number[] = [];
  let lastOwner = -1;
  let lastIndex = -1;
  for (let row = 0; row < launch.length; row++) {
    if (launch[row] < 0) continue;
    const operator = operatorOf[launch[row]];
    const owner = operator >= 0 ? operator : launch[row];
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
