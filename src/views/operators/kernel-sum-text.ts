import type { Table } from '../../../workers/base/table.ts';
import type { Overview } from '../../../workers/engine/engine.ts';
import { durationUnit, formatCount, formatFixed, withUnit } from '../../format/format.ts';

/**
 * Says that a table of operators holds the whole kernel sum of the scope: its operators, and what has none. A table that does not
 * tell operators from the rest counts its rows.
 */
export function kernelSumText(table: Table, { kernelSumNs, unattributedNs }: Overview): string {
  const { unit, ns } = durationUnit(kernelSumNs);
  const figure = (value: number) => formatFixed(value / ns, value === 0 ? 0 : 3);
  const sum = withUnit(figure(kernelSumNs), unit);
  const operators = countOperators(table);
  return operators === undefined
    ? `${counted(table.rows, 'row')} = ${sum}, the kernel sum of the scope, ${figure(unattributedNs)} of it unattributed`
    : `${counted(operators, 'operator')} + ${figure(unattributedNs)} unattributed = ${sum}, the kernel sum of the scope`;
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Rows that are operators, by the table's column of owners; undefined where it has none. */
function countOperators(table: Table): number | undefined {
  const data = table.columns[table.schema.columns.findIndex(({ id }) => id === 'owner')];
  if (data?.type !== 'text') return undefined;
  const operator = data.dictionary.indexOf('operator');
  return data.index.reduce((count, place) => count + Number(place === operator), 0);
}
