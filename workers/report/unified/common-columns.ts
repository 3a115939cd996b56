import type { TraceModel } from '../../trace/trace-model.ts';
import type { Column } from '../make-table.ts';
import type { Basis } from '../report-types.ts';
import {
  amountColumns,
  boundsColumns,
  callsColumn,
  callTimeColumns,
  rateColumns,
  timeColumns,
  windowColumns,
} from './figure-columns.ts';
import { type Figures, summedWork } from './figures.ts';
import { callSourceColumn, categoryColumn, kernelNamesColumn, moduleColumn } from './row-texts.ts';

/** Columns that a table of several operators a row shows at first. */
export const USUAL = [
  'name',
  'category',
  'calls',
  'time',
  'share',
  'mean',
  'tflops',
  'tbs',
  'bound',
  'roofShare',
  'window',
  'overRoof',
  'roofed',
];

/** The columns that the tables of several operators a row share. */
export function commonColumns(model: TraceModel, figures: Figures, { scope }: Basis): Column[] {
  const work = summedWork(figures.amounts);
  return [
    categoryColumn(figures),
    moduleColumn(model, figures, scope),
    callsColumn(figures),
    ...timeColumns(figures),
    ...callTimeColumns(figures),
    ...amountColumns(work, 'all calls'),
    ...rateColumns(figures.amounts),
    ...windowColumns(figures.amounts, figures.groups.length),
    ...boundsColumns(work),
    kernelNamesColumn(model, figures, scope),
    callSourceColumn(model, figures, scope),
  ];
}
