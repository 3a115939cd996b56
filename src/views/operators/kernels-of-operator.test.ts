import { describe, expect, it } from 'vitest';
import type { ColumnData, ColumnKind, Table } from '../../../workers/base/table.ts';
import { kernelsOfOperator } from './kernels-of-operator.ts';

const column = (id: string, kind: ColumnKind) => ({ id, title: id, unit: '', kind, description: '' });
const texts = (...values: string[]): ColumnData => ({
  type: 'text',
  dictionary: values,
  index: Int32Array.from(values, (text, i) => (text === '' ? -1 : i)),
});
const numbers = (...values: number[]): ColumnData => ({ type: 'number', values: Float64Array.from(values) });

const kernels: Table = {
  schema: {
    id: 'kernels',
    title: 'Kernels',
    description: '',
    columns: [
      column('kernel', 'name'),
      column('fullName', 'name'),
      column('operator', 'name'),
      column('count', 'integer'),
      column('sum', 'duration'),
    ],
  },
  rows: 5,
  columns: [
    texts('a', 'b', 'c', 'd', 'e'),
    texts('void a()', 'void b()', 'void c()', 'void d()', 'void e()'),
    texts('aten::mm', 'aten::mm +2', 'aten::mmx', 'aten::mm +x', ''),
    numbers(1, 2, 3, 4, 5),
    numbers(10, 20, 30, 40, 50),
  ],
};

describe('kernelsOfOperator', () => {
  it('finds the kernels that an operator owns most of, longest first', () => {
    expect(kernelsOfOperator(kernels, 'aten::mm')).toEqual([
      { row: 1, name: 'b', fullName: 'void b()', count: 2, ns: 20 },
      { row: 0, name: 'a', fullName: 'void a()', count: 1, ns: 10 },
    ]);
  });
  it('finds none for an operator without kernels', () => expect(kernelsOfOperator(kernels, 'aten')).toEqual([]));
  it('finds none in a table that does not name operators', () => {
    expect(
      kernelsOfOperator({ ...kernels, columns: [], schema: { ...kernels.schema, columns: [] } }, 'aten::mm'),
    ).toEqual([]);
  });
});
