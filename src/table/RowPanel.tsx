import type { ReactNode } from 'react';
import { DetailsPanel } from '../app/DetailsPanel.tsx';
import { shortText } from '../format/visible-text.ts';
import { showInTimeline } from '../state/store.ts';
import type { PickedRow } from './DataTable.tsx';
import { EventTexts } from './EventTexts.tsx';
import styles from './RowDetails.module.css';
import { RowDetails } from './RowDetails.tsx';
import { selectionOf } from './selected-row.ts';

interface RowPanelProps {
  readonly picked: PickedRow;
  onClose(): void;
  /** What else leads to the same, beside the timeline. */
  readonly links?: ReactNode;
  /** What stands behind the row; its values then fold below. */
  readonly children?: ReactNode;
}

/** The details of a row, the same wherever it was selected: what stands behind it, its values, the events that it points to. */
export function RowPanel({ picked, onClose, links, children }: RowPanelProps) {
  const { id, table, row } = picked;
  return (
    <DetailsPanel {...titleOf(picked)} onClose={onClose}>
      <div className={styles.links}>
        <button type="button" className="link" onClick={() => showInTimeline(selectionOf(id, table, row))}>
          Show in Timeline
        </button>
        {links}
      </div>
      {children}
      {children ? (
        <details className={styles.values}>
          <summary>All values of the row</summary>
          <RowDetails {...picked} />
        </details>
      ) : (
        <RowDetails {...picked} />
      )}
      <EventTexts {...picked} />
    </DetailsPanel>
  );
}

/** What a row is called: its first name, else the first of its texts. */
function titleOf({ table, columns, row }: PickedRow) {
  const texts = columns.filter(({ format }) => !format.numeric && !format.isMissing(row));
  const title = texts.find(({ schema }) => schema.kind === 'name') ?? texts[0];
  return {
    title: <span className="mono">{title && shortText(title.format.cell(row))}</span>,
    subtitle: table.schema.title,
  };
}
