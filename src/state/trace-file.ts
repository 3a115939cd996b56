import type { ArchiveMember, Progress, Refusal, TraceSummary } from '../../workers/engine/engine.ts';
import type { LedgerEntry } from '../../workers/ingest/ledger.ts';
import type { OpenTrace } from '../engine/engine-client.ts';
import type { EngineFailure } from '../engine/engine-failure.ts';
import type { Forecast } from '../engine/forecast.ts';

/** A file that the user gave the page, from the queue to open or refused. */
export interface TraceFile {
  readonly id: number;
  /** As the user knows it: the file's name, with the archive's before it for a member. */
  readonly name: string;
  readonly blob: Blob;
  /** Member of the archive to open, once chosen. */
  readonly member?: string;
  readonly status: FileStatus;
}

export type FileStatus =
  | { readonly kind: 'queued' }
  /** `startedAt` is a `performance.now()`. */
  | { readonly kind: 'loading'; readonly startedAt: number; readonly progress: Progress | null }
  /** Will likely need more memory than there is: the user decides. */
  | { readonly kind: 'large'; readonly forecast: Forecast }
  | { readonly kind: 'choosing'; readonly members: readonly ArchiveMember[] }
  | { readonly kind: 'open'; readonly summary: TraceSummary; readonly trace: OpenTrace }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The worker ended: out of memory, or a fault of ours. */
  | { readonly kind: 'failed'; readonly failure: EngineFailure };

/** Kinds of entries that warn of a recording without work in it; the file itself is whole. */
const EMPTY_RECORDING: ReadonlySet<string> = new Set(['no-events', 'only-metadata', 'no-slices']);

/** Whether the numbers of an open trace rest on a file that was damaged: something dropped, repaired, passed over or missing. */
export function isSalvaged({
  dropped,
  repaired,
  ledger,
}: Pick<TraceSummary, 'dropped' | 'repaired' | 'ledger'>): boolean {
  const isDamage = ({ severity, kind }: LedgerEntry) => severity !== 'information' && !EMPTY_RECORDING.has(kind);
  return dropped > 0 || repaired > 0 || ledger.some(isDamage);
}

/** How many kinds of warnings and errors the ledger holds. */
export function warningCount(summary: TraceSummary): number {
  return summary.ledger.filter((entry) => entry.severity !== 'information').length;
}
