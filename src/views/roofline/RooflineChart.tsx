import { memo, type RefObject, useImperativeHandle, useMemo, useState } from 'react';
import { IDENTITY } from '../../../workers/base/row-key.ts';
import type { TableId } from '../../../workers/engine/engine.ts';
import { Message } from '../../app/Message.tsx';
import type { ChartPicture } from '../../charts/chart-export.ts';
import { activeFile, changeTable, notify, tableSettings, useApp } from '../../state/store.ts';
import { TableWaiting } from '../../table/DataTable.tsx';
import { download, fileStem } from '../../table/download.ts';
import type { TableSource } from '../../table/table-source.ts';
import { usePickedRow } from '../../table/use-picked-row.ts';
import { useRelatedRows } from '../../table/use-related-rows.ts';
import { useShownRows } from '../../table/use-shown-rows.ts';
import { useTableColumns } from '../../table/use-table-source.ts';
import { TableChips } from '../../table/ValueChips.tsx';
import { ChartNotes } from './ChartNotes.tsx';
import type { ChartWindow } from './fit.ts';
import { PointPanel } from './PointPanel.tsx';
import { pointNames, pointText } from './point-text.ts';
import styles from './Roofline.module.css';
import { RooflineFilters } from './RooflineFilters.tsx';
import { RooflinePlot } from './RooflinePlot.tsx';
import { RooflineSide } from './RooflineSide.tsx';
import { useRoofline } from './use-roofline.ts';

interface RooflineChartProps {
  readonly id: TableId;
  /** What a point is. */
  readonly noun: { readonly one: string; readonly many: string };
  /** Where the filters go. */
  readonly slot: HTMLElement | null;
  readonly picture: RefObject<ChartPicture | null>;
  /** Receives what downloads the points as CSV. */
  readonly csv: RefObject<(() => void) | null>;
}

/** The chart of a table of operator calls, what is to be won beside it, and the details of the point that is selected. */
export function RooflineChart(props: RooflineChartProps) {
  const { value, error } = useTableColumns(props.id, COLUMNS);
  if (error !== undefined) {
    return (
      <Message icon="error" title="The chart could not be made">
        <p>{error}</p>
      </Message>
    );
  }
  return value?.id === props.id ? <Loaded {...props} source={value.source} /> : <TableWaiting />;
}

/** What the chart, its texts and the list beside it read of a table; its other columns are made when a point is opened. */
const COLUMNS = [
  ...IDENTITY,
  'category',
  'calls',
  'time',
  'share',
  'gflop',
  'intensity',
  'intensityLow',
  'intensityHigh',
  'tflops',
  'tbs',
  'bound',
  'peak',
  'roofShare',
  'overRoof',
];

const NO_ROWS = new Uint32Array(0);

interface LoadedProps extends RooflineChartProps {
  readonly source: TableSource;
}

/** Drawn when a table comes, not already when it is asked for. */
const Loaded = memo(function Loaded({ id, noun, slot, picture, csv, source }: LoadedProps) {
  const settings = useApp((state) => tableSettings(state, id));
  const kind = useApp((state) => state.roof);
  const file = useApp((state) => activeFile(state)?.name ?? '');
  const { filter, only } = settings;
  const [leastShare, setLeastShare] = useState(0);
  const [window, setWindow] = useState<ChartWindow | null>(null);
  const query = useMemo(() => ({ filter, only, sort: null }), [filter, only]);
  const { shown, failed } = useShownRows(source, query);
  const table = shown?.table ?? source.table;
  const roofline = useRoofline(table, shown?.order ?? NO_ROWS, leastShare);
  const { points, suspicious } = roofline;
  const nameOf = useMemo(() => pointNames(table, points), [table, points]);
  const { picked, pick, close } = usePickedRow(id, shown ?? source);
  const relatedRows = useRelatedRows(id);
  const related = useMemo(() => pointsOf(points.row, relatedRows), [points, relatedRows]);

  const saveCsv = async () => {
    try {
      download(new Uint8Array(await source.csv(query)), `${fileStem(file)}.roofline.csv`, 'text/csv');
    } catch (error) {
      notify(`The CSV could not be written: ${error instanceof Error ? error.message : error}`);
    }
  };
  useImperativeHandle(csv, () => saveCsv);

  if (failed !== null) {
    return (
      <Message icon="error" title="The points could not be filtered">
        <p>{failed}</p>
      </Message>
    );
  }
  return (
    <div className={styles.split}>
      <RooflineFilters
        slot={slot}
        settings={settings}
        onSettings={(change) => changeTable(id, change)}
        noun={noun}
        leastShare={leastShare}
        onLeastShare={setLeastShare}
      />
      <div className={styles.body}>
        <div className={styles.main}>
          <div className={styles.legend}>
            <TableChips table={table} only={only} onOnly={(next) => changeTable(id, { only: next })} />
          </div>
          <div className={styles.chart}>
            <RooflinePlot
              {...roofline}
              kind={kind}
              window={window}
              onWindow={setWindow}
              selected={picked ? points.row.indexOf(picked.row) : -1}
              related={related}
              onSelect={(point) => pick(points.row[point])}
              textOf={(point) => pointText(table, points, point, suspicious.includes(point))}
              nameOf={nameOf}
              picture={picture}
            />
            <ChartNotes
              roofline={roofline}
              noun={noun}
              isFiltered={shown !== null && shown.order.length < table.rows}
              isZoomed={window !== null}
              onReset={() => setWindow(null)}
            />
          </div>
        </div>
        <RooflineSide source={source} query={query} leastShare={leastShare} picked={picked?.row ?? -1} onPick={pick} />
      </div>
      {picked && <PointPanel id={id} onClose={close} />}
    </div>
  );
});

/** The points of some rows. */
function pointsOf(rowOf: ArrayLike<number>, rows: ReadonlySet<number>): readonly number[] {
  if (rows.size === 0) return [];
  return Array.from({ length: rowOf.length }, (_, point) => point).filter((point) => rows.has(rowOf[point]));
}
