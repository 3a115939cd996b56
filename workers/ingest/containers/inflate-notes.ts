import type { LedgerEntry } from '../ledger.ts';
import { type Format, InflateFault, type InflateOutcome } from './inflater.ts';

const NAME: Record<Format, string> = { 0: 'stored data', 1: 'compressed data', 2: 'zlib data', 3: 'gzip data' };

const DAMAGE: Record<Exclude<InflateFault, 0 | 1>, string> = {
  [InflateFault.badHeader]: 'its header is not one',
  [InflateFault.badBlockType]: 'a block of unknown type',
  [InflateFault.badStoredLength]: 'a stored block whose length contradicts itself',
  [InflateFault.badCodeLengths]: 'code lengths that make no code',
  [InflateFault.badCode]: 'a code without meaning',
  [InflateFault.badDistance]: 'a reference to before the beginning',
};

/**
 * What the ledger says about a compressed stream that was not sound; nothing about one that was.
 * @param offset Where in the text it ended, or null when the stream is not the one that holds the text itself.
 */
export function inflateNotes(outcome: InflateOutcome, format: Format, offset: number | null): LedgerEntry[] {
  const { fault, crcErrors, lengthErrors, trailingBytes } = outcome;
  const name = NAME[format];
  const notes: LedgerEntry[] = [];
  const note = (entry: Omit<LedgerEntry, 'firstOffset'>) => notes.push({ ...entry, firstOffset: offset });
  if (fault === InflateFault.truncated) {
    note({
      kind: 'compressed-cut-off',
      severity: 'warning',
      count: 1,
      example: name,
      message: 'The compressed file is cut off: what could be decompressed was read.',
      effect:
        'The end of the run is missing from every number. Copy the file again, or let the profiler finish writing.',
    });
  } else if (fault !== InflateFault.none) {
    note({
      kind: 'compressed-damaged',
      severity: 'error',
      count: 1,
      example: `${name}: ${DAMAGE[fault]}`,
      message: 'The compressed file is damaged: what precedes the damage was read.',
      effect: 'Everything behind the damage is missing from every number. Copy the file again.',
    });
  }
  if (crcErrors > 0) {
    note({
      kind: 'checksum-mismatch',
      severity: 'warning',
      count: crcErrors,
      example: name,
      message: 'The checksum recorded with the compressed data is not that of its content.',
      effect: 'Nothing was dropped, but some bytes may be wrong. Copy the file again.',
    });
  }
  if (lengthErrors > 0) {
    note({
      kind: 'length-mismatch',
      severity: 'warning',
      count: lengthErrors,
      example: name,
      message: 'The length recorded with the compressed data is not that of its content.',
      effect: 'Nothing was dropped, but part of the content may be missing. Copy the file again.',
    });
  }
  if (trailingBytes > 0) {
    note({
      kind: 'trailing-bytes',
      severity: 'information',
      count: trailingBytes,
      example: name,
      message: `${trailingBytes} bytes behind the end of the compressed data are not part of it.`,
      effect: 'None: they were passed over.',
    });
  }
  return notes;
}
