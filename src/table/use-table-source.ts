import { useEffect, useRef } from 'react';
import type { TableSchema } from '../../workers/base/table.ts';
import type { Basis, TableId } from '../../workers/engine/engine.ts';
import type { OpenTrace } from '../engine/engine-client.ts';
import { useBasis } from '../state/basis.ts';
import { type Answer, type ShowEarly, useAnswer } from '../state/use-answer.ts';
import { columnsInSight } from './table-columns.ts';
import { TableOrders } from './table-orders.ts';
import type { RowsOrigin, TableSource } from './table-source.ts';

/** A table of the active trace on the basis of the page; the last one stays until the next is here. */
export type TableAnswer = Answer<{ readonly id: TableId; readonly source: TableSource }>;

/** The table that is on the page: what the next one is asked by. */
interface Last {
  readonly id: TableId;
  readonly orders: TableOrders;
  readonly schema: TableSchema;
}

/** A table with all its columns. Those in sight come first, for the page not to wait for the others; `chosen` are those the user chose. */
export function useTableSource(id: TableId, chosen: readonly string[] | null): TableAnswer {
  const lastChosen = useRef(chosen);
  useEffect(() => {
    lastChosen.current = chosen;
  }, [chosen]);
  return useTable(id, async (read, schema, showEarly) => {
    const early = schema && (await read(columnsInSight(schema, chosen)));
    // Columns that were chosen meanwhile are not to vanish until all are here.
    const isInSight = lastChosen.current === chosen;
    return early && isInSight && !showEarly(early) ? early : read();
  });
}

/** A table with some of its columns; the others stay in the worker. `columns` must stay the same. */
export function useTableColumns(id: TableId, columns: readonly string[]): TableAnswer {
  return useTable(id, (read) => read(columns));
}

/** Reads a table, with the columns named or all. */
type ReadTable = (columns?: readonly string[]) => Promise<TableSource>;

/** Asks for a table by `get`, which is told the schema of the one before it on the page, if that was the same table on another basis. */
function useTable(
  id: TableId,
  get: (read: ReadTable, schema: TableSchema | null, showEarly: ShowEarly<TableSource>) => Promise<TableSource>,
): TableAnswer {
  const basis = useBasis();
  const last = useRef<Last>(null);
  return useAnswer(JSON.stringify([id, basis]), async (trace, showEarly) => {
    const before = last.current?.id === id ? last.current : null;
    const orders = ordersLike(before, trace, id, basis);
    const origin = { basis };
    let isShown = true;
    const source = await get(
      (columns) => sourceOf(trace, id, origin, orders, columns),
      before?.schema ?? null,
      (early) => {
        isShown = showEarly({ id, source: early });
        return isShown;
      },
    );
    if (isShown) last.current = { id, orders, schema: source.table.schema };
    return { id, source };
  });
}

/** The orders of a table, with those on their way that the page is about to ask for: those it asked of the last one. */
function ordersLike(before: Last | null, trace: OpenTrace, id: TableId, basis: Basis): TableOrders {
  return new TableOrders((query) => trace.order(id, basis, query), before?.orders.recent() ?? []);
}

async function sourceOf(
  trace: OpenTrace,
  id: TableId,
  origin: RowsOrigin,
  orders: TableOrders,
  columns?: readonly string[],
): Promise<TableSource> {
  const { basis } = origin;
  const [table] = await Promise.all([trace.table(id, basis, columns), orders.ahead]);
  return {
    table,
    origin,
    order: (query) => orders.of(query),
    known: (query) => orders.known(query),
    csv: (query) => trace.csv(id, basis, query),
  };
}
