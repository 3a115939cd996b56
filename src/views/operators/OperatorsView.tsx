import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { CallDetails } from '../../calls/CallDetails.tsx';
import { CaptureHint } from '../../files/CaptureHint.tsx';
import { useBasis } from '../../state/basis.ts';
import { openSummary, showTable, useApp } from '../../state/store.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Absent } from '../../table/Absent.tsx';
import { ReportTable } from '../../table/ReportTable.tsx';
import { TableBar } from '../../table/TableBar.tsx';
import tabs from '../../table/tabs.module.css';
import { kernelSumText } from './kernel-sum-text.ts';
import { OPERATOR_TABLES, type OperatorTable } from './operator-tables.ts';

const CPU_NOUN = { one: 'operator', many: 'operators' };

/** Operators by GPU time, or by host time where the trace holds no GPU work. */
export function OperatorsView() {
  const summary = useApp(openSummary);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const present = summary?.tables ?? [];
  const gpuTables = OPERATOR_TABLES.filter(({ id }) => present.includes(id));
  if (!summary?.cpuOnly && gpuTables.length > 0)
    return <GpuOperators tables={gpuTables} slot={slot} slotRef={setSlot} />;
  return (
    <div className={tabs.root}>
      <TableBar title="Operators" slotRef={setSlot} />
      {present.includes('cpuOperators') ? (
        <ReportTable id="cpuOperators" noun={CPU_NOUN} slot={slot} absent="No operator ran in this scope." />
      ) : (
        <Absent title="No operators">
          The trace holds no operators. Record with ProfilerActivity.CPU beside the GPU's to see which operator launched
          which kernel.
        </Absent>
      )}
    </div>
  );
}

interface GpuOperatorsProps {
  readonly tables: readonly OperatorTable[];
  readonly slot: HTMLElement | null;
  slotRef(element: HTMLElement | null): void;
}

function GpuOperators({ tables, slot, slotRef }: GpuOperatorsProps) {
  const wanted = useApp((state) => state.shownTables.operators);
  const shown = tables.find(({ id }) => id === wanted) ?? tables[0];
  const kernelSum = useKernelSum();
  return (
    <Tabs.Root className={tabs.root} value={shown.id} onValueChange={(id) => showTable('operators', id)}>
      <TableBar title="Operators" slotRef={slotRef}>
        <Tabs.List className={tabs.list} aria-label="Grouping">
          {tables.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id} className={tabs.tab}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </TableBar>
      <CaptureHint />
      <Tabs.Panel className={tabs.panel} value={shown.id} key="panel">
        <ReportTable
          id={shown.id}
          noun={shown.noun}
          slot={slot}
          absent="No operator launched GPU work in this scope."
          note={kernelSum}
          more={(picked) => <CallDetails {...picked} />}
        />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

/** Says that operators and the unattributed time add up to the kernel sum of the scope; "" until the sum is here. */
function useKernelSum(): string {
  const basis = useBasis();
  const { value } = useAnswer(`sums ${JSON.stringify(basis)}`, (trace) => trace.kernelSums(basis));
  return value ? kernelSumText(value) : '';
}
