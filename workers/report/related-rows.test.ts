import { describe, expect, it } from 'vitest';
import { rowKey } from '../base/row-key.ts';
import { type Scope, WHOLE_TRACE } from '../base/scope.ts';
import { cellsOf, frame, gpu, handMadeModel, operator, runtime } from './hand-made.ts';
import { relatedRows } from './related-rows.ts';
import { FIRST_BASIS, type Selection, type TableId } from './report-types.ts';
import { buildTable } from './tables.ts';

const shapes = (rows: number) => ({
  'Input Dims': [
    [rows, 4],
    [4, 4],
  ],
  'Input type': ['float', 'float'],
});

/** Two calls of one operator with different shapes, sharing a kernel; another operator; a kernel without a launch. */
const MODEL = handMadeModel([
  frame('nn.Module: Head_0', 0, 200),
  operator('aten::mm', 20, 50, shapes(8)),
  runtime('cudaLaunchKernel', 30, 2, 1),
  runtime('cudaLaunchKernel', 35, 2, 2),
  operator('aten::mm', 120, 50, shapes(16)),
  runtime('cudaLaunchKernel', 130, 2, 3),
  operator('aten::add', 320, 50, shapes(8)),
  runtime('cudaLaunchKernel', 330, 2, 4),
  gpu('gemm', 400, 10, 1),
  gpu('reduce', 420, 20, 2, { stream: 9 }),
  gpu('gemm', 440, 10, 3),
  gpu('add', 460, 5, 4),
  gpu('stray', 480, 5, 0),
]);

const cells = (table: TableId) => cellsOf(buildTable(table, MODEL, FIRST_BASIS));

/** The row whose cells are these, as it is selected. */
function row(table: TableId, wanted: Readonly<Record<string, string | number>>): Selection {
  const row = cells(table).findIndex((row) => Object.entries(wanted).every(([id, value]) => row[id] === value));
  if (row < 0) throw new Error(`no row of ${table} has ${JSON.stringify(wanted)}`);
  return { kind: 'row', table, key: rowKey(buildTable(table, MODEL, FIRST_BASIS), row) };
}

function related(to: TableId, column: string, selected: Selection, scope: Scope = WHOLE_TRACE) {
  const tableOf = (id: TableId) => buildTable(id, MODEL, { ...FIRST_BASIS, scope });
  const rows = cellsOf(tableOf(to));
  return Array.from(relatedRows(MODEL, scope, to, selected, tableOf), (row) => rows[row][column]).sort();
}

const event = (name: string, ts: number): Selection => {
  const { columns } = MODEL;
  const at = Array.from({ length: columns.length }, (_, i) => i).find(
    (i) => columns.strings.get(columns.name[i]) === name && columns.ts[i] + Number(columns.base) === ts * 1000,
  );
  if (at === undefined) throw new Error(`no ${name} at ${ts}`);
  return { kind: 'event', event: at };
};

describe('relatedRows', () => {
  it('an operator has its kernels', () => {
    expect(related('kernels', 'kernel', row('operators', { name: 'aten::mm' }))).toEqual(['gemm', 'reduce']);
    expect(related('kernels', 'kernel', row('operators', { name: 'aten::add' }))).toEqual(['add']);
  });

  it('an operator has its calls by shape, and a kernel the operators that launched it', () => {
    expect(related('operatorShapes', 'name', row('operators', { name: 'aten::mm' }))).toEqual(['aten::mm', 'aten::mm']);
    expect(related('operatorShapes', 'shapes', row('kernels', { kernel: 'reduce' }))).toHaveLength(1);
    expect(related('operators', 'name', row('kernels', { kernel: 'gemm' }))).toEqual(['aten::mm']);
  });

  it('a module is that which launched the work, and has the kernels of all below', () => {
    expect(related('modules', 'name', row('operators', { name: 'aten::mm' }))).toEqual(['Head_0']);
    expect(related('kernels', 'kernel', row('modules', { name: 'Head_0' }))).toEqual(['gemm', 'reduce']);
  });

  it('short kernels are told apart by their operator', () => {
    expect(related('shortKernels', 'kernel', row('operators', { name: 'aten::add' }))).toEqual(['add']);
    expect(related('operators', 'name', row('shortKernels', { kernel: 'add' }))).toEqual(['aten::add']);
  });

  it('a kernel on the timeline has its rows, an operator those of all its kernels, a launch those of its operator', () => {
    expect(related('operators', 'name', event('reduce', 420))).toEqual(['aten::mm']);
    expect(related('kernels', 'kernel', event('reduce', 420))).toEqual(['reduce']);
    expect(related('kernels', 'kernel', event('aten::mm', 20))).toEqual(['gemm', 'reduce']);
    expect(related('kernels', 'kernel', event('cudaLaunchKernel', 130))).toEqual(['gemm']);
  });

  it('only work in scope counts', () => {
    const scope = { stream: 9, device: 0 };
    expect(related('kernels', 'kernel', event('aten::mm', 20), scope)).toEqual(['reduce']);
    expect(related('kernels', 'kernel', event('add', 460), scope)).toEqual([]);
  });

  it('work without a launch is in its kernel and in no operator', () => {
    expect(related('kernels', 'kernel', event('stray', 480))).toEqual(['stray']);
    expect(related('operators', 'name', event('stray', 480))).not.toContain('aten::mm');
  });

  it('tables without GPU work have none, and events that are not there', () => {
    expect(related('cpuOperators', 'name', event('reduce', 420))).toEqual([]);
    expect(related('kernels', 'kernel', { kind: 'event', event: 999 })).toEqual([]);
  });

  it('a step has no rows, as nearly all share its work, and a row that is gone none', () => {
    expect(related('kernels', 'kernel', { kind: 'step', step: 0 })).toEqual([]);
    expect(related('kernels', 'kernel', { kind: 'row', table: 'operators', key: '["gone"]' })).toEqual([]);
  });
});
