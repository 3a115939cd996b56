import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignByName, alignByPlace } from './align.ts';
import { KernelTokens } from './kernel-tokens.ts';

const tokens = new KernelTokens();
/** Names of kernels, separated by blanks; `Memcpy` is a copy. */
const kernels = (names: string) =>
  Int32Array.from(names.split(' ').filter(Boolean), (name) =>
    name === 'Memcpy' ? tokens.ofDispatch('hipMemcpyAsync', '') : tokens.ofKernel(name),
  );
const unnamed = (count: number) => Int32Array.from({ length: count }, () => tokens.ofDispatch('cudaLaunchKernel', ''));

describe('alignByName', () => {
  it.each<[string, string, string, readonly number[]]>([
    ['the same order', 'a b', 'a b', [0, 1]],
    ['calls that ran no kernel', 'a b', 'x a b', [1, 2]],
    ['a kernel that no call made', 'a b a', 'a b', [0, 1, -1]],
    ['another order', 'a b a', 'b a a', [1, 0, 2]],
    ['a copy in another place', 'b Memcpy', 'Memcpy b', [1, 0]],
    ['two streams', 'k1 k2 k1', 'k1 k1 k2', [0, 2, 1]],
    ['a kernel missing and one more', 'a c d x', 'a b c d', [0, 2, 3, -1]],
    ['nothing in common', 'a b', 'c d', [-1, -1]],
    ['no kernels', '', 'a', []],
  ])('pairs %s', (_, replayed, captured, expected) => {
    const { dispatchOf, aligned, isByCount } = alignByName(kernels(replayed), kernels(captured));
    expect([...dispatchOf]).toEqual(expected);
    expect(aligned).toBe(expected.filter((dispatch) => dispatch >= 0).length);
    expect(isByCount).toBe(false);
  });

  it('pairs names that are equal, each dispatch once, at least as many as the longest common subsequence', () => {
    const names = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(names, names, (a, b) => {
        const [replayed, captured] = [kernels(a.join(' ')), kernels(b.join(' '))];
        const { dispatchOf, aligned } = alignByName(replayed, captured);
        const pairs = [...dispatchOf.entries()].filter(([, dispatch]) => dispatch >= 0);
        for (const [kernel, dispatch] of pairs) expect(captured[dispatch]).toBe(replayed[kernel]);
        expect(new Set(pairs.map(([, dispatch]) => dispatch)).size).toBe(pairs.length);
        expect(aligned).toBeGreaterThanOrEqual(longestCommon(a, b));
      }),
    );
  });

  it('aligns long graphs with a few strays', () => {
    const length = 20_000;
    const captured = Int32Array.from({ length }, (_, i) => (i * 7919) % 97);
    const replayed = captured.filter((_, i) => i % 4000 !== 17);
    const { dispatchOf, aligned } = alignByName(replayed, captured);
    expect(aligned).toBe(replayed.length);
    expect([...dispatchOf.keys()].every((i) => captured[dispatchOf[i]] === replayed[i])).toBe(true);
  });
});

describe('alignByPlace', () => {
  const names = (text: string) => (kernel: number) => text.split(' ')[kernel];

  it('pairs by place where the counts agree, and says so', () => {
    const found = alignByPlace(kernels('a b'), names('a b'), unnamed(2), ['', ''], tokens);
    expect(found).toMatchObject({ aligned: 2, isByCount: true });
  });

  it.each<[string, string, Int32Array, readonly string[]]>([
    ['another number', 'a b', unnamed(3), ['', '', '']],
    ['a copy where a kernel was launched', 'a Memcpy', unnamed(2), ['', '']],
    ['a kernel where a copy was made', 'a b', Int32Array.of(...unnamed(1), ...kernels('Memcpy')), ['', '']],
    ['a compiled kernel of another name', 'a b', unnamed(2), ['', 'triton_poi_fused_add_0']],
  ])('refuses %s', (_, replayed, captured, hints) => {
    expect(alignByPlace(kernels(replayed), names(replayed), captured, hints, tokens)).toBeNull();
  });
});

/** Length of the longest common subsequence, from its recursive definition. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  const lengths = Array.from({ length: a.length + 1 }, () => new Int32Array(b.length + 1));
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      lengths[i][j] =
        a[i - 1] === b[j - 1] ? lengths[i - 1][j - 1] + 1 : Math.max(lengths[i - 1][j], lengths[i][j - 1]);
    }
  }
  return lengths[a.length][b.length];
}
