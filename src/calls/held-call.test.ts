import { expect, it } from 'vitest';
import { callOf } from './held-call.ts';

/** Two calls of one launched graph, then one of its own. */
const calls = {
  event: Int32Array.of(7, 7, 9),
  startNs: Float64Array.of(100, 250, 400),
  kernelNs: Float64Array.of(10, 20, 30),
};

it('tells the calls of one launch apart', () => {
  expect(callOf(calls, { event: 7, startNs: 250 })).toBe(1);
});

it('finds a call at another place where a narrower scope has fewer before it', () => {
  const fewer = { event: calls.event.slice(1), startNs: calls.startNs.slice(1), kernelNs: calls.kernelNs.slice(1) };
  expect(callOf(fewer, { event: 7, startNs: 250 })).toBe(0);
});

it('finds no call that is not among them', () => {
  expect(callOf(calls, { event: 9, startNs: 100 })).toBeNull();
});
