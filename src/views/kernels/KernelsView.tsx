import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { openSummary, showTable, useApp } from '../../state/store.ts';
import { Absent } from '../../table/Absent.tsx';
import { ReportTable } from '../../table/ReportTable.tsx';
import { TableBar } from '../../table/TableBar.tsx';
import tabs from '../../table/tabs.module.css';
import { KERNEL_TABLES } from './kernel-tables.ts';

/** Kernels and what surrounds them, a table a tab. */
export function KernelsView() {
  const present = useApp(openSummary)?.tables ?? [];
  const wanted = useApp((state) => state.shownTables.kernels);
  const shown = KERNEL_TABLES.find(({ id }) => id === wanted) ?? KERNEL_TABLES[0];
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <Tabs.Root className={tabs.root} value={shown.id} onValueChange={(id) => showTable('kernels', id)}>
      <TableBar title="Kernels" slotRef={setSlot}>
        <Tabs.List className={tabs.list} aria-label="Tables of kernels">
          {KERNEL_TABLES.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id} className={tabs.tab} data-absent={present.includes(id) ? undefined : ''}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </TableBar>
      <Tabs.Panel className={tabs.panel} value={shown.id} key="panel">
        {present.includes(shown.id) ? (
          <ReportTable id={shown.id} noun={shown.noun} slot={slot} absent={`No ${shown.noun.many} in this scope.`} />
        ) : (
          <Absent title={`No ${shown.noun.many}`}>{shown.absent}</Absent>
        )}
      </Tabs.Panel>
    </Tabs.Root>
  );
}
