import { describe, expect, it } from 'vitest';
import { pythonFloat, pythonList, pythonParam, pythonString, pythonStringList, pythonTuple } from './python-text.ts';

describe('Python text', () => {
  it.each([
    [0, '0.0'],
    [-0, '-0.0'],
    [1, '1.0'],
    [-2.5, '-2.5'],
    [0.1, '0.1'],
    [100, '100.0'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1.5e-7, '1.5e-07'],
    [123456789.125, '123456789.125'],
    [1e15, '1000000000000000.0'],
    [1e16, '1e+16'],
    [1.25e300, '1.25e+300'],
    [5.8069411764705885, '5.8069411764705885'],
    [Number.NaN, 'nan'],
    [Number.NEGATIVE_INFINITY, '-inf'],
  ])('float %s is %s', (value, text) => {
    expect(pythonFloat(value)).toBe(text);
  });

  it('quotes strings as repr does', () => {
    expect(pythonString('c10::BFloat16')).toBe("'c10::BFloat16'");
    expect(pythonString("it's")).toBe('"it\'s"');
    expect(pythonString(`it's "x"`)).toBe(`'it\\'s "x"'`);
    expect(pythonString('a\\b\n')).toBe("'a\\\\b\\n'");
    expect(pythonStringList(['GEMM', 'other'])).toBe("['GEMM', 'other']");
  });

  it('writes lists as tuples', () => {
    expect(pythonTuple([[512], [141, 512], []])).toBe('((512,), (141, 512), ())');
    expect(pythonTuple(['', 'Scalar', true, null, 1.5])).toBe("('', 'Scalar', True, None, 1.5)");
  });

  it('writes lists as lists', () => {
    expect(pythonList([[512], [141, 512], []])).toBe('[[512], [141, 512], []]');
  });

  it('writes parameters with floats and lists of their own', () => {
    expect(pythonParam([1, { float: 4 }, null, { list: [true, 'x'] }])).toBe("(1, 4.0, None, [True, 'x'])");
    expect(pythonParam({ list: [] })).toBe('[]');
  });
});
