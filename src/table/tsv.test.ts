import { describe, expect, it } from 'vitest';
import { toTsv } from './tsv.ts';

describe('toTsv', () => {
  it('separates cells by tabs and ends every row', () => {
    expect(
      toTsv([
        ['Operator', 'Time (ms)'],
        ['aten::mm', '4.1'],
      ]),
    ).toBe('Operator\tTime (ms)\naten::mm\t4.1\n');
  });
  it('keeps a cell in its place when it holds tabs or line ends', () => {
    expect(toTsv([['a\tb\r\nc', 'd']])).toBe('a b c\td\n');
  });
  it('neutralises what a spreadsheet would run, and leaves numbers alone', () => {
    expect(toTsv([['=1+1', '@x', '+cmd', '-5.2', '-x', '']])).toBe("'=1+1\t'@x\t'+cmd\t-5.2\t'-x\t\n");
  });
});
