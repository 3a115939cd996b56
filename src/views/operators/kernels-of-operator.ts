import type { ColumnData, Table } from '../../../workers/base/table.ts';

export interface KernelOfOperator {
  /** Row of the kernels table. */
  readonly row: number;
  readonly name: string;
  readonly fullName: string;
  readonly count: number;
  readonly ns: number;
}

/**
 * The rows of a kernels table whose time is mostly `operator`'s, longest first. The table names the operator that owns most of a
 * kernel's time and appends the number of others (`aten::mm +2`).
 */
export function kernelsOfOperator(table: Table, operator: string): KernelOfOperator[] {
  const column = (id: string): ColumnData | undefined =>
    table.columns[table.schema.columns.findIndex((c) => c.id === id)];
  const owner = column('operator');
  if (owner?.type !== 'text') return [];
  const owned = owner.dictionary.map((text) => text === operator || isWithOthers(text, operator));
  const kernels: KernelOfOperator[] = [];
  for (let row = 0; row < table.rows; row++) {
    if (!owned[owner.index[row]]) continue;
    kernels.push({
      row,
      name: textAt(column('kernel'), row),
      fullName: textAt(column('fullName'), row),
      count: numberAt(column('count'), row),
      ns: numberAt(column('sum'), row),
    });
  }
  return kernels.sort((a, b) => b.ns - a.ns);
}

function isWithOthers(text: string, operator: string): boolean {
  return text.startsWith(`${operator} +`) && /^\d+$/.test(text.slice(operator.length + 2));
}

function textAt(data: ColumnData | undefined, row: number): string {
  return data?.type === 'text' ? (data.dictionary[data.index[row]] ?? '') : '';
}

function numberAt(data: ColumnData | undefined, row: number): number {
  return data?.type === 'number' ? data.values[row] : Number.NaN;
}
