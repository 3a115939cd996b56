import { Tabs } from '@base-ui/react/tabs';
import { useRef, useState } from 'react';
import { CallDetails } from '../../calls/CallDetails.tsx';
import { ChartTools } from '../../charts/ChartTools.tsx';
import type { ChartPicture } from '../../charts/chart-export.ts';
import { CaptureHint } from '../../files/CaptureHint.tsx';
import { openSummary, setRoof, showTable, useApp } from '../../state/store.ts';
import { Absent } from '../../table/Absent.tsx';
import { ReportTable } from '../../table/ReportTable.tsx';
import { TableBar } from '../../table/TableBar.tsx';
import tabs from '../../table/tabs.module.css';
import styles from './Roofline.module.css';
import { RooflineChart } from './RooflineChart.tsx';

/** What a point may be. */
const TABLES = [
  { id: 'operatorShapes', title: 'Operators', noun: { one: 'operator call', many: 'operator calls' } },
  { id: 'operatorKernels', title: 'Kernels', noun: { one: 'kernel', many: 'kernels' } },
] as const;

const ROOFS = [
  { id: 'datasheet', title: 'Datasheet' },
  { id: 'achievable', title: 'Achievable' },
] as const;

/** Every operator on log-log axes under the roofs of the device. */
export function RooflineView() {
  const summary = useApp(openSummary);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  if (!summary?.cpuOnly) return <Roofline slot={slot} slotRef={setSlot} />;
  return (
    <div className={tabs.root}>
      <TableBar title="Roofline" slotRef={setSlot} />
      <Absent title="No GPU work">
        The trace holds no GPU events, so there is nothing to compare with a device. Record with ProfilerActivity.CUDA,
        which is the one for ROCm too.
      </Absent>
    </div>
  );
}

interface RooflineProps {
  readonly slot: HTMLElement | null;
  slotRef(element: HTMLElement | null): void;
}

function Roofline({ slot, slotRef }: RooflineProps) {
  const wanted = useApp((state) => state.shownTables.roofline);
  const shown = TABLES.find(({ id }) => id === wanted) ?? TABLES[0];
  const [tableShown, setTableShown] = useState(false);
  const picture = useRef<ChartPicture>(null);
  const saveCsv = useRef<(() => void) | null>(null);
  return (
    <Tabs.Root className={tabs.root} value={shown.id} onValueChange={(id) => showTable('roofline', id)}>
      <TableBar
        title="Roofline"
        slotRef={slotRef}
        end={
          <ChartTools
            picture={tableShown ? null : () => picture.current}
            name="roofline"
            tableShown={tableShown}
            onTable={setTableShown}
            onCsv={() => saveCsv.current?.()}
          />
        }
      >
        <Tabs.List className={tabs.list} aria-label="A point is">
          {TABLES.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id} className={tabs.tab}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <RoofChoice />
      </TableBar>
      <CaptureHint />
      <Tabs.Panel className={tabs.panel} value={shown.id} key="panel">
        {tableShown ? (
          <ReportTable
            id={shown.id}
            noun={shown.noun}
            slot={slot}
            absent="No operator launched GPU work in this scope."
            more={(picked) => <CallDetails {...picked} />}
          />
        ) : (
          <RooflineChart key={shown.id} id={shown.id} noun={shown.noun} slot={slot} picture={picture} csv={saveCsv} />
        )}
      </Tabs.Panel>
    </Tabs.Root>
  );
}

/** Which figures of the device count; both are drawn. */
function RoofChoice() {
  const roof = useApp((state) => state.roof);
  return (
    <fieldset className={`${tabs.list} ${styles.roofs}`} aria-label="Figures count by the roofs">
      {ROOFS.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          className={tabs.tab}
          aria-pressed={roof === id}
          data-active={roof === id ? '' : undefined}
          onClick={() => setRoof(id)}
        >
          {title}
        </button>
      ))}
    </fieldset>
  );
}
