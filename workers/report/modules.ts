import type { Table } from '../base/table.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { makeTable, number, text } from './make-table.ts';
import { type ModuleRow, moduleRows } from './module-rows.ts';
import type { Basis } from './report-types.ts';
import { Amounts, Sum } from './unified/amounts.ts';
import { amountColumns, boundsColumns, rateColumns, showing } from './unified/figure-columns.ts';
import { type Figures, figuresOf, summedWork } from './unified/figures.ts';
import { byModule } from './unified/groupings.ts';
import { categoryColumn } from './unified/row-texts.ts';

const SHOWN = [
  'name',
  'total',
  'totalShare',
  'time',
  'calls',
  'tflops',
  'tbs',
  'bound',
  'roofShare',
  'overRoof',
  'roofed',
];
const NO_MODULE = 'It is no module.';

/** GPU time and work along the nn.Module tree, parents before their children. */
export function modulesTable(model: TraceModel, basis: Basis): Table {
  const figures = figuresOf(byModule(model), basis);
  const rows = moduleRows(model, basis.scope);
  const own = ownAmounts(figures, rows);
  const total = withBelow(own, rows);
  const work = summedWork(total);
  return makeTable(
    {
      id: 'modules',
      title: 'Modules',
      description:
        'GPU time and work along the nn.Module tree, by the Python frames above each launch. Work and rates are those of a module with all below it.',
      tree: 'depth',
    },
    rows.length,
    showing(SHOWN, [
      text(
        { id: 'name', title: 'Module', kind: 'name', description: 'The module; those that called it stand above it.' },
        (row) => rows[row].name,
      ),
      text(
        {
          id: 'module',
          title: 'Path',
          kind: 'name',
          description: 'The module and those that called it; of a deep one the first and last.',
        },
        (row) => rows[row].path,
      ),
      number(
        { id: 'depth', title: 'Depth', kind: 'integer', description: 'Modules above it.' },
        (row) => rows[row].depth,
      ),
      categoryColumn({ amounts: total }),
      number(
        {
          id: 'total',
          title: 'Time',
          kind: 'duration',
          description: 'Sum of the durations of the GPU events launched in it and in the modules below.',
        },
        (row) => total.at(row, Sum.time),
      ),
      number(
        {
          id: 'totalShare',
          title: 'Share',
          kind: 'share',
          description: 'This time as a part of the kernel sum of the scope.',
        },
        (row) => total.at(row, Sum.time) / figures.totalNs,
      ),
      number(
        {
          id: 'time',
          title: 'Own time',
          kind: 'duration',
          description:
            'Sum of the durations of the GPU events launched in it and in no module below. Every GPU event of the scope is in one row.',
          isAdditive: true,
        },
        (row) => own.at(row, Sum.time),
      ),
      number(
        {
          id: 'share',
          title: 'Own share',
          kind: 'share',
          description: 'Its own time as a part of the kernel sum of the scope.',
          isAdditive: true,
        },
        (row) => own.at(row, Sum.time) / figures.totalNs,
      ),
      number(
        {
          id: 'calls',
          title: 'Calls',
          kind: 'integer',
          description: 'Calls of the module that start in the scope.',
          missing: NO_MODULE,
        },
        (row) => rows[row].calls,
      ),
      number(
        {
          id: 'host',
          title: 'Host time',
          kind: 'duration',
          description: 'Host time of these calls.',
          missing: NO_MODULE,
        },
        (row) => rows[row].hostNs,
      ),
      ...amountColumns(work, 'all calls'),
      ...rateColumns(total).map((column) => ({ ...column, isAdditive: false })),
      ...boundsColumns(work),
    ]),
  );
}

function ownAmounts({ amounts, rowOf }: Figures, rows: readonly ModuleRow[]): Amounts {
  const own = new Amounts(rows.length);
  rows.forEach(({ group }, row) => {
    if (group >= 0) own.addRow(row, amounts, rowOf[group]);
  });
  return own;
}

/** Rows stand behind those above them, so one pass from the back adds each to what holds it. */
function withBelow(own: Amounts, rows: readonly ModuleRow[]): Amounts {
  const total = new Amounts(rows.length);
  for (let row = rows.length - 1; row >= 0; row--) {
    total.addRow(row, own, row);
    if (rows[row].parent >= 0) total.addRow(rows[row].parent, total, row);
  }
  return total;
}
