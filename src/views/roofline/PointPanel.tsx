import type { TableId } from '../../../workers/engine/engine.ts';
import { CallDetails } from '../../calls/CallDetails.tsx';
import { showView } from '../../state/store.ts';
import type { PickedRow } from '../../table/DataTable.tsx';
import { RowPanel } from '../../table/RowPanel.tsx';
import styles from './Roofline.module.css';

interface PointPanelProps {
  readonly id: TableId;
  readonly picked: PickedRow;
  onClose(): void;
}

/** The details of a point: what the table says of its row. */
export function PointPanel({ id, picked, onClose }: PointPanelProps) {
  return (
    <RowPanel picked={picked} onClose={onClose}>
      <div className={styles.panelLink}>
        <button type="button" className="link" onClick={() => showView('operators', id)}>
          Show in Operators
        </button>
      </div>
      <CallDetails table={id} row={picked.row} />
    </RowPanel>
  );
}
