import type { Table } from '../base/table.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { hostColumns } from './host-columns.ts';
import { makeTable, text } from './make-table.ts';
import type { Basis } from './report-types.ts';
import { commonColumns, USUAL } from './unified/common-columns.ts';
import { showing } from './unified/figure-columns.ts';
import { figuresOf } from './unified/figures.ts';
import { byOperator, firstRow } from './unified/groupings.ts';
import { ownerColumn, ownerName } from './unified/row-texts.ts';

/** GPU time and work by operator. GPU work without an operator stands under its launch, the rest under one row of its own. */
export function operatorsTable(model: TraceModel, basis: Basis): Table {
  const grouping = byOperator(model);
  const figures = figuresOf(grouping, basis);
  return makeTable(
    {
      id: 'operators',
      title: 'Operators',
      description:
        'GPU time and work by operator. Every GPU event counts once: under the call whose work is known, with all below it, else under the operator nearest to its launch.',
      sort: { column: 'time', descending: true },
    },
    figures.groups.length,
    showing(USUAL, [
      text(
        {
          id: 'name',
          title: 'Operator',
          kind: 'name',
          description: 'Operator as the profiler names it; a launch where no operator encloses it.',
        },
        (row) => ownerName(model, grouping.parts.rows, firstRow(grouping, figures.groups[row])),
      ),
      ...commonColumns(model, figures, basis),
      ...hostColumns(model, figures),
      ownerColumn(model, figures),
    ]),
  );
}
