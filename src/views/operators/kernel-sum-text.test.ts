import { describe, expect, it } from 'vitest';
import { kernelSumText } from './kernel-sum-text.ts';

const text = (kernelSumNs: number, unattributedNs: number) =>
  kernelSumText({ kernelSumNs, unattributedNs }).replaceAll('\u202f', ' ');

describe('kernelSumText', () => {
  it('adds operators and what has none up to the kernel sum, in its unit', () => {
    expect(text(153_747_000, 500_000)).toBe(
      '153.247 in operators + 0.500 unattributed = 153.747 ms, the kernel sum of the scope',
    );
  });
  it('shows nothing as 0', () => {
    expect(text(9_000, 0)).toBe('9.000 in operators + 0 unattributed = 9.000 µs, the kernel sum of the scope');
    expect(text(0, 0)).toBe('0 in operators + 0 unattributed = 0 µs, the kernel sum of the scope');
  });
});
