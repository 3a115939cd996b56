/** What a collective does, whatever its spelling. */
export type CollectiveKind =
  | 'allreduce'
  | 'reducescatter'
  | 'allgather'
  | 'alltoall'
  | 'broadcast'
  | 'reduce'
  | 'gather'
  | 'scatter'
  | 'sendrecv'
  | 'barrier'
  | 'unknown';

/** Longer words before those they contain. */
const WORDS: readonly (readonly [string, CollectiveKind])[] = [
  ['allreduce', 'allreduce'],
  ['crossdevicereduce', 'allreduce'],
  ['reducescatter', 'reducescatter'],
  ['allgather', 'allgather'],
  ['alltoall', 'alltoall'],
  ['broadcast', 'broadcast'],
  ['barrier', 'barrier'],
  ['send', 'sendrecv'],
  ['recv', 'sendrecv'],
  ['reduce', 'reduce'],
  ['gather', 'gather'],
  ['scatter', 'scatter'],
];

/** The kind behind any spelling: `_allgather_base`, `all_gather_into_tensor_coalesced`, `ncclDevKernel_AllGather_RING_LL`, … */
export function collectiveKind(name: string): CollectiveKind {
  const letters = name.toLowerCase().replace(/[^a-z]/g, '');
  return WORDS.find(([word]) => letters.includes(word))?.[1] ?? 'unknown';
}

/** Bytes of one element by dtype, in the spellings of NCCL metadata and of PyTorch; undefined for unknown ones. */
export function dtypeBytes(dtype: string): number | undefined {
  const name = dtype.toLowerCase().replace(/^(c10::|torch\.)/, '');
  if (/^float8|^(byte|char|bool|int8|uint8|signed char|unsigned char)$/.test(name)) return 1;
  if (/^(bfloat16|half|float16|short|int16|uint16)$/.test(name)) return 2;
  if (/^(float|float32|int|int32|uint32)$/.test(name)) return 4;
  if (/^(double|float64|long|long int|int64|uint64|complexfloat)$/.test(name)) return 8;
  return undefined;
}

/**
 * Bytes that a rank's algorithm bandwidth counts: the whole of what is gathered, or of what is given in. Unknown (NaN) for what moves
 * no data. Definitions: NCCL tests, `doc/PERFORMANCE.md`.
 */
export function algorithmBytes(kind: CollectiveKind, inBytes: number, outBytes: number): number {
  switch (kind) {
    case 'allgather':
      return outBytes;
    case 'barrier':
    case 'unknown':
      return Number.NaN;
    case 'sendrecv':
    case 'gather':
    case 'scatter':
      return Math.max(inBytes, outBytes);
    default:
      return inBytes;
  }
}

/** Bus bandwidth over algorithm bandwidth among `ranks` ranks (`doc/PERFORMANCE.md` of NCCL tests). */
export function busFactor(kind: CollectiveKind, ranks: number): number {
  if (ranks <= 0) return Number.NaN;
  switch (kind) {
    case 'allreduce':
      return (2 * (ranks - 1)) / ranks;
    case 'reducescatter':
    case 'allgather':
    case 'alltoall':
    case 'gather':
    case 'scatter':
      return (ranks - 1) / ranks;
    case 'broadcast':
    case 'reduce':
    case 'sendrecv':
      return 1;
    default:
      return Number.NaN;
  }
}
