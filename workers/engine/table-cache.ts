import type { Table } from '../base/table.ts';
import type { Basis, TableId } from './engine.ts';

/**
 * Enough for the tables of the scopes that a user goes to and fro between; a window that is dragged leaves many behind. Each holds what its
 * columns are yet to be made of.
 */
const MOST_TABLES = 16;

/** Tables by id and basis; the one asked for longest ago goes first. */
export class TableCache {
  readonly #tables = new Map<string, Table>();

  /** Forgets all tables: what they are made of has changed. */
  clear(): void {
    this.#tables.clear();
  }

  /** The table, made when it is not here. */
  get(id: TableId, basis: Basis, make: () => Table): Table {
    const { scope, conventions, hardware, roof, stepsBy, pseudoOps, attentionWindows } = basis;
    const { steps, phase, device, stream, window } = scope;
    const view = [steps, phase, device, stream, window];
    const key = JSON.stringify([id, view, conventions, hardware, roof, stepsBy, pseudoOps, attentionWindows]);
    const table = this.#tables.get(key) ?? make();
    this.#tables.delete(key);
    this.#tables.set(key, table);
    const [oldest] = this.#tables.keys();
    if (this.#tables.size > MOST_TABLES) this.#tables.delete(oldest);
    return table;
  }
}
