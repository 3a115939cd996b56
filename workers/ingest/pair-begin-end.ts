import type { LedgerEntry } from './ledger.ts';
import { EventFlag, type TraceColumns } from './trace-columns.ts';

const BEGIN = 0x42;
const END = 0x45;

/**
 * Gives every `B` event the duration to its `E`: per track in time order (ties in file order) an `E` closes the latest open `B`.
 * Flags both; returns a ledger entry for those without a partner.
 */
export function pairBeginEnd(columns: TraceColumns): LedgerEntry[] {
  const { ts, dur, ph, flags, track } = columns;
  const events: number[] = [];
  for (let i = 0; i < columns.length; i++)
    if ((ph[i] === BEGIN || ph[i] === END) && !Number.isNaN(ts[i])) events.push(i);
  if (events.length === 0) return [];
  events.sort((a, b) => ts[a] - ts[b] || a - b);
  const open = new Map<number, number[]>();
  let unmatched = 0;
  for (const event of events) {
    const stack = open.get(track[event]);
    if (ph[event] === BEGIN) {
      if (stack) stack.push(event);
      else open.set(track[event], [event]);
      continue;
    }
    const begin = stack?.pop();
    if (begin === undefined) {
      unmatched++;
      continue;
    }
    dur[begin] = ts[event] - ts[begin];
    flags[begin] |= EventFlag.pairedBegin;
    flags[event] |= EventFlag.pairedEnd;
  }
  for (const stack of open.values()) unmatched += stack.length;
  if (unmatched === 0) return [];
  return [
    {
      kind: 'unmatched-begin-end',
      severity: 'information',
      count: unmatched,
      firstOffset: null,
      example: '',
      message: `${unmatched} begin or end ${unmatched === 1 ? 'event has' : 'events have'} no partner on the same thread.`,
      effect:
        'They are kept as marks without a duration and stay out of sums. Slices that were open when recording began or ended look like this.',
    },
  ];
}
