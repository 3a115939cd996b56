import { unifiedRows } from '../attribution/unified.ts';
import { once } from '../base/memo.ts';
import type { Table } from '../base/table.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { makeTable, text } from './make-table.ts';
import { shapesText, typesText } from './operator-arguments.ts';
import type { Basis } from './report-types.ts';
import {
  amountColumns,
  boundsColumns,
  callsColumn,
  callTimeColumns,
  rateColumns,
  showing,
  timeColumns,
  windowColumns,
} from './unified/figure-columns.ts';
import { figuresOf, workOfOneCall } from './unified/figures.ts';
import { byCall, firstRow } from './unified/groupings.ts';
import {
  callName,
  callSourceColumn,
  categoryColumn,
  kernelNamesColumn,
  moduleColumn,
  ownerColumn,
} from './unified/row-texts.ts';

const SHOWN = [
  'name',
  'category',
  'shapes',
  'types',
  'calls',
  'time',
  'share',
  'bound',
  'roofShare',
  'window',
  'overRoof',
];

/** GPU time and work by call signature. GPU work without an operator stands under its launch and kernel. */
export function operatorShapesTable(model: TraceModel, basis: Basis): Table {
  const grouping = byCall(model);
  const figures = figuresOf(grouping, basis);
  const work = workOfOneCall(model, figures, basis);
  const texts = argumentTexts(model);
  const textOf = (of: readonly (string | undefined)[], row: number) => {
    const unified = firstRow(grouping, figures.groups[row]);
    return unified < 0 ? undefined : of[grouping.parts.rows.callOf[unified]];
  };
  return makeTable(
    {
      id: 'operatorShapes',
      title: 'Operators by shape',
      description:
        'GPU time and work by what is called: operator, shapes and types, and whatever else changes the work. Amounts are those of one call.',
      sort: { column: 'time', descending: true },
    },
    figures.groups.length,
    showing(SHOWN, [
      text(
        {
          id: 'name',
          title: 'Operator',
          kind: 'name',
          description:
            'Operator as the profiler names it; where no operator holds it, the kernel and what launched it.',
        },
        (row) => callName(model, grouping.parts.rows, firstRow(grouping, figures.groups[row])),
      ),
      text(
        {
          id: 'shapes',
          title: 'Shapes',
          kind: 'name',
          description: 'Shapes of its tensor inputs.',
          missing:
            'No shapes are recorded: record with record_shapes=True. Graphs and launches without operator have none.',
        },
        (row) => textOf(texts.shapes, row),
      ),
      text(
        {
          id: 'types',
          title: 'Types',
          kind: 'text',
          description: 'Distinct types of its tensor inputs.',
          missing:
            'No types are recorded: record with record_shapes=True. Graphs and launches without operator have none.',
        },
        (row) => textOf(texts.types, row),
      ),
      categoryColumn(figures),
      moduleColumn(model, figures, basis.scope),
      callsColumn(figures),
      ...timeColumns(figures),
      ...callTimeColumns(figures),
      ...amountColumns(work, 'a call'),
      ...rateColumns(figures.amounts),
      ...windowColumns(figures.amounts, figures.groups.length),
      ...boundsColumns(work),
      kernelNamesColumn(model, figures, basis.scope),
      ownerColumn(model, figures),
      callSourceColumn(model, figures, basis.scope),
    ]),
  );
}

/** The shapes and types of each distinct call as text. */
const argumentTexts = once((model: TraceModel) => {
  const { calls } = unifiedRows(model);
  return { shapes: calls.map(({ call }) => shapesText(call)), types: calls.map(({ call }) => typesText(call)) };
});
