import {
  columnSizingFeature,
  createColumnHelper,
  type Header,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ColumnData, ColumnSchema, Table } from '../../workers/base/table.ts';
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
    return { schema, data, format: columnFormat(schema, data) };
  });
}

/** The columns to show: those chosen that the table has, else those that its schema shows. */
export function visibleColumns(
  columns: readonly ShownColumn[],
  chosen: readonly string[] | null,
): readonly ShownColumn[] {
  const known = (chosen ?? []).flatMap((id) => columns.find(({ schema }) => schema.id === id) ?? []);
  return known.length > 0 ? known : columns.filter(({ schema }) => !schema.hidden);
}

/** Column definitions for TanStack Table. */
export function columnDefinitions(columns: readonly ShownColumn[]) {
  return helper.columns(
    columns.map((column) =>
      helper.accessor(({ row }) => row, {
        id: column.schema.id,
        header: column.schema.title,
        size: naturalWidth(column),
        minSize: MIN_WIDTH,
        sortDescFirst: column.format.numeric,
        meta: column,
      }),
    ),
  );
}

/**
 * Widths of the columns for a CSS grid. The first column of names that was not resized takes the room that is left, so that figures
 * stand together at the right.
 */
export function columnTemplate(
  headers: readonly Header<typeof features, ShownRow>[],
  widths: Readonly<Record<string, number>>,
): string {
  const wide = headers.find(({ column }) => column.columnDef.meta?.schema.kind === 'name' && !(column.id in widths));
  return headers
    .map((header) => (header === wide ? `minmax(${header.getSize()}px, 1fr)` : `${header.getSize()}px`))
    .join(' ');
}

/** The head's text after the title: `, ms`. */
export function unitSuffix({ format }: ShownColumn): string {
  return format.unit === '' ? '' : `, ${format.unit}`;
}

export const MIN_WIDTH = 40;
const PADDING = 16;
const CHARACTER = 6.6;
const MONO_CHARACTER = 6.8;
const SORT_ARROW = 12;
const SHARE_BAR = 44;
const MARK = 16;
const NAME_WIDTH = 240;
const TEXT_WIDTH = 200;

/** A width that fits the head and, within reason, the cells. */
function naturalWidth(column: ShownColumn): number {
  const { schema, format } = column;
  const head = (schema.title.length + unitSuffix(column).length) * CHARACTER + SORT_ARROW;
  return Math.ceil(PADDING + Math.max(head, cellWidth(schema, format)));
}

function cellWidth({ kind }: ColumnSchema, { longest }: ColumnFormat): number {
  switch (kind) {
    case 'name':
      return Math.min(longest * MONO_CHARACTER + MARK, NAME_WIDTH);
    case 'text':
      return Math.min(longest * CHARACTER, TEXT_WIDTH);
    case 'category':
      return Math.min(longest * CHARACTER + MARK, TEXT_WIDTH);
    case 'share':
      return longest * CHARACTER + SHARE_BAR;
    default:
      return longest * CHARACTER;
  }
}
