import type { Format } from './containers/inflater.ts';

/** Segments of the kernel's memory that are read from outside, by their number in `kernel/store.ts`. */
export const Segment = {
  input: 0,
  arena: 4,
  stringEntries: 6,
  templateEntries: 8,
  trackEntries: 10,
  headerEntries: 11,
  ts: 12,
  dur: 13,
  name: 14,
  cat: 15,
  track: 16,
  template: 17,
  valueStart: 18,
  values: 19,
  ph: 20,
  flags: 21,
} as const;
export type Segment = (typeof Segment)[keyof typeof Segment];

/** What `feed` answers. */
export const Feed = { wantsMore: 0, finished: 1, outOfMemory: 2 } as const;
export type Feed = (typeof Feed)[keyof typeof Feed];

/** The ingest kernel's exports; `kernel/index.ts` says what each does. */
export interface Kernel {
  readonly memory: WebAssembly.Memory;
  open(format: Format, events: number): number;
  inputBytes(): number;
  feed(length: number, last: boolean): Feed;
  textBytes(): number;
  segmentBase(segment: Segment): number;
  earliestNear(center: bigint): bigint;
  flagOutOfReach(base: bigint): number;
  rebase(base: bigint): void;
  issueKinds(): number;
  issueRecord(kind: number): number;
  documentFlags(): number;
  inflateExpect(crc32: number, length: number): void;
  inflateFault(): number;
  inflateMembers(): number;
  inflateCrcErrors(): number;
  inflateLengthErrors(): number;
  inflateTrailingBytes(): number;
  inflateCrc32(): number;
  readonly arenaUsed: WebAssembly.Global;
  readonly eventCount: WebAssembly.Global;
  readonly valueCount: WebAssembly.Global;
  readonly stringCount: WebAssembly.Global;
  readonly templateCount: WebAssembly.Global;
  readonly trackCount: WebAssembly.Global;
  readonly headerCount: WebAssembly.Global;
  readonly droppedCount: WebAssembly.Global;
  readonly repairedCount: WebAssembly.Global;
  readonly closedAt: WebAssembly.Global;
}

/** A fresh kernel: each reads one file. */
export function instantiateKernel(module: WebAssembly.Module): Kernel {
  return new WebAssembly.Instance(module, {}).exports as unknown as Kernel;
}
