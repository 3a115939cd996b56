import type { TableId } from '../../workers/engine/engine.ts';
import { useApp } from '../state/store.ts';
import { type Answer, useAnswer } from '../state/use-answer.ts';
import type { TableSource } from './table-source.ts';

/** A table of the active trace in the scope of the page, with its id: the last one stays until the next is here. */
export function useTableSource(id: TableId): Answer<{ readonly id: TableId; readonly source: TableSource }> {
  const scope = useApp((state) => state.scope);
  return useAnswer(`${id} ${JSON.stringify(scope)}`, async (trace) => ({
    id,
    source: {
      table: await trace.table(id, scope),
      order: (query) => trace.order(id, scope, query),
      csv: (query) => trace.csv(id, scope, query),
    },
  }));
}
