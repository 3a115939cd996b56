import type { JsonValue } from '../base/json.ts';
import { eventText } from '../ingest/event-text.ts';
import type { TraceColumns } from '../ingest/trace-columns.ts';
import type { Capture } from './captures.ts';

/** One capture as a capture folder's `execution_details.json` lists it (I 9.1). */
export interface DetailsEntry {
  readonly file: string;
  readonly batch_size: number | null;
  readonly mode: 'FULL' | 'PIECEWISE';
}

/** More than any server captures; what is longer is a trace. */
const MOST_ENTRIES = 100_000;

/**
 * The list of captures in a file that was read as a list of events, null where it is something else (the splitter's file of this name,
 * say).
 */
export function readExecutionDetails(columns: TraceColumns): readonly DetailsEntry[] | null {
  if (columns.length === 0 || columns.length > MOST_ENTRIES) return null;
  const entries: DetailsEntry[] = [];
  for (let event = 0; event < columns.length; event++) {
    const item = JSON.parse(eventText(columns, event)) as JsonValue;
    if (!isEntry(item)) return null;
    entries.push(item);
  }
  return entries;
}

function isEntry(item: JsonValue): item is JsonValue & DetailsEntry {
  if (item === null || typeof item !== 'object') return false;
  const { file, batch_size: size, mode } = item as Partial<Record<keyof DetailsEntry, JsonValue>>;
  const isSize = size === null || typeof size === 'number';
  return typeof file === 'string' && isSize && (mode === 'FULL' || mode === 'PIECEWISE');
}

/** Captures that do not tell their size have that of the list. */
export function withListedSizes(captures: readonly Capture[], entries: readonly DetailsEntry[]): readonly Capture[] {
  const sizeOf = new Map(entries.map(({ file, batch_size: size }) => [file, size]));
  return captures.map((capture) =>
    capture.batchSize === null ? { ...capture, batchSize: sizeOf.get(baseName(capture.file)) ?? null } : capture,
  );
}

/** The captures as such a list, sorted by file. */
export function executionDetailsOf(captures: readonly Capture[]): DetailsEntry[] {
  return captures
    .map(({ file, batchSize, mode }) => ({ file: baseName(file), batch_size: batchSize, mode: listedMode(mode) }))
    .sort((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)));
}

/** The list knows two modes: one graph a step, or several. */
function listedMode(mode: string): DetailsEntry['mode'] {
  return /piecewise/i.test(mode) ? 'PIECEWISE' : 'FULL';
}

/** Where a list says something else than the captures themselves, or names files that are not there. What the captures hold counts. */
export function detailsContradictions(entries: readonly DetailsEntry[], captures: readonly Capture[]): string[] {
  const notes: string[] = [];
  for (const { file, batch_size: size, mode } of entries) {
    const own = executionDetailsOf(captures.filter((capture) => baseName(capture.file) === file));
    if (own.length === 0) notes.push(`execution_details.json lists ${file}, which is not among the files.`);
    else if (!own.some((capture) => capture.batch_size === size && capture.mode === mode)) {
      const [{ batch_size, mode: held }] = own;
      notes.push(
        `execution_details.json calls ${file} ${sizeText(size)} ${mode}; it holds ${sizeText(batch_size)} ${held}.`,
      );
    }
  }
  const listed = new Set(entries.map(({ file }) => file));
  const unlisted = new Set(captures.map(({ file }) => baseName(file)).filter((file) => !listed.has(file)));
  for (const file of unlisted) notes.push(`execution_details.json does not list ${file}.`);
  return notes;
}

const sizeText = (size: number | null) => (size === null ? 'unknown size' : String(size));

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
