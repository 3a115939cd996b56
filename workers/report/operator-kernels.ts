import { kernelBackend } from '../attribution/kernel-backends.ts';
import type { Table } from '../base/table.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { makeTable, text } from './make-table.ts';
import type { Basis } from './report-types.ts';
import { commonColumns, USUAL } from './unified/common-columns.ts';
import { showing } from './unified/figure-columns.ts';
import { figuresOf } from './unified/figures.ts';
import { byKernel, firstRow } from './unified/groupings.ts';
import { LEFT_OUT, shortNames } from './unified/row-texts.ts';
import { textById } from './unified/text-by-id.ts';

const backends = textById(kernelBackend);

/** GPU time by kernel, and the work of the operators for which it is the longest. */
export function operatorKernelsTable(model: TraceModel, basis: Basis): Table {
  const { columns, gpuEvents } = model;
  const grouping = byKernel(model);
  const figures = figuresOf(grouping, basis);
  const names = namesByGroup();
  const short = shortNames(model);
  const backend = backends(model);
  const isLeftOut = (row: number) => firstRow(grouping, figures.groups[row]) < 0;
  const nameAt = (row: number) => names[figures.groups[row]];
  return makeTable(
    {
      id: 'operatorKernels',
      title: 'Operators by kernel',
      description:
        'GPU time by kernel. The work of a call counts for its longest kernel alone, whose time is compared with the roof of the whole call.',
      sort: { column: 'time', descending: true },
    },
    figures.groups.length,
    showing(USUAL, [
      text(
        {
          id: 'name',
          title: 'Kernel',
          kind: 'name',
          description: 'Readable name: without namespaces, template arguments and parameters.',
        },
        (row) => (isLeftOut(row) ? LEFT_OUT : short(nameAt(row))),
      ),
      ...commonColumns(model, figures, basis).filter(({ schema }) => schema.id !== 'kernelNames'),
      text(
        { id: 'backend', title: 'Backend', kind: 'text', description: 'Library or compiler that its name gives away.' },
        (row) => (isLeftOut(row) ? undefined : backend(nameAt(row))),
      ),
      text({ id: 'fullName', title: 'Full name', kind: 'name', description: 'Name as recorded.' }, (row) =>
        isLeftOut(row) ? undefined : columns.strings.get(nameAt(row)),
      ),
    ]),
  );

  function namesByGroup(): Int32Array {
    const found = new Int32Array(grouping.count);
    const { partOf } = grouping.parts;
    for (let gpuRow = 0; gpuRow < partOf.length; gpuRow++) {
      found[grouping.groupOf[partOf[gpuRow]]] = columns.name[gpuEvents[gpuRow]];
    }
    return found;
  }
}
