import type { Table } from '../../workers/base/table.ts';
import { CopyButton } from '../app/CopyButton.tsx';
import { useBasis } from '../state/basis.ts';
import { showInTimeline, useApp } from '../state/store.ts';
import { useAnswer } from '../state/use-answer.ts';
import styles from './RowDetails.module.css';

/** The events that a row points to, as they were recorded. */
export function EventTexts({ table, row }: { readonly table: Table; readonly row: number }) {
  return table.schema.columns.map(({ id, kind, title }, index) => {
    const data = table.columns[index];
    const event = kind === 'event' && data.type === 'number' ? data.values[row] : Number.NaN;
    return Number.isNaN(event) ? null : <EventText key={id} title={title} event={event} />;
  });
}

/** An event as it was recorded, or as it was made where the trace does not hold it. */
export function EventText({ title, event }: { readonly title: string; readonly event: number }) {
  const isInTimeline = useApp((state) => state.view === 'timeline');
  const basis = useBasis();
  const { value, error } = useAnswer(`event ${event} ${JSON.stringify(basis)}`, (trace) =>
    trace.eventText(event, basis),
  );
  return (
    <section>
      <div className={styles.head}>
        <h3>
          {title}, {value?.isRecorded === false ? 'added to the trace' : 'as recorded'}
        </h3>
        {!isInTimeline && (
          <button type="button" className="link" onClick={() => showInTimeline({ kind: 'event', event })}>
            Show in Timeline
          </button>
        )}
        {value !== undefined && <CopyButton text={value.text} label="Copy" />}
      </div>
      <pre className={styles.event}>{error ?? value?.text ?? ''}</pre>
    </section>
  );
}
