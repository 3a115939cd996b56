import { expect, test } from 'vitest';
import { layOut, scalesOf } from './layout.ts';
import { boxBetween, boxed, bringInto, dragged, zoomAt } from './navigate.ts';
import { pointsOf } from './points.ts';
import { classesOf, pointAt, positionsOf } from './positions.ts';
import { RADII, sizeClass, timeOfClass } from './size-classes.ts';
import { tableOf } from './test-table.ts';

const WINDOW = { intensity: [1, 100], throughput: [1, 100], strip: [0.1, 10] } as const;
const TABLE = tableOf([
  { name: 'long', gflop: 1, intensity: 10, tflops: 10, tbs: 1, time: 1000, share: 0.9 },
  { name: 'short on top of it', gflop: 1, intensity: 10, tflops: 10, tbs: 1, time: 1, share: 0.1 },
  { name: 'apart', gflop: 1, intensity: 50, tflops: 2, tbs: 1, time: 1, share: 0.1 },
  { name: 'moves data', gflop: 0, intensity: 0, tflops: 0, tbs: 1, time: 1, share: 0.1 },
]);
const POINTS = pointsOf(TABLE, Uint32Array.of(0, 1, 2, 3));
const LAYOUT = layOut({ width: 800, height: 500 }, true);
const SCALES = scalesOf(LAYOUT, WINDOW);
const POSITIONS = positionsOf(POINTS, LAYOUT, SCALES);
const CLASSES = classesOf(POINTS, 1000);
const at = (point: number) => ({ x: POSITIONS.x[point], y: POSITIONS.y[point] });
const CENTRE = { x: LAYOUT.plot.left + LAYOUT.plot.width / 2, y: LAYOUT.plot.top + LAYOUT.plot.height / 2 };

test('the middle of both decades is the middle of the plot', () => {
  expect(POSITIONS.x[0]).toBeCloseTo(CENTRE.x, 9);
  expect(POSITIONS.y[0]).toBeCloseTo(CENTRE.y, 9);
});

test('1 TB/s stands in the middle of a strip from 0.1 to 10', () => {
  expect(POSITIONS.y[3]).toBeCloseTo(CENTRE.y, 9);
  expect(POSITIONS.x[3]).toBeLessThan(LAYOUT.plot.left);
});

test('the point on top is hit, then the one below it beside it, then the nearest within reach', () => {
  const hit = (spot: { x: number; y: number }) => pointAt(POINTS, CLASSES, POSITIONS, LAYOUT, spot);
  expect(hit(at(0))).toBe(1);
  expect(hit({ x: CENTRE.x + RADII[7] - 1, y: CENTRE.y })).toBe(0);
  expect(hit({ x: at(2).x + RADII[0] + 3, y: at(2).y })).toBe(2);
  expect(hit({ x: at(2).x + RADII[0] + 6, y: at(2).y })).toBe(-1);
  expect(hit(at(3))).toBe(3);
  expect(hit({ x: 2, y: 2 })).toBe(-1);
});

test('areas go by time, and the shortest is still seen', () => {
  expect(sizeClass(1000, 1000)).toBe(RADII.length - 1);
  expect(sizeClass(1, 1e9)).toBe(0);
  // A quarter of the time has half the radius: 7.5 of 15.
  expect(RADII[sizeClass(250, 1000)]).toBe(7.5);
  expect(timeOfClass(RADII.indexOf(7.5), 1000)).toBe(250);
});

test('the wheel on the plot zooms both axes, on an axis that one, on the strip its own', () => {
  const on = (spot: { x: number; y: number }) => zoomAt(WINDOW, LAYOUT, SCALES, spot, 2);
  const both = on(CENTRE);
  expect(both.intensity[0]).toBeCloseTo(10 ** 0.5, 9);
  expect(both.throughput[1]).toBeCloseTo(10 ** 1.5, 9);
  expect(both.strip).toEqual(WINDOW.strip);
  const below = on({ x: CENTRE.x, y: LAYOUT.height - 5 });
  expect(below.throughput).toEqual(WINDOW.throughput);
  expect(below.intensity).not.toEqual(WINDOW.intensity);
  const beside = on({ x: LAYOUT.plot.left - 20, y: CENTRE.y });
  expect(beside.intensity).toEqual(WINDOW.intensity);
  expect(beside.throughput).not.toEqual(WINDOW.throughput);
  const strip = on(at(3));
  expect(strip.strip).not.toEqual(WINDOW.strip);
  expect(strip.throughput).toEqual(WINDOW.throughput);
});

test('a drag takes the point under the pointer along', () => {
  const to = { x: CENTRE.x + 60, y: CENTRE.y - 40 };
  const window = dragged(WINDOW, LAYOUT, SCALES, CENTRE, to);
  const moved = positionsOf(POINTS, LAYOUT, scalesOf(LAYOUT, window));
  expect(moved.x[0]).toBeCloseTo(to.x, 6);
  expect(moved.y[0]).toBeCloseTo(to.y, 6);
});

test('a box becomes the window, whichever corner it began at', () => {
  const { left, top, width, height } = LAYOUT.plot;
  const box = boxBetween(LAYOUT, { x: left + width / 2, y: top + 10 }, { x: left + width + 500, y: top + height / 2 });
  expect(box).toEqual({ left: left + width / 2, top: top + 10, width: width / 2, height: height / 2 - 10 });
  const window = boxed(
    WINDOW,
    LAYOUT,
    SCALES,
    { x: left + width, y: top },
    { x: left + width / 2, y: top + height / 2 },
  );
  expect(window.intensity[0]).toBeCloseTo(10, 9);
  expect(window.intensity[1]).toBeCloseTo(100, 9);
  expect(window.throughput[0]).toBeCloseTo(10, 9);
});

test('a point out of sight is brought into the middle, one in sight moves nothing', () => {
  expect(bringInto(WINDOW, LAYOUT, SCALES, at(2), false)).toBe(WINDOW);
  const away = { ...WINDOW, intensity: [1000, 100_000] } as const;
  const scales = scalesOf(LAYOUT, away);
  const out = positionsOf(POINTS, LAYOUT, scales);
  const window = bringInto(away, LAYOUT, scales, { x: out.x[2], y: out.y[2] }, false);
  const back = positionsOf(POINTS, LAYOUT, scalesOf(LAYOUT, window));
  expect(back.x[2]).toBeCloseTo(CENTRE.x, 6);
  expect(back.y[2]).toBeCloseTo(CENTRE.y, 6);
});
