import type { TableId } from '../../../workers/engine/engine.ts';
import { notify, select, showView } from '../../state/store.ts';
import type { ViewId } from '../../state/url.ts';
import { KERNEL_TABLES } from '../kernels/kernel-tables.ts';
import type { SelectedEvent } from './use-selected-event.ts';

/** Opens the row of a table that a slice is part of. */
export function openRow(selection: SelectedEvent | null): void {
  const row = selection?.info.row;
  if (!row) {
    notify('No row of a table stands for this slice.');
    return;
  }
  select({ kind: 'row', ...row });
  showView(viewOf(row.table), row.table);
}

function viewOf(table: TableId): ViewId {
  if (table === 'steps') return 'steps';
  return KERNEL_TABLES.some(({ id }) => id === table) ? 'kernels' : 'operators';
}
