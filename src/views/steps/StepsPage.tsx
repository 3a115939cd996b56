import { useRef, useState } from 'react';
import { DetailsPanel } from '../../app/DetailsPanel.tsx';
import { Icon } from '../../app/Icon.tsx';
import { ViewFrame } from '../../app/ViewFrame.tsx';
import { ChartTools } from '../../charts/ChartTools.tsx';
import { pictureOf } from '../../charts/chart-export.ts';
import { useApp } from '../../state/store.ts';
import { usePickedRow } from '../../table/use-picked-row.ts';
import { steadySpan } from './band.ts';
import { Detection } from './Detection.tsx';
import { PhaseTable } from './PhaseTable.tsx';
import { SaveSection } from './SaveSection.tsx';
import { SavingProgress } from './SavingProgress.tsx';
import { AxisChoice, LineChoice, PartLegend, PhaseLegend } from './SeriesBar.tsx';
import { SeriesChart } from './SeriesChart.tsx';
import { SteadySection } from './SteadySection.tsx';
import { StepPanel } from './StepPanel.tsx';
import { StepStripChart } from './StepStripChart.tsx';
import styles from './Steps.module.css';
import { StepsTable } from './StepsTable.tsx';
import { stepText } from './step-text.ts';
import { type StepsData, useSteady } from './use-steps.ts';

/** The series over the table of steps; beside them the steady state, or the step that is selected. */
export function StepsPage({ data }: { readonly data: StepsData }) {
  const { table, series, detection } = data;
  const chart = useRef<HTMLDivElement>(null);
  const [tableShown, setTableShown] = useState(false);
  const { picked, pick, close } = usePickedRow('steps', data);
  const selected = picked?.row ?? -1;
  const [kernel, setKernel] = useState<{ readonly step: number; readonly event: number } | null>(null);
  const steady = useSteady();
  const chosen = useApp((state) => state.stepsSettings.band);
  const band = chosen ?? (steady.value ? steadySpan(steady.value.found) : null);
  return (
    <ViewFrame
      title="Steps"
      bar={
        <>
          <PhaseLegend series={series} />
          <div className={styles.tools}>
            {!tableShown && <AxisChoice />}
            <ChartTools
              picture={tableShown ? null : () => chart.current && pictureOf(...chart.current.querySelectorAll('svg'))}
              name="steps"
              tableShown={tableShown}
              onTable={setTableShown}
            />
          </div>
        </>
      }
      details={
        picked ? (
          <StepPanel
            picked={picked}
            title={stepText(table, series, selected).title}
            kernel={kernel?.step === selected ? kernel.event : null}
            onClose={close}
          />
        ) : (
          <DetailsPanel title="Steady state">
            {steady.error !== undefined && <p className={styles.fault}>{steady.error}</p>}
            {steady.value && <SteadySection steady={steady.value} series={series} />}
            <SaveSection series={series} band={band} />
            <PhaseTable />
            <SavingProgress />
          </DetailsPanel>
        )
      }
    >
      <Detection detection={detection} />
      {detection.phasesInferred && (
        <p className={styles.inferred}>
          <Icon name="information" size={14} />
          <span>Phases are inferred: {detection.phaseEvidence}.</span>
        </p>
      )}
      {!tableShown && (
        <>
          <div className={styles.legends}>
            <LineChoice series={series} />
            <PartLegend series={series} />
          </div>
          <SeriesChart data={data} steady={steady.value?.found} selected={selected} onSelect={pick} chart={chart} />
        </>
      )}
      {picked && <StepStripChart step={selected} onEvent={(event) => setKernel({ step: selected, event })} />}
      <StepsTable selected={selected} />
    </ViewFrame>
  );
}
