import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitName } from './split-name.ts';

describe('splitName', () => {
  it('leaves a short name whole', () => expect(splitName('aten::copy_')).toEqual(['aten::copy_', '']));

  it('starts the tail at a word where one is near', () => {
    expect(splitName('moe_triton_unfused_finalize_matmul_scatter')).toEqual([
      'moe_triton_unfused_finalize_',
      'matmul_scatter',
    ]);
    expect(splitName('vllm::unified_attention_with_output')).toEqual(['vllm::unified_attention_', 'with_output']);
  });

  it('cuts a name without words at a fixed place', () => {
    expect(splitName('a'.repeat(40))).toEqual(['a'.repeat(28), 'a'.repeat(12)]);
  });

  it('does not tear a character apart', () => {
    const name = '😀'.repeat(20);
    for (const part of [...splitName(`x${name}`), ...splitName(name)]) {
      expect(() => encodeURIComponent(part)).not.toThrow();
    }
  });

  it('loses nothing of any name, and keeps the tail short', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
        const [head, tail] = splitName(name);
        expect(head + tail).toBe(name);
        expect(tail.length).toBeLessThanOrEqual(19);
      }),
    );
  });
});
