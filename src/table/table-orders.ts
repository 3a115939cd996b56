import type { TableQuery } from '../../workers/engine/engine.ts';

/** A view asks for its rows, and a list beside it for some in another order. */
const MOST_RECENT = 2;

/** Orders that are kept: a filter leaves one behind for each letter typed. */
const MOST_KEPT = 8;

/** The orders of one table; one that was asked for lately is not asked for again. */
export class TableOrders {
  readonly #ask: (query: TableQuery) => Promise<Uint32Array>;
  readonly #known = new Map<string, Promise<Uint32Array>>();
  #asked: readonly TableQuery[] = [];

  /** @param ahead Orders that are asked for at once, as they will be wanted. */
  constructor(ask: (query: TableQuery) => Promise<Uint32Array>, ahead: readonly TableQuery[]) {
    this.#ask = ask;
    for (const query of ahead) {
      // Whoever wants it hears of a failure.
      this.#of(query).catch(() => {});
    }
  }

  of(query: TableQuery): Promise<Uint32Array> {
    const key = keyOf(query);
    this.#asked = [...this.#asked.filter((other) => keyOf(other) !== key), query];
    return this.#of(query);
  }

  /** What was asked for last. */
  recent(): readonly TableQuery[] {
    return this.#asked.slice(-MOST_RECENT);
  }

  #of(query: TableQuery): Promise<Uint32Array> {
    const key = keyOf(query);
    const order = this.#known.get(key) ?? this.#ask(query);
    this.#known.delete(key);
    this.#known.set(key, order);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KEPT) this.#known.delete(oldest);
    return order;
  }
}

function keyOf({ filter, sort, only }: TableQuery): string {
  return JSON.stringify([filter, sort, only ?? {}]);
}
