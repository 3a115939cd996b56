import { describe, expect, it } from 'vitest';
import { csvBytes, csvChunks } from './csv.ts';
import { makeTable, number, text } from './make-table.ts';

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const cells = ['plain', 'a,b', 'say "hi"', 'two\nlines', '=1+1', '+x', '-x', '@x', '\tx', '\rx', 'µs ✓', undefined];
const table = makeTable({ id: 't', title: 't', description: '' }, cells.length, [
  text({ id: 'name', title: 'Name', kind: 'name', description: '' }, (row) => cells[row]),
  number({ id: 'time', title: 'Time', kind: 'duration', description: '' }, (row) =>
    row === 1 ? Number.NaN : -row / 4,
  ),
]);

describe('CSV', () => {
  it('quotes what needs it, neutralises formulas and leaves numbers raw', () => {
    expect(decode(csvBytes(table))).toBe(
      [
        'Name,Time (ns)',
        'plain,0',
        '"a,b",',
        '"say ""hi""",-0.5',
        '"two\nlines",-0.75',
        "'=1+1,-1",
        "'+x,-1.25",
        "'-x,-1.5",
        "'@x,-1.75",
        "'\tx,-2",
        '"\'\rx",-2.25',
        'µs ✓,-2.5',
        ',-2.75',
        '',
      ].join('\r\n'),
    );
  });

  it.each([' =1', '\u00a0\t@x', '\n=1', '\nx', '\u0000x', '\u001bx', '\uff1d1', '\uff0b1', '\uff0d1', ' \uff20x'])(
    'neutralises %j',
    (cell) => {
      const one = makeTable({ id: 't', title: 't', description: '' }, 1, [
        text({ id: 'n', title: 'N', kind: 'text', description: '' }, () => cell),
      ]);
      expect(decode(csvBytes(one)).replaceAll('"', '')).toBe(`N\r\n'${cell}\r\n`);
    },
  );

  it('writes chosen rows in their order', () => {
    expect(decode(csvBytes(table, { order: Uint32Array.of(2, 0) }))).toBe(
      'Name,Time (ns)\r\n"say ""hi""",-0.5\r\nplain,0\r\n',
    );
  });

  it('comes in chunks that join to the same bytes', () => {
    const long = makeTable({ id: 't', title: 't', description: '' }, 40_000, [
      text({ id: 'n', title: 'N', kind: 'text', description: '' }, (row) => `row ${row} ✓`),
    ]);
    const chunks = [...csvChunks(long)];
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.map(decode).join('')).toBe(decode(csvBytes(long)));
    expect(decode(csvBytes(long)).split('\r\n')).toHaveLength(40_002);
  });
});
