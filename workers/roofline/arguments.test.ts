import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../base/json.ts';
import * as read from './arguments.ts';
import type { OpCall } from './op-call.ts';

const call = (fields: Partial<OpCall>): OpCall => ({
  name: 'aten::mm',
  dims: undefined,
  types: undefined,
  strides: undefined,
  concrete: undefined,
  context: { kernels: [], args: {} },
  ...fields,
});

describe('arguments of a call', () => {
  const recorded = call({
    dims: [[2, 3], [], [[1, 2], [3]], [-1], ['2']],
    types: ['float', '', ['float']],
    strides: [[3, 1], [], [[1]]],
    concrete: ['', '[1, 2]', 'True', '7', '0', [1]],
  });

  it('reads shapes', () => {
    expect(read.shapeAt(recorded, 0)).toEqual([2, 3]);
    expect(read.shapeAt(recorded, 0, 2)).toEqual([2, 3]);
    expect(read.shapeAt(recorded, 0, 3)).toBeNull();
    expect(read.shapeAt(recorded, 1)).toEqual([]);
    expect([2, 3, 4, 5].map((i) => read.shapeAt(recorded, i))).toEqual([null, null, null, null]);
    expect(read.shapesAt(recorded, 2)).toEqual([[1, 2], [3]]);
    expect(read.shapesAt(recorded, 0)).toBeNull();
    expect([0, 1, 2].map((i) => read.hasTensor(recorded, i))).toEqual([true, false, false]);
  });

  it('reads dtypes, strides and printed values', () => {
    expect([0, 1, 2, 9].map((i) => read.typeAt(recorded, i))).toEqual(['float', '', '', '']);
    expect([0, 1, 2].map((i) => read.stridesAt(recorded, i))).toEqual([[3, 1], [], null]);
    expect(read.integersAt(recorded, 1)).toEqual([1, 2]);
    expect(read.integersAt(recorded, 3)).toEqual([7]);
    expect(read.integersAt(recorded, 2)).toBeUndefined();
    expect(read.integerAt(recorded, 3)).toBe(7);
    expect(read.integerAt(recorded, 1)).toBeUndefined();
    expect([0, 2, 3, 4].map((i) => read.flagAt(recorded, i))).toEqual([undefined, true, undefined, false]);
    expect(read.flagsAt(call({ concrete: ['[True, False]'] }), 0)).toEqual([true, false]);
    expect(read.flagsAt(recorded, 1)).toBeUndefined();
  });

  it('tells no shapes from odd shapes', () => {
    expect(read.whyNoShape(call({}))).toBe('no-shapes');
    expect(read.whyNoShape(recorded)).toBe('inconsistent-shapes');
  });

  it('never throws', () => {
    const junk: fc.Arbitrary<JsonValue> = fc.jsonValue() as fc.Arbitrary<JsonValue>;
    fc.assert(
      fc.property(fc.array(junk), (values) => {
        const odd = call({ dims: values, types: values, strides: values, concrete: values });
        for (let i = 0; i <= values.length; i++) {
          const shape = read.shapeAt(odd, i);
          for (const extent of shape ?? []) expect(extent).toBeGreaterThanOrEqual(0);
          read.shapesAt(odd, i);
          read.hasTensor(odd, i);
          read.typeAt(odd, i);
          read.stridesAt(odd, i);
          read.integerAt(odd, i);
          read.integersAt(odd, i);
          read.flagAt(odd, i);
          read.flagsAt(odd, i);
        }
      }),
    );
  });
});
