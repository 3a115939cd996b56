import { useState } from 'react';
import type { LedgerEntry } from '../../../workers/ingest/ledger.ts';
import { CopyButton } from '../../app/CopyButton.tsx';
import { DetailsPanel } from '../../app/DetailsPanel.tsx';
import { formatCount } from '../../format/format.ts';
import { shortText, visibleText } from '../../format/visible-text.ts';
import { ExecutionPanel } from './ExecutionPanel.tsx';
import { entryText } from './ledger-text.ts';
import styles from './Quality.module.css';
import { Severity } from './Severity.tsx';

/** What was repaired, dropped or noteworthy in the file, worst first; beside it an entry, or how the trace was executed. */
export function Ledger({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  const [selected, select] = useState<string | null>(null);
  const entry = entries.find(({ kind }) => kind === selected);
  return (
    <>
      {entries.length === 0 ? <Sound /> : <Entries entries={entries} selected={selected} onSelect={select} />}
      {entry ? <EntryDetails entry={entry} onClose={() => select(null)} /> : <ExecutionPanel />}
    </>
  );
}

function Sound() {
  return (
    <div className={styles.sound}>
      <h2>This file is sound.</h2>
      <p>Every event was read as it was written: nothing was dropped, nothing repaired, and nothing odd was found.</p>
    </div>
  );
}

interface EntriesProps {
  readonly entries: readonly LedgerEntry[];
  readonly selected: string | null;
  readonly onSelect: (kind: string | null) => void;
}

function Entries({ entries, selected, onSelect }: EntriesProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable to be scrolled by keys.
    <section className={styles.scroll} tabIndex={0} aria-label="Entries">
      <table className={styles.ledger}>
        <thead>
          <tr>
            <th>Severity</th>
            <th className={styles.number}>Count</th>
            <th>What happened, and what it does to the numbers</th>
            <th className={styles.number}>First at byte</th>
            <th>First example</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.kind} data-selected={entry.kind === selected}>
              <td>
                <Severity of={entry.severity} />
              </td>
              <td className={styles.number}>{formatCount(entry.count)}</td>
              <td>
                <button
                  type="button"
                  className={styles.message}
                  aria-pressed={entry.kind === selected}
                  onClick={() => onSelect(entry.kind === selected ? null : entry.kind)}
                >
                  {shortText(entry.message)}
                </button>
                <p className={styles.effect}>{visibleText(entry.effect)}</p>
              </td>
              <td className={styles.number}>
                {entry.firstOffset === null ? (
                  <span title="It has no place in the file">–</span>
                ) : (
                  formatCount(entry.firstOffset)
                )}
              </td>
              <td>
                <code className={styles.example}>{visibleText(entry.example)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function EntryDetails({ entry, onClose }: { readonly entry: LedgerEntry; readonly onClose: () => void }) {
  return (
    <DetailsPanel title={shortText(entry.message)} subtitle={<code>{entry.kind}</code>} onClose={onClose}>
      <section className={styles.details}>
        <p>{visibleText(entry.effect)}</p>
        <dl>
          <dt>Severity</dt>
          <dd>
            <Severity of={entry.severity} />
          </dd>
          <dt>Count</dt>
          <dd>{formatCount(entry.count)}</dd>
          <dt>First at</dt>
          <dd>
            {entry.firstOffset === null ? 'no place in the file' : `byte ${formatCount(entry.firstOffset)} of the text`}
          </dd>
        </dl>
      </section>
      {entry.example !== '' && (
        <section className={styles.details}>
          <h3>First example</h3>
          <pre>{entry.example}</pre>
          <CopyButton label="Copy details" text={entryText(entry)} />
        </section>
      )}
    </DetailsPanel>
  );
}
