import { useEffect, useState } from 'react';
import type { Table } from '../../workers/base/table.ts';
import type { TableQuery } from '../../workers/engine/engine.ts';
import type { TableSource } from './table-source.ts';

/** A table and the order of its rows on the page. They come together, so that rows are never shown in another table's order. */
export interface ShownRows {
  readonly table: Table;
  readonly order: Uint32Array;
}

/**
 * Asks the source for the rows of `query`, again whenever either changes (both must be stable while nothing changes). The last
 * answer stays until the next one comes; an answer that is no longer asked for is dropped.
 */
export function useShownRows(
  source: TableSource,
  query: TableQuery,
): { readonly shown: ShownRows | null; readonly failed: string | null } {
  const [shown, setShown] = useState<ShownRows | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    let superseded = false;
    source.order(query).then(
      (order) => {
        if (superseded) return;
        setShown({ table: source.table, order });
        setFailed(null);
      },
      (error: unknown) => {
        if (!superseded) setFailed(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      superseded = true;
    };
  }, [source, query]);
  return { shown, failed };
}
