/** Severity of a data-quality entry. Oddities of healthy traces are `information`. */
export type Severity = 'information' | 'warning' | 'error';

/** One kind of thing that happened to the data, counted. */
export interface LedgerEntry {
  /** Stable identifier, kebab-case, e.g. `invalid-escape`. */
  readonly kind: string;
  readonly severity: Severity;
  readonly count: number;
  /** Offset in inflated bytes of the first occurrence, or null where it has no place in the file. */
  readonly firstOffset: number | null;
  /** A short excerpt or wording of the first occurrence. */
  readonly example: string;
  /** One sentence for the user: what happened, with its number. */
  readonly message: string;
  /** What it does to totals, and what the user can do. */
  readonly effect: string;
}

/** Counts by kind of everything that was repaired, dropped or noteworthy; the first of a kind keeps its offset and example. */
export class Ledger {
  readonly #entries = new Map<string, LedgerEntry>();

  /** Adds an entry; a kind that is there already only grows its count. */
  add(entry: LedgerEntry): void {
    const known = this.#entries.get(entry.kind);
    this.#entries.set(entry.kind, known ? { ...known, count: known.count + entry.count } : entry);
  }

  /** All entries, worst first, then in the order they came up. */
  entries(): LedgerEntry[] {
    const rank: Record<Severity, number> = { error: 0, warning: 1, information: 2 };
    return [...this.#entries.values()].sort((a, b) => rank[a.severity] - rank[b.severity]);
  }
}
