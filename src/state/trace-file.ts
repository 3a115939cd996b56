import type {
  ArchiveMember,
  FilesProgress,
  KnownFile,
  Progress,
  Refusal,
  TraceSummary,
} from '../../workers/engine/engine.ts';
import type { LedgerEntry } from '../../workers/ingest/ledger.ts';
import type { OpenTrace } from '../engine/engine-client.ts';
import type { EngineFailure } from '../engine/engine-failure.ts';
import type { Forecast } from '../engine/forecast.ts';
import type { OwnFile } from './given-file.ts';

/**
 * A file that the user gave the page, from the queue to open or refused. Its name is as the user knows it: the file's, with the
 * folders and the archive before it. What lies beside it is read once it is open, or was read since.
 */
export interface TraceFile extends OwnFile {
  readonly id: number;
  /** What was given at once has the same number. */
  readonly drop: number;
  /** The number of what was looked at when it came. */
  readonly before: number | null;
  readonly status: FileStatus;
}

export type FileStatus =
  | { readonly kind: 'queued' }
  /** `startedAt` is a `performance.now()`. */
  | { readonly kind: 'loading'; readonly startedAt: number; readonly progress: Progress | null }
  /** Will likely need more memory than there is: the user decides. */
  | { readonly kind: 'large'; readonly forecast: Forecast }
  | { readonly kind: 'choosing'; readonly members: readonly ArchiveMember[] }
  | OpenStatus
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The worker ended: out of memory, or a fault of ours. */
  | { readonly kind: 'failed'; readonly failure: EngineFailure };

export interface OpenStatus {
  readonly kind: 'open';
  readonly summary: TraceSummary;
  readonly trace: OpenTrace;
  /** What the trace and the files beside it were taken for, the trace first. */
  readonly known: readonly KnownFile[];
  /** How far the files beside it are read; null when all are. */
  readonly adding: FilesProgress | null;
  /** Raised when the files beside it, and with them all answers, change. */
  readonly revision: number;
}

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
