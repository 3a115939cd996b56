import type { ColumnData, ColumnSchema } from '../../workers/base/table.ts';
import {
  durationUnit,
  formatBytes,
  formatCount,
  formatDuration,
  formatFixed,
  formatShare,
  MISSING,
  withUnit,
} from '../format/format.ts';
import { visibleText } from '../format/visible-text.ts';

const BYTES_PER_MB = 1024 ** 2;

/** How one column of a table reads: one unit in the head, as many decimals in every row, so that the points stand below each other. */
export interface ColumnFormat {
  readonly numeric: boolean;
  /** Stands in the head after the title; "" when there is none. */
  readonly unit: string;
  /** Characters of the longest cell, the sum included. */
  readonly longest: number;
  isMissing(row: number): boolean;
  /** What the cell shows; texts on one line, without invisible characters. */
  cell(row: number): string;
  /** A sum over rows, as a cell shows it. */
  value(value: number): string;
  /** The value with all its digits and its own best unit; a text as it was recorded. */
  full(row: number): string;
  /** The value in the head's unit with all its digits and nothing else, for pasting; "" when missing. */
  plain(row: number): string;
}

interface Scale {
  readonly unit: string;
  /** Raw value of one unit. */
  readonly size: number;
  readonly decimals: number;
}

/** Makes the format of a column from what it is and what it holds, and its total where it has one. */
export function columnFormat(schema: ColumnSchema, data: ColumnData, total?: number): ColumnFormat {
  return data.type === 'text' ? textFormat(data) : numberFormat(schema, data.values, total);
}

function textFormat(data: ColumnData & { type: 'text' }): ColumnFormat {
  const at = (row: number) => data.dictionary[data.index[row]];
  const isMissing = (row: number) => data.index[row] < 0;
  const full = (row: number) => (isMissing(row) ? MISSING : at(row));
  return {
    numeric: false,
    unit: '',
    longest: data.dictionary.reduce((most, text) => Math.max(most, text.length), 1),
    isMissing,
    cell: (row) => visibleText(full(row)),
    value: () => '',
    full,
    plain: (row) => (isMissing(row) ? '' : at(row)),
  };
}

function numberFormat(schema: ColumnSchema, values: Float64Array, total = 0): ColumnFormat {
  const range = rangeOf(values);
  const scale = scaleOf(schema, range);
  const value = (raw: number) => formatFixed(raw / scale.size, scale.decimals);
  return {
    numeric: true,
    unit: scale.unit,
    longest: Math.max(...[range.least, range.most, total].map((extreme) => value(extreme).length)),
    isMissing: (row) => Number.isNaN(values[row]),
    cell: (row) => value(values[row]),
    value,
    full: (row) => fullText(schema, values[row]),
    plain: (row) => (Number.isNaN(values[row]) ? '' : String(values[row] / scale.size)),
  };
}

interface Range {
  readonly least: number;
  readonly most: number;
  readonly whole: boolean;
}

function rangeOf(values: Float64Array): Range {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let whole = true;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (value < least) least = value;
    if (value > most) most = value;
    whole &&= Number.isInteger(value);
  }
  return most < least ? { least: 0, most: 0, whole: true } : { least, most, whole };
}

function scaleOf({ kind, unit }: ColumnSchema, range: Range): Scale {
  const most = Math.max(Math.abs(range.least), Math.abs(range.most));
  switch (kind) {
    case 'duration': {
      const best = durationUnit(most);
      return { unit: best.unit, size: best.ns, decimals: best.unit === 'µs' ? decimalsFor(most / best.ns) : 3 };
    }
    case 'share':
      return { unit: '%', size: 0.01, decimals: 1 };
    case 'bytes':
      return { unit: 'MB', size: BYTES_PER_MB, decimals: decimalsFor(most / BYTES_PER_MB) };
    case 'number':
      return { unit, size: 1, decimals: range.whole ? 0 : decimalsFor(most) };
    default:
      return { unit, size: 1, decimals: 0 };
  }
}

/** Decimals that leave the largest value of a column about five digits. */
function decimalsFor(most: number): number {
  if (most >= 1000) return 1;
  return most >= 100 ? 2 : 3;
}

function fullText({ kind, unit }: ColumnSchema, value: number): string {
  if (Number.isNaN(value)) return MISSING;
  switch (kind) {
    case 'duration':
      return formatDuration(value, 'table');
    case 'share':
      return formatShare(value);
    case 'bytes':
      return value < 1024
        ? formatBytes(value)
        : `${formatBytes(value, 'table')} (${withUnit(formatCount(value), 'B')})`;
    default: {
      const digits = formatFixed(value, Number.isInteger(value) ? 0 : 6).replace(/(\.\d+?)0+$/, '$1');
      return unit === '' ? digits : withUnit(digits, unit);
    }
  }
}
