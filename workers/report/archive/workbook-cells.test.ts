import { describe, expect, it } from 'vitest';
import type { Table } from '../../base/table.ts';
import { bodyRows, cellText, MOST_CHARACTERS, MOST_ROWS } from './workbook-cells.ts';

/** A table of one column of numbers that are their rows. */
function numbers(values: Float64Array): Table {
  const column = { id: 'n', title: 'n', unit: '', kind: 'number', description: '' } as const;
  const schema = { id: 't', title: 't', description: '', columns: [column] };
  return { schema, rows: values.length, columns: [{ type: 'number', values }] };
}

describe('text of a cell', () => {
  it.each([
    ['plain', 'aten::mm', 'aten::mm'],
    ['a formula', '=1+1', "'=1+1"],
    ['a formula behind a character that XML cannot say', '\u0001=1+1', "'=1+1"],
    ['half of a surrogate pair', 'a\ud800b\udc00c', 'abc'],
    ['a whole surrogate pair', 'a\u{1f600}b', 'a\u{1f600}b'],
    ['what a spreadsheet reads as the code of a character', '_x0041_x0042_', '_x005F_x0041_x005F_x0042_'],
    ['what is found in every plain object', 'constructor', 'constructor '],
    ['another of them', '__proto__', '__proto__ '],
  ])('%s', (_, text, cell) => {
    expect(cellText(text)).toBe(cell);
  });

  it('is cut where a cell is full, and says so', () => {
    expect(cellText('x'.repeat(MOST_CHARACTERS))).toBe('x'.repeat(MOST_CHARACTERS));
    const cut = cellText('x'.repeat(40_000));
    expect(cut.length).toBe(MOST_CHARACTERS);
    expect(cut).toMatch(/^x+… \(cut: 40\u202f000 characters\)$/);
  });

  it('is cut between characters', () => {
    expect(cellText('\u{1f600}'.repeat(20_000))).toMatch(/^(\u{1f600})+… \(cut: /u);
    expect(cellText('_x0041_'.repeat(6_000))).toMatch(/^(_x005F_x0041_)+(_x005F_?|)… \(cut: /);
  });
});

describe('rows of a sheet', () => {
  it('keep numbers as numbers, and leave out what is missing', () => {
    expect(bodyRows({ table: numbers(Float64Array.of(1.5, Number.NaN, 0, Number.POSITIVE_INFINITY)) })).toEqual([
      [1.5],
      [null],
      [0],
      ['Infinity'],
    ]);
  });

  it('are all there as long as they fit, and the last one says how many do not', () => {
    const fitting = MOST_ROWS - 1;
    const whole = bodyRows({ table: numbers(new Float64Array(fitting).fill(7)) });
    expect([whole.length, whole.at(-1)]).toEqual([fitting, [7]]);
    const cut = bodyRows({ table: numbers(new Float64Array(fitting + 1).fill(7)) });
    expect([cut.length, cut.at(-2)]).toEqual([fitting, [7]]);
    expect(cut.at(-1)).toEqual([expect.stringMatching(/^2 more rows: a sheet holds no more/)]);
  });
});
