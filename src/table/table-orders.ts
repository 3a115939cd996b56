import type { TableQuery } from '../../workers/engine/engine.ts';

/** A view asks for its rows, and a list beside it for some in another order. */
const MOST_RECENT = 2;

/** Orders that are kept: a filter leaves one behind for each letter typed. */
const MOST_KEPT = 8;

/** The orders of one table; one that was asked for lately is not asked for again. */
export class TableOrders {
  readonly #ask: (query: TableQuery) => Promise<Uint32Array>;
  readonly #orders = new Map<string, Promise<Uint32Array>>();
  /** Those asked for ahead that are here. */
  readonly #here = new Map<string, Uint32Array>();
  /** Settles when each of those is here or has failed. */
  readonly ahead: Promise<unknown>;
  #asked: readonly TableQuery[] = [];

  /** @param ahead Orders that are asked for at once, as they will be wanted. */
  constructor(ask: (query: TableQuery) => Promise<Uint32Array>, ahead: readonly TableQuery[]) {
    this.#ask = ask;
    // Whoever wants one hears of a failure.
    this.ahead = Promise.allSettled(ahead.map(async (query) => this.#here.set(keyOf(query), await this.#of(query))));
  }

  /** An order that was asked for ahead, if it is here. */
  known(query: TableQuery): Uint32Array | undefined {
    return this.#here.get(keyOf(query));
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
    const order = this.#orders.get(key) ?? this.#ask(query);
    this.#orders.delete(key);
    this.#orders.set(key, order);
    const [oldest] = this.#orders.keys();
    if (this.#orders.size > MOST_KEPT) this.#orders.delete(oldest);
    return order;
  }
}

function keyOf({ filter, sort, only }: TableQuery): string {
  return JSON.stringify([filter, sort, only ?? {}]);
}
