import type { ColumnData, Table } from './table.ts';

/** Columns that say what a row is about, whatever the scope, the device or the conventions. */
export const IDENTITY: readonly string[] = [
  'step',
  'gap',
  'launch',
  'name',
  'call',
  'copy',
  'operation',
  'fullName',
  'module',
  'shapes',
  'types',
  'dtype',
  'group',
  'device',
  'stream',
];

/** Longer texts stand in a key by their start and a digest, so that a link can carry it. */
const LONGEST_TEXT = 60;

/** What a row is about, as a text that finds it again in the same table on another basis. */
export function rowKey(table: Table, row: number): string {
  const key = keyOf(table);
  const own = key(row);
  let before = 0;
  for (let other = 0; other < row; other++) before += Number(key(other) === own);
  return before === 0 ? own : `${own}#${before}`;
}

/** The row of a key; undefined where the table has none. */
export function rowOfKey(table: Table, wanted: string): number | undefined {
  const key = keyOf(table);
  const [own, before = '0'] = wanted.split(/#(?=\d+$)/);
  let left = Number(before);
  for (let row = 0; row < table.rows; row++) if (key(row) === own && left-- === 0) return row;
  return undefined;
}

function keyOf(table: Table): (row: number) => string {
  const parts = IDENTITY.flatMap((id) => {
    const at = table.schema.columns.findIndex((column) => column.id === id);
    return at < 0 ? [] : [partOf(table.columns[at])];
  });
  return (row) => JSON.stringify(parts.map((part) => part(row)));
}

function partOf(data: ColumnData): (row: number) => string | number | null {
  if (data.type === 'number') {
    const { values } = data;
    return (row) => values[row];
  }
  const { dictionary, index } = data;
  const shortened: string[] = [];
  return (row) => {
    const place = index[row];
    if (place < 0) return null;
    shortened[place] ??= shorten(dictionary[place]);
    return shortened[place];
  };
}

function shorten(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…${digest(text)}`;
}

/** FNV-1a over the code units of a text, in base 36. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
