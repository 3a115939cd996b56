import type { Refusal } from '../refusal.ts';
import { type Content, latin1 } from './sniff.ts';

const EXCERPT = 80;

/** A refusal of bytes that begin with `head`. */
export function refusal(reason: string, advice: string, head: Uint8Array = new Uint8Array(0)): Refusal {
  return { reason, offset: 0, excerpt: excerpt(head), readable: 'None of it was read as a trace.', advice };
}

/** The first bytes as text in one line, what cannot be shown as a dot. */
function excerpt(head: Uint8Array): string {
  return latin1(head.subarray(0, EXCERPT)).replace(/[^\x20-\x7e]/g, '·');
}

/** A size as people say it: 48 MB. */
function decimalSize(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${Math.round(value)} ${units[unit]}`;
}

/** What can be refused by its first bytes. */
export type RefusedContent = Exclude<
  Content,
  'empty' | 'text' | 'utf-16le' | 'utf-16be' | 'gzip' | 'zlib' | 'zip' | 'tar'
>;

const packedWith = (name: string, command: string): readonly [string, string] => [
  `This is a file packed with ${name}, which is not read here.`,
  `Unpack it first (${command}), or pack the trace with gzip.`,
];

const EXPORT_TRACE =
  'Open the trace that prof.export_chrome_trace or tensorboard_trace_handler wrote (.json or .json.gz).';

const WORDS: Record<Exclude<RefusedContent, 'git-lfs'>, readonly [reason: string, advice: string]> = {
  zstd: packedWith('Zstandard', 'zstd -d'),
  xz: packedWith('xz', 'xz -d'),
  bzip2: packedWith('bzip2', 'bzip2 -d'),
  '7z': packedWith('7-Zip', '7z x'),
  rar: packedWith('RAR', 'unrar x'),
  lz4: packedWith('LZ4', 'lz4 -d'),
  sqlite: [
    'This is an SQLite database (for example an Nsight Systems export), not a PyTorch profiler trace.',
    EXPORT_TRACE,
  ],
  pickle: ['This is a Python pickle (for example a PyTorch memory snapshot), not a profiler trace.', EXPORT_TRACE],
  ncu: ['This is an Nsight Compute report, not a PyTorch profiler trace.', EXPORT_TRACE],
  html: [
    'This is a web page (HTML), not a trace.',
    'The download probably gave a page about the file, a log-in or an error instead of the file. Download it again from its "raw" link.',
  ],
  xml: [
    'This is an XML document, not a trace.',
    'The download may have given an error message of the storage service instead of the file. Download it again.',
  ],
  zeros: [
    'The file begins with nothing but zero bytes.',
    'It was probably not written to its end (a full disk, an interrupted copy). Copy it again or record again.',
  ],
  protobuf: [
    'This is a trace in protobuf form (Perfetto or XPlane), not a PyTorch profiler trace in JSON.',
    EXPORT_TRACE,
  ],
  binary: ['This is a binary file of a kind that is not known here.', EXPORT_TRACE],
};

/** The refusal of a file of a kind that holds no trace or is not read here. */
export function refuseContent(content: RefusedContent, head: Uint8Array, fileName: string): Refusal {
  if (content === 'git-lfs') return refusePointer(head);
  if (content === 'binary' && /\.(nsys-rep|qdrep)$/i.test(fileName)) {
    return refusal('This is an Nsight Systems report, not a PyTorch profiler trace.', EXPORT_TRACE, head);
  }
  const [reason, advice] = WORDS[content];
  return refusal(reason, advice, head);
}

function refusePointer(head: Uint8Array): Refusal {
  const size = /^size (\d+)$/m.exec(latin1(head))?.[1];
  const what = size === undefined ? 'a file' : `a file of ${decimalSize(Number(size))}`;
  return refusal(
    `This is a Git LFS pointer for ${what}; run git lfs pull.`,
    'The repository holds only a reference to the trace. In a clone of it, "git lfs pull" fetches the trace itself.',
    head,
  );
}

/** The refusal of nothing: of an empty file, or of a container around nothing. */
export function refuseNothing(unpacked: readonly string[]): Refusal {
  return unpacked.length === 0
    ? refusal('The file is empty.', 'The copy or the recording did not finish. Copy the file again or record again.')
    : refusal(
        'The file is empty after decompression; the profiler wrote no data.',
        'Check that the profiler ran: its schedule must reach an active step, and the export must come after it.',
      );
}
