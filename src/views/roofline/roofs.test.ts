import { expect, test } from 'vitest';
import type { Figure, Hardware } from '../../../workers/roofline/hardware.ts';
import { isAbove } from './fit.ts';
import { datasheetLimit, memoryRoof, peaksIn, roofLines } from './roofs.ts';

const figure = (value: number): Figure => ({ value, source: 'by hand', confirmed: true });
const DEVICE: Hardware = {
  name: 'by hand',
  matrixOnVector: [],
  datasheet: { bandwidth: figure(2000), peaks: { matrix_bf16: figure(1000), vector_fp32: figure(50) } },
  achievable: { peaks: { matrix_bf16: figure(700) } },
};

test('a compute roof a peak that is present and known, from its ridge on', () => {
  const lines = roofLines(DEVICE, peaksIn(['matrix_bf16', '', 'vector_fp32', 'matrix_fp8', 'matrix_bf16']));
  expect(lines).toEqual([
    // 1000 TFLOP/s over 2 TB/s is 500 FLOP/byte: as far as the memory's line is needed.
    { kind: 'datasheet', peak: null, value: 2000, from: 0, to: 500 },
    { kind: 'datasheet', peak: 'matrix_bf16', value: 1000, from: 500, to: Number.POSITIVE_INFINITY },
    { kind: 'datasheet', peak: 'vector_fp32', value: 50, from: 25, to: Number.POSITIVE_INFINITY },
    // Nobody measured the bandwidth: the ridge lies on the datasheet's line, which is not drawn twice.
    { kind: 'achievable', peak: 'matrix_bf16', value: 700, from: 350, to: Number.POSITIVE_INFINITY },
  ]);
});

test('without a compute roof the memory bounds everywhere', () => {
  expect(roofLines(DEVICE, [])).toEqual([
    { kind: 'datasheet', peak: null, value: 2000, from: 0, to: Number.POSITIVE_INFINITY },
  ]);
});

test('without a bandwidth a compute roof bounds everywhere', () => {
  const device = { ...DEVICE, datasheet: { peaks: DEVICE.datasheet.peaks } };
  expect(roofLines(device, ['vector_fp32'])).toEqual([
    { kind: 'datasheet', peak: 'vector_fp32', value: 50, from: 0, to: Number.POSITIVE_INFINITY },
  ]);
  expect(datasheetLimit(device, 1, undefined)).toBeNull();
});

test('the limit of a point is the lower of memory and compute; of data movement the bandwidth', () => {
  expect(memoryRoof(2000, 100)).toBe(200);
  expect(datasheetLimit(DEVICE, 100, 'matrix_bf16')).toBe(200);
  expect(datasheetLimit(DEVICE, 800, 'matrix_bf16')).toBe(1000);
  expect(datasheetLimit(DEVICE, 800, 'matrix_fp8')).toBe(1600);
  expect(datasheetLimit(DEVICE, Number.NaN, undefined)).toBe(2);
});

test('only what lies above a limit is suspicious', () => {
  expect(isAbove(200, 200)).toBe(false);
  expect(isAbove(200.1, 200)).toBe(true);
  expect(isAbove(1e9, null)).toBe(false);
});
