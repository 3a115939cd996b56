import { expect, test } from 'vitest';
import { fittedWindow } from './fit.ts';
import { pointsOf } from './points.ts';
import { tableOf } from './test-table.ts';

const MM = {
  name: 'aten::mm',
  category: 'gemm',
  gflop: 2,
  intensity: 100,
  tflops: 400,
  tbs: 4,
  share: 0.5,
  peak: 'matrix_bf16',
};
const TABLE = tableOf([
  {
    name: 'aten::add',
    category: 'elementwise',
    gflop: 0.001,
    intensity: 0.125,
    tflops: 0.3,
    tbs: 2.4,
    time: 10,
    share: 0.1,
  },
  { ...MM, time: 50, intensityLow: 80, intensityHigh: 120 },
  { name: 'aten::copy_', category: 'copy', gflop: 0, intensity: 0, tflops: 0, tbs: 1.5, time: 20, share: 0.2 },
  { name: 'nccl', category: 'communication', time: 12, share: 0.12 },
  // FLOPs are known, bytes are not; and a copy that took no time.
  { name: 'odd', category: 'other', gflop: 3, tflops: 1, time: 5, share: 0.05 },
  { name: 'memset', category: 'copy', gflop: 0, tbs: Number.NaN, time: 0, share: 0 },
]);
const ALL = Uint32Array.from({ length: TABLE.rows }, (_, row) => row);

test('rows become points, longest first; work without FLOPs stands in the strip by TB/s', () => {
  const points = pointsOf(TABLE, ALL);
  expect([...points.row]).toEqual([1, 2, 0]);
  expect([...points.inStrip]).toEqual([0, 1, 0]);
  expect([...points.intensity]).toEqual([100, Number.NaN, 0.125]);
  expect([...points.rate]).toEqual([400, 1.5, 0.3]);
  expect([...points.lowIntensity]).toEqual([80, Number.NaN, Number.NaN]);
  expect(Array.from(points.category, (place) => points.categories[place])).toEqual(['gemm', 'copy', 'elementwise']);
  expect(points.peak).toEqual(['matrix_bf16', '', '']);
});

test('rows without a place are counted with their time', () => {
  expect(pointsOf(TABLE, ALL).unplaced).toEqual({ rows: 3, ns: 17 });
});

test('only the rows asked for, with at least a share of the time, become points', () => {
  expect([...pointsOf(TABLE, Uint32Array.of(0, 2)).row]).toEqual([2, 0]);
  expect([...pointsOf(TABLE, ALL, 0.2).row]).toEqual([1, 2]);
  expect(pointsOf(TABLE, ALL, 0.1).unplaced).toEqual({ rows: 1, ns: 12 });
});

test('neighbours in rate stand in different lanes of the strip', () => {
  const copies = tableOf(
    Array.from({ length: 12 }, (_, i) => ({ name: `copy ${i}`, gflop: 0, tbs: 1 + i, time: i + 1, share: 0 })),
  );
  const points = pointsOf(
    copies,
    Uint32Array.from({ length: 12 }, (_, row) => row),
  );
  const byRate = Array.from(points.lane.keys()).sort((a, b) => points.rate[a] - points.rate[b]);
  for (let i = 1; i < 12; i++) expect(points.lane[byRate[i]]).not.toBe(points.lane[byRate[i - 1]]);
});

test('the window holds every point, its bounds, and the ridges of the roofs', () => {
  const points = pointsOf(TABLE, ALL);
  const { intensity, throughput, strip } = fittedWindow(points, [
    { kind: 'datasheet', peak: null, value: 2000, from: 0, to: 150 },
    { kind: 'datasheet', peak: 'matrix_bf16', value: 300, from: 150, to: Number.POSITIVE_INFINITY },
  ]);
  expect(intensity[0]).toBeLessThan(0.125);
  expect(intensity[1]).toBeGreaterThan(150);
  expect(throughput[0]).toBeLessThan(0.3);
  // The point above the roof of 300 is in it.
  expect(throughput[1]).toBeGreaterThan(400);
  expect(strip[0]).toBeLessThan(1.5);
  expect(strip[1]).toBeGreaterThan(2);
});

test('without points the window is one that can be drawn', () => {
  const { intensity } = fittedWindow(pointsOf(TABLE, Uint32Array.of(3)), []);
  expect(intensity[1]).toBeGreaterThan(intensity[0]);
  expect(intensity[0]).toBeGreaterThan(0);
});
