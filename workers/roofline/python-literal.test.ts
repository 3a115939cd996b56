import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePythonLiteral } from './python-literal.ts';

describe('parsePythonLiteral', () => {
  it.each([
    ['[1, 1]', [1, 1]],
    ['[]', []],
    ['()', []],
    ['(1,)', [1]],
    [
      '[[1, -2], [True, None]]',
      [
        [1, -2],
        [true, null],
      ],
    ],
    ['0.', 0],
    ['1e-05', 1e-5],
    ['-.5', -0.5],
    ['False', false],
    ["'a, b'", 'a, b'],
    [' [ 3 ] ', [3]],
  ])('reads %s', (text, value) => {
    expect(parsePythonLiteral(text)).toEqual(value);
  });

  it.each(['', 'inf', '-inf', 'nan', 'cuda:0', '[1', '1 2', '[1,,2]', '[,]', "'open", '1e999', '['.repeat(100_000)])(
    'refuses %s',
    (text) => {
      expect(parsePythonLiteral(text)).toBeUndefined();
    },
  );

  it('reads every list of numbers that JSON prints, and never throws', () => {
    const numbers = fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0),
    );
    fc.assert(
      fc.property(fc.array(numbers), (list) => {
        expect(parsePythonLiteral(JSON.stringify(list))).toEqual(list);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        parsePythonLiteral(text);
      }),
    );
  });
});
