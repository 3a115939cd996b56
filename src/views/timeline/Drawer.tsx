import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { ReportTable } from '../../table/ReportTable.tsx';
import { TableBar } from '../../table/TableBar.tsx';
import tabs from '../../table/tabs.module.css';
import { HitsTable } from './HitsTable.tsx';
import styles from './Timeline.module.css';
import type { Search } from './use-search.ts';

const TABLES = [
  { id: 'gaps', title: 'Idle gaps' },
  { id: 'hits', title: 'Slices found' },
] as const;
type DrawerTable = (typeof TABLES)[number]['id'];

/** Tables about the timeline, below it: a row that is selected shows there. */
export function Drawer({ search }: { readonly search: Search }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [shown, setShown] = useState<DrawerTable>(search.hits ? 'hits' : 'gaps');
  return (
    <Tabs.Root
      className={`${tabs.root} ${styles.drawer}`}
      value={shown}
      onValueChange={(id) => setShown(TABLES.find((table) => table.id === id)?.id ?? shown)}
    >
      <TableBar slotRef={setSlot}>
        <Tabs.List className={tabs.list} aria-label="Table below the timeline">
          {TABLES.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id} className={tabs.tab}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </TableBar>
      <Tabs.Panel className={tabs.panel} value={shown} key="panel">
        {shown === 'gaps' ? (
          <ReportTable
            id="gaps"
            noun={{ one: 'gap', many: 'gaps' }}
            slot={slot}
            absent="Something runs at every moment of this scope."
            details={() => null}
          />
        ) : (
          <HitsTable search={search} slot={slot} />
        )}
      </Tabs.Panel>
    </Tabs.Root>
  );
}
