import type { TableId } from '../../workers/engine/engine.ts';
import { useBasis } from '../state/basis.ts';
import { useApp } from '../state/store.ts';
import { useAnswer } from '../state/use-answer.ts';

const NONE: ReadonlySet<number> = new Set();

/** The rows of a table that share GPU work with what was selected elsewhere; none where a row of the table itself is selected. */
export function useRelatedRows(id: TableId): ReadonlySet<number> {
  const basis = useBasis();
  const selected = useApp((state) => state.selected);
  const isOwn = selected?.kind === 'row' && selected.table === id;
  // Where there is nothing to ask for, a change of the scope is no question.
  const key = selected && !isOwn ? `related ${JSON.stringify([id, selected, basis])}` : `none of ${id}`;
  const { value } = useAnswer(key, async (trace) => ({
    id,
    rows: selected && !isOwn ? new Set(await trace.relatedRows(basis, id, selected)) : NONE,
  }));
  // The last answer stays until the next is here; of another table it means nothing.
  return value?.id === id && !isOwn ? value.rows : NONE;
}
