import { expect, test } from 'vitest';
import { PHASES } from '../../../workers/base/scope.ts';
import { chartLayout, yOf } from './chart-layout.ts';
import { columnsOf, rangeIn } from './columns.ts';
import { barPaths, linePath, stripPaths, veilPath } from './paths.ts';
import type { StepSeries } from './series.ts';
import { borderAt, borderPixel, stepAt, xAxis } from './x-axis.ts';

const NONE = Number.NaN;

/** Steps one after the other, of these durations in ns and with nothing on the GPU but what is told. */
function seriesWith(durations: readonly number[], phases: readonly (typeof PHASES)[number][] = []): StepSeries {
  let at = 0;
  const startNs = Float64Array.from(durations, (duration) => {
    at += duration;
    return at - duration;
  });
  const all = (value: number) => new Float64Array(durations.length).fill(value);
  const busy = Float64Array.from(durations, (duration) => duration / 2);
  return {
    count: durations.length,
    phase: Uint8Array.from(durations, (_, step) => PHASES.indexOf(phases[step] ?? 'step')),
    startNs,
    durationNs: Float64Array.from(durations),
    parts: { busy, exposed: all(0), idle: all(0) },
    generationTokens: all(NONE),
    lines: {
      concurrency: all(NONE),
      contextRequests: all(NONE),
      generationRequests: all(NONE),
      tokens: all(NONE),
      kvTokens: all(NONE),
    },
  };
}

test('by index steps are equally wide, by time as long as they take', () => {
  const series = seriesWith([10, 30, 60]);
  const byIndex = xAxis(series, 'index', 100, 300);
  expect([...byIndex.from]).toEqual([100, 200, 300]);
  expect([...byIndex.to]).toEqual([200, 300, 400]);
  const byTime = xAxis(series, 'time', 100, 300);
  expect([...byTime.from]).toEqual([100, 130, 220]);
  expect([...byTime.to]).toEqual([130, 220, 400]);
  expect([0, 100, 129, 130, 399, 999].map((x) => stepAt(byTime, x))).toEqual([0, 0, 0, 1, 2, 2]);
  expect(stepAt(xAxis(seriesWith([]), 'index', 0, 10), 5)).toBe(-1);
});

test('a border is the nearest one, and both ends have one', () => {
  const axis = xAxis(seriesWith([1, 1, 1]), 'index', 0, 30);
  expect([-5, 4, 6, 14, 16, 29, 99].map((x) => borderAt(axis, x))).toEqual([0, 0, 1, 1, 2, 3, 3]);
  expect([0, 1, 2, 3].map((border) => borderPixel(axis, border))).toEqual([0, 10, 20, 30]);
});

test('steps that begin in one pixel make one column, which the longest stands for', () => {
  const durations = Float64Array.from({ length: 1000 }, (_, step) => (step === 503 ? 9 : 1));
  const columns = columnsOf(xAxis(seriesWith([...durations]), 'index', 0, 100), durations);
  expect(columns).toHaveLength(100);
  expect(columns.map(({ from, to }) => to - from)).toEqual(new Array(100).fill(10));
  expect(columns[50]).toMatchObject({ x: 50, from: 500, to: 510, longest: 503 });
  expect(columns.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i))).toEqual(
    Array.from({ length: 1000 }, (_, step) => step),
  );
});

test('a few steps have a bar each, with ground between them', () => {
  const series = seriesWith([1, 1]);
  const columns = columnsOf(xAxis(series, 'index', 0, 20), series.durationNs);
  expect(columns).toEqual([
    { x: 0, width: 9.2, from: 0, to: 1, longest: 0 },
    { x: 10, width: 9.2, from: 1, to: 2, longest: 1 },
  ]);
});

test('no spike of a line is lost to a pixel, and unknown values are passed over', () => {
  const column = { x: 0, width: 1, from: 0, to: 4, longest: 0 };
  expect(rangeIn(Float64Array.of(3, NONE, 9, 1), column)).toEqual([1, 9]);
  expect(rangeIn(Float64Array.of(NONE, NONE, NONE, NONE), column)).toBeNull();
  const panel = { title: '', top: 0, bottom: 100, limit: 10, ticks: [] };
  expect(linePath(Float64Array.of(3, NONE, 9, 1), [column], panel)).toBe('M0 90V10H1');
  const apart = [0, 1, 2].map((from) => ({ x: 10 * from, width: 10, from, to: from + 1, longest: from }));
  expect(linePath(Float64Array.of(5, NONE, 2), apart, panel)).toBe('M0 50H10M20 80H30');
});

test('bars lie upon each other and are cut at the limit', () => {
  const series = {
    ...seriesWith([10, 40]),
    parts: { busy: Float64Array.of(4, 30), exposed: Float64Array.of(2, 0), idle: Float64Array.of(1, 10) },
  };
  const columns = columnsOf(xAxis(series, 'index', 0, 2), series.durationNs);
  const panel = { title: '', top: 0, bottom: 100, limit: 20, ticks: [] };
  const plain = PHASES.indexOf('step');
  expect(barPaths(series, columns, panel, 'busy')[plain]).toBe('M0 80h1v20h-1zM1 0h1v100h-1z');
  expect(barPaths(series, columns, panel, 'exposed')[plain]).toBe('M0 70h1v10h-1z');
  expect(barPaths(series, columns, panel, 'idle')[plain]).toBe('M0 65h1v5h-1z');
});

test('the strip shows a single prefill among many steps', () => {
  const series = seriesWith(new Array(100).fill(1), [
    ...new Array(50).fill('decode'),
    'prefill',
    ...new Array(49).fill('decode'),
  ]);
  const columns = columnsOf(xAxis(series, 'index', 0, 10), series.durationNs);
  const [prefill, mixed, decode] = stripPaths(series, columns, { top: 0, bottom: 10 });
  expect(prefill).toBe('M5 0h1v5h-1z');
  expect(mixed).toBe('');
  expect(decode.match(/M/g)).toHaveLength(10);
});

test('what is not chosen lies under one veil a stretch', () => {
  const series = seriesWith(new Array(10).fill(1));
  const columns = columnsOf(xAxis(series, 'index', 0, 10), series.durationNs);
  expect(veilPath((step) => step >= 3 && step < 6, columns, 0, 5)).toBe('M0 0h3v5h-3zM6 0h4v5h-4z');
  expect(veilPath(() => true, columns, 0, 5)).toBe('');
});

test('few steps far longer than the others do not flatten them', () => {
  const size = { width: 800, height: 300 };
  const usual = chartLayout(seriesWith(new Array(100).fill(800)), [], size);
  expect(usual.duration.limit).toBe(800);
  expect(usual.strip).toBeNull();
  const withWarmUp = chartLayout(seriesWith([90_000, ...new Array(99).fill(800)]), [], size);
  expect(withWarmUp.duration.limit).toBe(1000);
  expect(yOf(withWarmUp.duration, 90_000)).toBe(withWarmUp.duration.top);
  expect(chartLayout(seriesWith([1000, 2000]), [], size).duration.limit).toBe(2000);
});
