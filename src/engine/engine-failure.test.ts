import { describe, expect, it } from 'vitest';
import { EngineFailure, failureOf } from './engine-failure.ts';

/** The error of an allocation that this runtime really refuses. */
function refused(allocate: () => unknown): unknown {
  try {
    allocate();
  } catch (error) {
    return error;
  }
  throw new Error('the allocation was granted');
}

describe('failureOf', () => {
  it.each([
    ['an array buffer', () => new ArrayBuffer(2 ** 52)],
    ['a typed array', () => new Float64Array(2 ** 50)],
    ['a WebAssembly memory', () => new WebAssembly.Memory({ initial: 1, maximum: 1 }).grow(1)],
  ])('knows a refused allocation of %s', (_, allocate) => {
    expect(failureOf(refused(allocate)).kind).toBe('out-of-memory');
  });

  it('keeps any other error apart, with its stack for a report', () => {
    const failure = failureOf(new TypeError('x is not a function'));
    expect(failure.kind).toBe('internal');
    expect(failure.detail).toContain('x is not a function');
  });

  it('passes a failure through', () => {
    const failure = new EngineFailure('stopped', '');
    expect(failureOf(failure)).toBe(failure);
  });
});
