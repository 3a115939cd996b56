import { CallDetails } from '../../calls/CallDetails.tsx';
import { showView } from '../../state/store.ts';
import type { PickedRow } from '../../table/DataTable.tsx';
import { RowPanel } from '../../table/RowPanel.tsx';

interface PointPanelProps {
  readonly picked: PickedRow;
  onClose(): void;
}

/** The details of a point: what the table says of its row. */
export function PointPanel({ picked, onClose }: PointPanelProps) {
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
      <CallDetails table={picked.id} row={picked.row} />
    </RowPanel>
  );
}
