import { memo, useRef, useState } from 'react';
import type { Overview, TimeShare, TraceSummary } from '../../../workers/engine/engine.ts';
import { ChartTools } from '../../charts/ChartTools.tsx';
import { pictureOf } from '../../charts/chart-export.ts';
import { formatDuration, formatShare } from '../../format/format.ts';
import { useBasis } from '../../state/basis.ts';
import { changeTable, openSummary, readOut, showView, useApp } from '../../state/store.ts';
import { isSalvaged } from '../../state/trace-file.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { EventCategories, FileFacts } from './FileFacts.tsx';
import { Findings } from './Findings.tsx';
import { GpuTimeline } from './GpuTimeline.tsx';
import { NoEvents, NoGpu, NoGpuInScope } from './NoGpu.tsx';
import styles from './Overview.module.css';
import { OverviewFrame } from './OverviewFrame.tsx';
import { GreyFindings } from './Skeleton.tsx';
import { TimeBar } from './TimeBar.tsx';
import { TimeLegend, TimeTable } from './TimeLegend.tsx';
import { TopTable } from './TopTable.tsx';

/** What the file is, whether it is sound, where the GPU time goes, what to look at first. */
export function OverviewView() {
  const summary = useApp(openSummary);
  const basis = useBasis();
  const { value: overview, error } = useAnswer(`overview ${JSON.stringify(basis)}`, (trace) => trace.overview(basis));
  if (!summary) return null;
  if (error) throw new Error(error);
  return <Loaded summary={summary} overview={overview} />;
}

interface LoadedProps {
  readonly summary: TraceSummary;
  readonly overview: Overview | undefined;
}

/** Drawn when an answer comes, not already when it is asked for. */
const Loaded = memo(function Loaded({ summary, overview }: LoadedProps) {
  const [headline = summary.file, ...facts] = summary.headline;
  const time = useTimeChart(summary, overview);
  return (
    <OverviewFrame
      title={headline}
      facts={facts}
      label="GPU time"
      note={<TimeNote summary={summary} overview={overview} />}
      tools={time.tools}
      bar={time.bar}
      legend={time.legend}
      left={
        overview ? (
          <>
            <Findings findings={overview.findings} />
            <FileFacts summary={summary} />
          </>
        ) : (
          <GreyFindings />
        )
      }
      right={
        <>
          <TopTables summary={summary} />
          {/* Not before what stands above it: it would be pushed down. */}
          {overview && (
            <div className={styles.two}>
              {summary.gpuEvents > 0 && <GpuTimeline overview={overview} />}
              {summary.kept > 0 && <EventCategories summary={summary} />}
            </div>
          )}
        </>
      }
    />
  );
});

function TimeNote({ summary, overview }: LoadedProps) {
  if (!overview || summary.gpuEvents === 0) return null;
  return (
    <>
      {formatDuration(overview.gpu.totalNs)} from first to last event
      {isSalvaged(summary) && ', of the events that could be read'}
    </>
  );
}

/** The bar with its legend and tools, which share what is pointed at and whether the table is shown. */
function useTimeChart(summary: TraceSummary, overview: Overview | undefined) {
  const chart = useRef<SVGSVGElement>(null);
  const [lit, setLit] = useState<string | null>(null);
  const [tableShown, showTable] = useState(false);
  if (summary.events === 0) return { tools: null, bar: <NoEvents />, legend: null };
  if (summary.gpuEvents === 0) return { tools: null, bar: <NoGpu />, legend: null };
  if (!overview) return { tools: null, bar: <div className={styles.greyBar} />, legend: '' };
  if (overview.gpu.totalNs === 0) return { tools: null, bar: <NoGpuInScope />, legend: null };

  const { totalNs } = overview.gpu;
  const shares = inOrder(overview.shares);
  const onHover = (share: TimeShare | null) => {
    setLit(share?.id ?? null);
    readOut(share ? shareText(share, totalNs) : '');
  };
  return {
    tools: (
      <ChartTools
        picture={() => chart.current && pictureOf(chart.current)}
        name="gpu-time"
        tableShown={tableShown}
        onTable={showTable}
      />
    ),
    bar: <TimeBar shares={shares} totalNs={totalNs} chart={chart} onHover={onHover} />,
    legend: tableShown ? (
      <TimeTable shares={shares} totalNs={totalNs} />
    ) : (
      <TimeLegend shares={shares} lit={lit} onHover={onHover} onChoose={showOperatorsOf} />
    ),
  };
}

function shareText({ label, ns }: TimeShare, totalNs: number): string {
  return `${label} · ${formatDuration(ns, 'table')} · ${formatShare(ns / totalNs)} of GPU time`;
}

/** Largest first, idle last, without empty parts. */
function inOrder(shares: readonly TimeShare[]): readonly TimeShare[] {
  const rank = (share: TimeShare) => (share.id === 'idle' ? -2 : share.id === 'otherSteps' ? -1 : share.ns);
  return shares.filter((share) => share.ns > 0).sort((a, b) => rank(b) - rank(a));
}

function showOperatorsOf({ id }: TimeShare): void {
  changeTable('operators', { filter: '', only: { category: [id] } });
  showView('operators', 'operators');
}

function TopTables({ summary: { tables } }: { readonly summary: TraceSummary }) {
  const operators = tables.includes('operatorShapes') ? 'operatorShapes' : 'operators';
  return (
    <>
      {tables.includes(operators) && <TopTable title="Top operators" what="operator" id={operators} view="operators" />}
      {tables.includes('kernels') && <TopTable title="Top kernels" what="kernel" id="kernels" view="kernels" />}
      {!tables.includes(operators) && tables.includes('cpuOperators') && (
        <TopTable title="Top CPU operators" what="CPU operator" id="cpuOperators" view="operators" />
      )}
    </>
  );
}
