import { describe, expect, it } from 'vitest';
import type { LedgerEntry, Severity } from '../../workers/ingest/ledger.ts';
import { isSalvaged } from './trace-file.ts';

const entry = (kind: string, severity: Severity): LedgerEntry => ({
  kind,
  severity,
  count: 1,
  firstOffset: null,
  example: '',
  message: '',
  effect: '',
});
const withEntries = (...ledger: LedgerEntry[]) => ({ dropped: 0, repaired: 0, ledger });

describe('isSalvaged', () => {
  it.each([
    ['a repair that no event counts', withEntries(entry('trailing-comma', 'warning'))],
    ['a second document', withEntries(entry('second-document', 'warning'))],
    ['a cut file', withEntries(entry('cut-off', 'error'))],
    ['damage beside an empty recording', withEntries(entry('no-events', 'warning'), entry('cut-off', 'error'))],
    ['dropped events', { ...withEntries(), dropped: 1 }],
    ['repaired values', { ...withEntries(), repaired: 1 }],
  ])('holds for %s', (_, summary) => expect(isSalvaged(summary)).toBe(true));

  it.each([
    ['a sound file', withEntries()],
    ['an oddity of healthy traces', withEntries(entry('list-not-closed', 'information'))],
    ['a whole file in which nothing was recorded', withEntries(entry('no-events', 'warning'))],
  ])('does not hold for %s', (_, summary) => expect(isSalvaged(summary)).toBe(false));
});
