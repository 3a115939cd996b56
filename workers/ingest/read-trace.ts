import type { RandomAccess } from './containers/byte-source.ts';
import { inflateNotes } from './containers/inflate-notes.ts';
import type { InflateFault } from './containers/inflater.ts';
import { openContainer, type Payload } from './containers/open-container.ts';
import { documentRefusal } from './document-refusal.ts';
import { grouped } from './issue-texts.ts';
import type { Kernel } from './kernel.ts';
import { kernelColumns } from './kernel-columns.ts';
import { kernelIssues } from './kernel-issues.ts';
import { Ledger, type LedgerEntry } from './ledger.ts';
import { pairBeginEnd } from './pair-begin-end.ts';
import { type ReadProgress, readStream } from './read-stream.ts';
import type { ArchiveMember, Refusal } from './refusal.ts';
import { EventFlag, type TraceColumns } from './trace-columns.ts';

/** A trace that was read: its columns and everything that happened to it on the way. */
export interface ReadTrace {
  readonly columns: TraceColumns;
  readonly ledger: Ledger;
  /** Whole elements of the event list; `kept + dropped`. */
  readonly events: number;
  readonly kept: number;
  readonly dropped: number;
  /** Kept events in which something was mended. */
  readonly repaired: number;
  /** Inflated bytes. */
  readonly textBytes: number;
  /** CRC-32 of them. */
  readonly crc32: number;
  /** What was around the text, outermost first. */
  readonly trail: readonly string[];
  /** Name of the file in the archive that was opened. */
  readonly memberName?: string;
}

export type ReadOutcome =
  | { readonly kind: 'read'; readonly trace: ReadTrace }
  | { readonly kind: 'choose'; readonly archive: 'zip' | 'tar'; readonly members: readonly ArchiveMember[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * Reads a trace file of any supported container and damage. Rejects only when the file itself cannot be read.
 * @param kernel The compiled ingest kernel; an instance of its own reads this file and stays alive with the columns.
 * @param member Which file of an archive to read.
 */
export async function readTrace(
  file: RandomAccess,
  name: string,
  kernel: WebAssembly.Module,
  member: string | undefined,
  onProgress: (progress: ReadProgress) => void,
): Promise<ReadOutcome> {
  const opened = await openContainer(kernel, file, name, member);
  return opened.kind === 'payload' ? readPayload(opened, kernel, onProgress) : opened;
}

async function readPayload(
  payload: Payload,
  module: WebAssembly.Module,
  onProgress: (progress: ReadProgress) => void,
): Promise<ReadOutcome> {
  const { kernel, end } = await readStream(payload, module, onProgress);
  if (end === 'out-of-memory') return { kind: 'refused', refusal: outOfMemory(kernel) };
  const columns = kernelColumns(kernel);
  const issues = [...payload.notes(), ...compressionNotes(kernel, payload), ...kernelIssues(kernel)];
  const refusal = documentRefusal({ kernel, header: columns.header, issues, compressed: payload.trail.length > 0 });
  if (refusal) return { kind: 'refused', refusal };
  const ledger = new Ledger();
  for (const entry of [...issues, ...pairBeginEnd(columns), ...unplacedEvents(columns)]) ledger.add(entry);
  const dropped = kernel.droppedCount.value >>> 0;
  return {
    kind: 'read',
    trace: {
      columns,
      ledger,
      events: columns.length + dropped,
      kept: columns.length,
      dropped,
      repaired: kernel.repairedCount.value >>> 0,
      textBytes: kernel.textBytes(),
      crc32: kernel.inflateCrc32() >>> 0,
      trail: payload.trail,
      ...(payload.memberName !== undefined && { memberName: payload.memberName }),
    },
  };
}

function compressionNotes(kernel: Kernel, { format }: Payload): LedgerEntry[] {
  const outcome = {
    fault: kernel.inflateFault() as InflateFault,
    members: kernel.inflateMembers(),
    crcErrors: kernel.inflateCrcErrors(),
    lengthErrors: kernel.inflateLengthErrors(),
    trailingBytes: kernel.inflateTrailingBytes(),
    outputBytes: kernel.textBytes(),
  };
  return inflateNotes(outcome, format, kernel.textBytes());
}

function outOfMemory(kernel: Kernel): Refusal {
  const events = grouped(kernel.eventCount.value >>> 0);
  const megabytes = grouped(Math.round(kernel.textBytes() / 2 ** 20));
  return {
    reason: 'The trace does not fit into memory.',
    offset: kernel.textBytes(),
    excerpt: '',
    readable: `${events} events in the first ${megabytes} MB of text.`,
    advice: 'Close other tabs and open it again, or record fewer steps, or record without stacks (with_stack=False).',
  };
}

const METADATA = 0x4d;

/** Events that are kept without a place on the time axis. */
function unplacedEvents({ length, flags, ph }: TraceColumns): LedgerEntry[] {
  let count = 0;
  for (let i = 0; i < length; i++) {
    if ((flags[i] & EventFlag.noUsableTime) !== 0 && ph[i] !== METADATA && ph[i] !== 0) count++;
  }
  if (count === 0) return [];
  const one = count === 1;
  return [
    {
      kind: 'time-out-of-range',
      severity: 'warning',
      count,
      firstOffset: null,
      example: '',
      message: `${grouped(count)} ${one ? 'event lies' : 'events lie'} more than 104 days from the others and ${one ? 'has' : 'have'} no usable time.`,
      effect: 'They are kept with their digits, and stay out of spans and sums.',
    },
  ];
}
