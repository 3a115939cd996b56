import type { TableId } from '../../../workers/engine/engine.ts';
import { CallDetails } from '../../calls/CallDetails.tsx';
import { showView } from '../../state/store.ts';
import { TableFailed, TableWaiting } from '../../table/DataTable.tsx';
import { RowPanel } from '../../table/RowPanel.tsx';
import type { TableSource } from '../../table/table-source.ts';
import { usePickedRow } from '../../table/use-picked-row.ts';
import { useTableSource } from '../../table/use-table-source.ts';

interface PointPanelProps {
  readonly id: TableId;
  onClose(): void;
}

/** The details of the selected point: what the whole table says of its row. */
export function PointPanel({ id, onClose }: PointPanelProps) {
  const { value, error } = useTableSource(id, null);
  if (error !== undefined) return <TableFailed error={error} />;
  return value?.id === id ? <Picked id={id} source={value.source} onClose={onClose} /> : <TableWaiting />;
}

function Picked({ id, source, onClose }: PointPanelProps & { readonly source: TableSource }) {
  const { picked } = usePickedRow(id, source);
  if (!picked) return null;
  return (
    <RowPanel
      picked={picked}
      onClose={onClose}
      links={
        <button type="button" className="link" onClick={() => showView('operators', picked.id)}>
          Show in Operators
        </button>
      }
    >
      <CallDetails {...picked} />
    </RowPanel>
  );
}
