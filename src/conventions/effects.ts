import type { ConventionTotals } from '../../workers/engine/engine.ts';
import { formatFlops } from '../calls/work-text.ts';
import { formatBytes, formatCount, formatDuration, formatShare } from '../format/format.ts';

interface Quantity {
  readonly of: keyof ConventionTotals;
  readonly text: (amount: number) => string;
}

/** The totals in reading order, each with its amount in words. */
const QUANTITIES: readonly Quantity[] = [
  { of: 'calls', text: (calls) => (calls === 1 ? '1 call' : `${formatCount(calls)} calls`) },
  { of: 'linkedNs', text: (ns) => `${formatDuration(ns)} linked` },
  { of: 'attributedNs', text: (ns) => `${formatDuration(ns)} in the operator table` },
  { of: 'estimatedNs', text: (ns) => `${formatDuration(ns)} with an estimate` },
  { of: 'roofedNs', text: (ns) => `${formatDuration(ns)} with a roof` },
  { of: 'flops', text: formatFlops },
  { of: 'bytes', text: (bytes) => formatBytes(bytes) },
  { of: 'roofNs', text: (ns) => `${formatDuration(ns)} of roof time` },
];

/** Sums in another order differ by rounding, which is no effect. */
const ROUNDING = 1e-12;

/** What changes from one set of totals to another, with its share of the former: `+3.20 GFLOP (0.4 %)`. Empty where nothing does. */
export function effects(from: ConventionTotals, to: ConventionTotals): readonly string[] {
  return QUANTITIES.flatMap(({ of, text }) => {
    const change = to[of] - from[of];
    if (Math.abs(change) <= ROUNDING * Math.max(Math.abs(from[of]), Math.abs(to[of]))) return [];
    const share = from[of] === 0 ? 'from none' : formatShare(Math.abs(change) / from[of]);
    return [`${signed(text(Math.abs(change)), change > 0)} (${share})`];
  });
}

/** An amount with its sign; one too small to be shown (`<0.001 µs`) takes words instead. */
function signed(amount: string, up: boolean): string {
  if (amount.startsWith('<')) return `${up ? 'up' : 'down'} by ${amount}`;
  return (up ? '+' : '\u2212') + amount;
}
