import { CATEGORIES } from '../attribution/categories.ts';
import type { Table } from '../base/table.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { makeTable, text } from './make-table.ts';
import type { Basis } from './report-types.ts';
import { commonColumns, USUAL } from './unified/common-columns.ts';
import { showing } from './unified/figure-columns.ts';
import { figuresOf } from './unified/figures.ts';
import { byCategory, firstRow } from './unified/groupings.ts';
import { LEFT_OUT } from './unified/row-texts.ts';

/** GPU time and work by category. */
export function operatorCategoriesTable(model: TraceModel, basis: Basis): Table {
  const grouping = byCategory(model);
  const figures = figuresOf(grouping, basis);
  return makeTable(
    {
      id: 'operatorCategories',
      title: 'Operators by category',
      description: 'GPU time and work by kind of work: that of the operator called, else of the kernel by its name.',
      sort: { column: 'time', descending: true },
    },
    figures.groups.length,
    showing(USUAL, [
      text({ id: 'name', title: 'Kind of work', kind: 'text', description: 'Kind of work.' }, (row) => {
        const unified = firstRow(grouping, figures.groups[row]);
        return unified < 0 ? LEFT_OUT : CATEGORIES[grouping.parts.rows.categoryOf[unified]].label;
      }),
      ...commonColumns(model, figures, basis),
    ]),
  );
}
