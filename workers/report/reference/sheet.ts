import type { Table } from '../../base/table.ts';
import { type Column, makeTable, number, text } from '../make-table.ts';

/** A sheet of the published report: a table whose columns are headed by their ids. */
export function sheet(name: string, rows: number, columns: readonly Column[]): Table {
  return makeTable({ id: name, title: name, description: `Sheet ${name} of the TraceLens report.` }, rows, columns);
}

/** A text column; undefined is an empty cell. */
export function words(id: string, at: (row: number) => string | undefined): Column {
  return text({ id, title: id, kind: 'text', description: id }, at);
}

/** A column of floats; NaN is an empty cell. */
export function floats(id: string, at: (row: number) => number): Column {
  return number({ id, title: id, kind: 'number', description: id }, at);
}

/** A column of integers. */
export function integers(id: string, at: (row: number) => number): Column {
  return number({ id, title: id, kind: 'integer', description: id }, at);
}

/** `Percentage (%)` and `Cumulative Percentage (%)` of the values of a sheet's rows. */
export function percentages(values: readonly number[]): Column[] {
  const sum = values.reduce((total, value) => total + value, 0);
  const share = values.map((value) => (100 * value) / sum);
  let running = 0;
  const cumulative = share.map((value) => {
    running += value;
    return running;
  });
  return [floats('Percentage (%)', (row) => share[row]), floats('Cumulative Percentage (%)', (row) => cumulative[row])];
}
