import { DetailsPanel } from '../../app/DetailsPanel.tsx';
import { formatDuration } from '../../format/format.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { EventTexts } from '../../table/EventTexts.tsx';
import { RowDetails } from '../../table/RowDetails.tsx';
import type { TableRows } from '../../table/table-source.ts';
import { usePickedRow } from '../../table/use-picked-row.ts';
import { useTableSource } from '../../table/use-table-source.ts';
import styles from './Timeline.module.css';

/** The details of the idle gap that is selected: how long, why, and what stands around it. */
export function GapPanel({ originNs }: { readonly originNs: number }) {
  const { value } = useTableSource('gaps', null);
  return value?.id === 'gaps' ? <Gap gaps={value.source} originNs={originNs} /> : null;
}

function Gap({ gaps, originNs }: { readonly gaps: TableRows; readonly originNs: number }) {
  const { picked, close } = usePickedRow('gaps', gaps);
  const { basis } = gaps.origin;
  const row = picked?.row ?? -1;
  // Rows of the table stand as the gaps do: longest first.
  const { value } = useAnswer(`timeline gap ${row} ${JSON.stringify(basis)}`, async (trace) =>
    row < 0 ? null : ((await trace.timelineGaps(basis, row + 1)).gaps[row] ?? null),
  );
  if (!picked || !value) return null;
  return (
    <DetailsPanel
      title={`Idle gap: ${formatDuration(value.endNs - value.startNs, 'table')}`}
      subtitle={`from ${formatDuration(value.startNs - originNs, 'table')}`}
      onClose={close}
    >
      <p className={styles.hint}>{value.evidence}</p>
      <RowDetails {...picked} />
      <EventTexts {...picked} />
    </DetailsPanel>
  );
}
