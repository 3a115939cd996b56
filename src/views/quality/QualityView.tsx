import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import type { TraceSummary } from '../../../workers/engine/engine.ts';
import { CopyButton } from '../../app/CopyButton.tsx';
import { formatCount } from '../../format/format.ts';
import { openSummary, showTable, useApp } from '../../state/store.ts';
import { TableBar } from '../../table/TableBar.tsx';
import tabs from '../../table/tabs.module.css';
import { GraphLaunches } from './GraphLaunches.tsx';
import { Ledger } from './Ledger.tsx';
import { ledgerText } from './ledger-text.ts';
import styles from './Quality.module.css';

/** What was repaired, dropped or noteworthy in the file, and how sure replayed kernels are of their operators. */
export function QualityView() {
  const summary = useApp(openSummary);
  const shown = useApp((state) => state.shownTables.quality) === 'graphLaunches' ? 'graphLaunches' : 'ledger';
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  if (!summary) return null;
  const hasLaunches = summary.tables.includes('graphLaunches');
  return (
    <Tabs.Root
      className={tabs.root}
      value={shown}
      onValueChange={(tab) => showTable('quality', tab === 'graphLaunches' ? tab : null)}
    >
      <TableBar title="Data quality" slotRef={setSlot} end={shown === 'ledger' && <LedgerSums summary={summary} />}>
        <Tabs.List className={tabs.list} aria-label="What is looked at">
          <Tabs.Tab value="ledger" className={tabs.tab}>
            Ledger
          </Tabs.Tab>
          <Tabs.Tab value="graphLaunches" className={tabs.tab} data-absent={hasLaunches ? undefined : ''}>
            Graph launches
          </Tabs.Tab>
        </Tabs.List>
      </TableBar>
      <Tabs.Panel className={tabs.panel} value={shown} key="panel">
        {shown === 'ledger' ? <Ledger entries={summary.ledger} /> : <GraphLaunches has={hasLaunches} slot={slot} />}
      </Tabs.Panel>
    </Tabs.Root>
  );
}

function LedgerSums({ summary }: { readonly summary: TraceSummary }) {
  const { ledger, events, kept, dropped, repaired } = summary;
  return (
    <>
      <span className={styles.sum}>
        {formatCount(events)} events = {formatCount(kept)} kept + {formatCount(dropped)} dropped
      </span>
      <span className={styles.sum}>{formatCount(repaired)} repaired</span>
      <span className={styles.space} />
      {ledger.length > 0 && <CopyButton label="Copy all" text={ledgerText(summary)} />}
    </>
  );
}
