import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import type { TableId } from '../../../workers/engine/engine.ts';
import { openSummary, showTable, useApp } from '../../state/store.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Absent } from '../../table/Absent.tsx';
import { countText } from '../../table/DataTable.tsx';
import { ReportTable } from '../../table/ReportTable.tsx';
import { TableBar } from '../../table/TableBar.tsx';
import tabs from '../../table/tabs.module.css';
import type { ShownRows } from '../../table/use-shown-rows.ts';
import { kernelSumText } from './kernel-sum-text.ts';
import { OperatorKernels, operatorOf } from './OperatorKernels.tsx';

const NOUN = { one: 'operator', many: 'operators' };

const GPU_TABLES: readonly OperatorTable[] = [
  { id: 'operators', title: 'By name' },
  { id: 'operatorShapes', title: 'Shapes apart' },
];
const CPU_TABLES: readonly OperatorTable[] = [{ id: 'cpuOperators', title: 'By name' }];

interface OperatorTable {
  readonly id: TableId;
  readonly title: string;
}

/** Operators by GPU time, or by host time where the trace holds no GPU work. */
export function OperatorsView() {
  const summary = useApp(openSummary);
  const wanted = useApp((state) => state.shownTables.operators);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const present = (summary?.cpuOnly ? CPU_TABLES : GPU_TABLES).filter(({ id }) => summary?.tables.includes(id));
  const shown = present.find(({ id }) => id === wanted) ?? present[0];
  if (!shown) {
    return (
      <Absent title="No operators">
        The trace holds no operators. Record with ProfilerActivity.CPU beside the GPU's to see which operator launched
        which kernel.
      </Absent>
    );
  }
  return (
    <Tabs.Root className={tabs.root} value={shown.id} onValueChange={(id) => showTable('operators', id)}>
      <TableBar title="Operators" slotRef={setSlot}>
        {present.length > 1 && (
          <Tabs.List className={tabs.list} aria-label="Grouping">
            {present.map(({ id, title }) => (
              <Tabs.Tab key={id} value={id} className={tabs.tab}>
                {title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        )}
      </TableBar>
      <Tabs.Panel className={tabs.panel} value={shown.id} key="panel">
        <OperatorsTable id={shown.id} slot={slot} />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

interface OperatorsTableProps {
  readonly id: TableId;
  readonly slot: HTMLElement | null;
}

function OperatorsTable({ id, slot }: OperatorsTableProps) {
  const summary = useSummary(id);
  return (
    <ReportTable
      id={id}
      noun={NOUN}
      slot={slot}
      absent="No operator launched GPU work in this scope."
      summary={summary}
      more={({ table, row }) => {
        const operator = operatorOf(table, row);
        return operator === undefined ? null : <OperatorKernels operator={operator} />;
      }}
    />
  );
}

/** The last row's text: that operators and the unattributed time add up to the kernel sum; when filtered, how many are shown. */
function useSummary(id: TableId): (shown: ShownRows) => string {
  const scope = useApp((state) => state.scope);
  const { value } = useAnswer(`overview ${JSON.stringify(scope)}`, (trace) => trace.overview(scope));
  return (shown) => {
    const isWhole = shown.order.length === shown.table.rows;
    return value && isWhole && id !== 'cpuOperators' ? kernelSumText(shown.table, value) : countText(shown, NOUN);
  };
}
