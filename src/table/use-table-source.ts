import type { TableId } from '../../workers/engine/engine.ts';
import { useBasis } from '../state/basis.ts';
import { type Answer, useAnswer } from '../state/use-answer.ts';
import type { TableSource } from './table-source.ts';

/** A table of the active trace on the basis of the page, with its id: the last one stays until the next is here. */
export function useTableSource(id: TableId): Answer<{ readonly id: TableId; readonly source: TableSource }> {
  const basis = useBasis();
  return useAnswer(`${id} ${JSON.stringify(basis)}`, async (trace) => ({
    id,
    source: {
      table: await trace.table(id, basis),
      order: (query) => trace.order(id, basis, query),
      csv: (query) => trace.csv(id, basis, query),
    },
  }));
}
