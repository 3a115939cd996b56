import type { TraceSummary } from '../../../workers/engine/engine.ts';
import type { LedgerEntry } from '../../../workers/ingest/ledger.ts';

/** An entry as plain text, to report. */
export function entryText({ kind, severity, count, message, effect, firstOffset, example }: LedgerEntry): string {
  return [
    `${severity}: ${message}`,
    `Kind: ${kind}, count ${count}, first at ${firstOffset === null ? 'no place in the file' : `byte ${firstOffset}`}`,
    `Effect: ${effect}`,
    `Example: ${example}`,
  ].join('\n');
}

/** The whole ledger as plain text, the counts before it. */
export function ledgerText({ file, events, kept, dropped, repaired, ledger }: TraceSummary): string {
  const counts = `${file}: ${events} events = ${kept} kept + ${dropped} dropped; ${repaired} repaired`;
  return [counts, ...ledger.map(entryText)].join('\n\n');
}
