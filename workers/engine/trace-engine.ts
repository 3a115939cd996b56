import { transfer } from 'comlink';
import type { Scope } from '../base/scope.ts';
import type { ColumnData, Table } from '../base/table.ts';
import { eventText } from '../ingest/event-text.ts';
import { csvBytes } from '../report/csv.ts';
import { makeOverview } from '../report/overview.ts';
import { tableOrder } from '../report/sort-filter.ts';
import { buildTable } from '../report/tables.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import type { Engine, OpenOptions, OpenOutcome, Overview, Progress, TableId, TableQuery } from './engine.ts';
import { openTrace } from './open-trace.ts';
import { paced } from './paced.ts';
import { TableCache } from './table-cache.ts';

/** The engine of one trace. What it keeps stays here: arrays leave as copies that are transferred. */
export class TraceEngine implements Engine {
  readonly #kernel: WebAssembly.Module;
  readonly #tables = new TableCache();
  #opened: TraceModel | null = null;

  /** @param kernel The compiled ingest kernel. */
  constructor(kernel: WebAssembly.Module) {
    this.#kernel = kernel;
  }

  async open(
    file: Blob,
    name: string,
    options: OpenOptions,
    onProgress: (progress: Progress) => void,
  ): Promise<OpenOutcome> {
    const outcome = await openTrace(file, name, this.#kernel, options, paced(onProgress));
    if (outcome.kind !== 'opened') return outcome;
    this.#opened = outcome.model;
    return { kind: 'opened', summary: outcome.summary };
  }

  async overview(scope: Scope): Promise<Overview> {
    return makeOverview(this.#model(), scope);
  }

  async table(id: TableId, scope: Scope): Promise<Table> {
    const { columns, ...rest } = this.#table(id, scope);
    const copies = columns.map(copyOf);
    return transfer({ ...rest, columns: copies }, copies.map(bufferOf));
  }

  async order(id: TableId, scope: Scope, query: TableQuery): Promise<Uint32Array> {
    const order = tableOrder(this.#table(id, scope), query);
    return transfer(order, [order.buffer]);
  }

  async csv(id: TableId, scope: Scope, query?: TableQuery): Promise<Uint8Array> {
    const table = this.#table(id, scope);
    const bytes = csvBytes(table, query && { order: tableOrder(table, query) });
    return transfer(bytes, [bytes.buffer]);
  }

  async eventText(event: number): Promise<string> {
    return eventText(this.#model().columns, event);
  }

  #table(id: TableId, scope: Scope): Table {
    const model = this.#model();
    return this.#tables.get(id, scope, () => buildTable(id, model, scope));
  }

  #model(): TraceModel {
    if (!this.#opened) throw new Error('no trace is open');
    return this.#opened;
  }
}

function copyOf(column: ColumnData): ColumnData {
  return column.type === 'number'
    ? { ...column, values: column.values.slice() }
    : { ...column, index: column.index.slice() };
}

function bufferOf(column: ColumnData): ArrayBufferLike {
  return column.type === 'number' ? column.values.buffer : column.index.buffer;
}
