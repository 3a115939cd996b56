import { useEffect, useState } from 'react';
import type { TableQuery } from '../../workers/engine/engine.ts';
import type { TableRows, TableSource } from './table-source.ts';

/** A table and the order of its rows on the page. They come together, so that rows are never shown in another table's order. */
export interface ShownRows extends TableRows {
  readonly order: Uint32Array;
}

/**
 * Asks the source for the rows of `query`, again whenever either changes (both must be stable while nothing changes). The last
 * answer stays until the next one comes; an answer that is no longer asked for is dropped. Rows that the source knows are shown at once.
 */
export function useShownRows(
  source: TableSource,
  query: TableQuery,
): { readonly shown: ShownRows | null; readonly failed: string | null } {
  const [shown, show] = useState<ShownRows | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const { table, origin } = source;
  const known = source.known?.(query);
  const isKnown = known !== undefined;
  if (isKnown && (shown?.table !== table || shown.order !== known)) {
    show({ table, origin, order: known });
    setFailed(null);
  }
  useEffect(() => {
    let superseded = false;
    const order = source.order(query);
    if (isKnown) return;
    order.then(
      (rows) => {
        if (superseded) return;
        show({ table: source.table, origin: source.origin, order: rows });
        setFailed(null);
      },
      (error: unknown) => {
        if (!superseded) setFailed(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      superseded = true;
    };
  }, [source, query, isKnown]);
  return { shown, failed: isKnown ? null : failed };
}
