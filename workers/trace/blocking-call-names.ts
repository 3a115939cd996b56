/** Why a runtime or driver call keeps the host waiting, by its name: the first pattern that matches decides; "" does not block. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/Synchronize/, 'waits for the GPU'],
  [/Async/, ''],
  [/^(cuda|hip|cu)Mem(cpy|set)/, 'copies and waits'],
  [
    /^(cuda|hip)(Malloc|Free|HostAlloc|HostMalloc|HostFree|HostRegister|HostUnregister)|^cuMem(\w*Alloc|Free|Map|Unmap|Create|Release)/,
    'allocates or frees memory',
  ],
  [/^(cu|hip|cuda)(Module|Library)(Load|Unload)/, 'loads code'],
];

/** Why a runtime or driver call of this name keeps the host waiting; "" where it does not. */
export function blockingReason(name: string): string {
  return REASONS.find(([pattern]) => pattern.test(name))?.[1] ?? '';
}
