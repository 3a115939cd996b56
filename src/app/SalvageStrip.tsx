import type { TraceSummary } from '../../workers/engine/engine.ts';
import { formatCount } from '../format/format.ts';
import { shortText } from '../format/visible-text.ts';
import { showView } from '../state/store.ts';
import { Icon } from './Icon.tsx';
import styles from './Strip.module.css';

/** Stays above every view of a trace whose file was damaged, with counts. */
export function SalvageStrip({ summary }: { readonly summary: TraceSummary }) {
  const { events, kept, dropped, repaired, ledger } = summary;
  const [worst] = ledger;
  const place = worst && worst.firstOffset !== null ? ` First at byte ${formatCount(worst.firstOffset)}.` : '';
  return (
    <div className={styles.strip} role="note" aria-label="This file was damaged">
      <Icon name="warning" size={14} />
      <span className={styles.words}>
        <strong>The numbers cover what could be read.</strong> {worst && shortText(worst.message)}
        {place} {formatCount(kept)} of {formatCount(events)} events kept, {formatCount(dropped)} dropped,{' '}
        {formatCount(repaired)} repaired.
      </span>
      <button type="button" className="link" onClick={() => showView('quality')}>
        Data quality
      </button>
    </div>
  );
}
