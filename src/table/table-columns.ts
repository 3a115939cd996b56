import {
  columnSizingFeature,
  createColumnHelper,
  type Header,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import { IDENTITY } from '../../workers/base/row-key.ts';
import type { ColumnData, ColumnSchema, Table, TableSchema } from '../../workers/base/table.ts';
import { type ColumnFormat, columnFormat } from './column-format.ts';

/** One column as the page shows it. */
export interface ShownColumn {
  readonly schema: ColumnSchema;
  readonly data: ColumnData;
  readonly format: ColumnFormat;
}

/** A row on the page: its number in the table, and its place in the order shown. */
export interface ShownRow {
  readonly row: number;
  readonly place: number;
}

/** Sorting and filtering are the worker's, so the table needs no row models beside the core's. */
export const features = tableFeatures({
  columnSizingFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ShownColumn>(),
});
const helper = createColumnHelper<typeof features, ShownRow>();

/** Formats all columns of a table, in the schema's order. */
export function shownColumns(table: Table): readonly ShownColumn[] {
  return table.schema.columns.map((schema, index) => {
    const data = table.columns[index];
    return { schema, data, format: columnFormat(schema, data, table.totals?.[schema.id]) };
  });
}

/** The columns to show: those chosen that the table has, else those that it shows by itself. */
export function visibleColumns(
  columns: readonly ShownColumn[],
  chosen: readonly string[] | null,
): readonly ShownColumn[] {
  const known = (chosen ?? []).flatMap((id) => columns.find(({ schema }) => schema.id === id) ?? []);
  if (known.length > 0) return known;
  const schemas = columns.map(({ schema }) => schema);
  return columns.filter(({ schema }) => isUsual(schema, schemas));
}

/** Categories stand as marks before names, and their column is shown only where there are no names or when it is chosen. */
function isUsual({ hidden, kind }: ColumnSchema, columns: readonly ColumnSchema[]): boolean {
  return !hidden && !(kind === 'category' && columns.some((other) => other.kind === 'name'));
}

/** Ids of the columns that are in sight, and of those that say what a row is, mark it, or offer chips: what a table cannot be shown without. */
export function columnsInSight({ columns, tree }: TableSchema, chosen: readonly string[] | null): readonly string[] {
  const isWanted = (column: ColumnSchema) =>
    column.id === tree || column.kind === 'category' || column.chips || isUsual(column, columns);
  return [...IDENTITY, ...(chosen ?? []), ...columns.filter(isWanted).map(({ id }) => id)];
}

/** Column definitions for TanStack Table. */
export function columnDefinitions(columns: readonly ShownColumn[]) {
  return helper.columns(
    columns.map((column, index) =>
      helper.accessor(({ row }) => row, {
        id: column.schema.id,
        header: column.schema.title,
        size: Math.ceil(edges(index, columns.length) + narrowest(column)),
        minSize: MIN_WIDTH,
        sortDescFirst: column.format.numeric,
        meta: column,
      }),
    ),
  );
}

export interface ColumnLayout {
  /** Tracks of a CSS grid. */
  readonly template: string;
  /** Width in px that the columns need together. */
  readonly least: number;
}

/** Widths of the columns: texts that were not resized take the room that is left, as far as they need it. */
export function columnLayout(
  headers: readonly Header<typeof features, ShownRow>[],
  widths: Readonly<Record<string, number>>,
): ColumnLayout {
  const tracks = headers.map((header, index) => {
    const { column } = header;
    const { meta } = column.columnDef;
    const size = header.getSize();
    if (!meta || meta.format.numeric || column.id in widths) return `${size}px`;
    return `minmax(${size}px, ${Math.max(size, Math.ceil(edges(index, headers.length) + widest(meta)))}px)`;
  });
  return { template: tracks.join(' '), least: headers.reduce((sum, header) => sum + header.getSize(), 0) };
}

/** The head's text after the title: `, ms`. */
export function unitSuffix({ format }: ShownColumn): string {
  return format.unit === '' ? '' : `, ${format.unit}`;
}

export const MIN_WIDTH = 40;
const PADDING = 16;
/** The outer cells keep a little more distance from the edge of the view. */
const EDGE = 8;
const CHARACTER = 6.9;
const HEAD_CHARACTER = 7;
const MONO_CHARACTER = 6.8;
const SORT_ARROW = 14;
const SHARE_BAR = 46;
const MARK = 16;
const LEAST_NAME = 180;
const LEAST_TEXT = 96;
const MOST_TEXT = 640;

function edges(index: number, columns: number): number {
  return (index === 0 ? EDGE : 0) + (index === columns - 1 ? EDGE : 0);
}

/** A width that fits the head and, within reason, the cells. */
function narrowest(column: ShownColumn): number {
  const { schema } = column;
  const head = PADDING + (schema.title.length + unitSuffix(column).length) * HEAD_CHARACTER + SORT_ARROW;
  const most = column.format.numeric ? MOST_TEXT : schema.kind === 'name' ? LEAST_NAME : LEAST_TEXT;
  return Math.max(head, Math.min(widest(column), most));
}

/** A width that fits all cells but the very long ones. */
function widest({ schema, format }: ShownColumn): number {
  return PADDING + Math.min(MOST_TEXT, cellWidth(schema, format.longest));
}

function cellWidth({ kind }: ColumnSchema, characters: number): number {
  switch (kind) {
    case 'name':
      return characters * MONO_CHARACTER + MARK;
    case 'category':
    case 'phase':
      return characters * CHARACTER + MARK;
    case 'share':
      return characters * CHARACTER + SHARE_BAR;
    default:
      return characters * CHARACTER;
  }
}
