import { DetailsPanel } from '../../app/DetailsPanel.tsx';
import { setScope, showInTimeline, useApp } from '../../state/store.ts';
import type { PickedRow } from '../../table/DataTable.tsx';
import { EventText, EventTexts } from '../../table/EventTexts.tsx';
import { RowDetails } from '../../table/RowDetails.tsx';
import { SavingProgress } from './SavingProgress.tsx';
import styles from './Steps.module.css';
import { savePart } from './saving.ts';
import { rangeText, withSteps } from './step-ranges.ts';

interface StepPanelProps {
  readonly picked: PickedRow;
  readonly title: string;
  /** The event of a kernel that was asked for, or null. */
  readonly kernel: number | null;
  onClose(): void;
}

/** The details of the selected step: what to do with it, and all that is known of it. */
export function StepPanel({ picked, title, kernel, onClose }: StepPanelProps) {
  const scope = useApp((state) => state.scope);
  const range = [picked.row, picked.row + 1] as const;
  return (
    <DetailsPanel title={title} onClose={onClose}>
      <div className={styles.stepActions}>
        <button type="button" className="button primary" onClick={() => setScope(withSteps(scope, range))}>
          Use as scope
        </button>
        <button
          type="button"
          className="button"
          onClick={() => void savePart(rangeText(range), { kind: 'range', range })}
        >
          Save this step
        </button>
        <button type="button" className="button" onClick={() => showInTimeline({ kind: 'step', step: picked.row })}>
          Show in Timeline
        </button>
      </div>
      {kernel !== null && <EventText title="Kernel" event={kernel} />}
      <RowDetails {...picked} />
      <EventTexts {...picked} />
      <SavingProgress />
    </DetailsPanel>
  );
}
