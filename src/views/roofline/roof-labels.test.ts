import { expect, test } from 'vitest';
import { layOut, overlap, scalesOf } from './layout.ts';
import { labelBox, roofLabels, roofText } from './roof-labels.ts';
import type { RoofLine } from './roofs.ts';

const LAYOUT = layOut({ width: 900, height: 500 }, false);
const SCALES = scalesOf(LAYOUT, { intensity: [0.1, 10_000], throughput: [0.1, 2000], strip: [1, 10] });
const INFINITE = Number.POSITIVE_INFINITY;
const ROOFS: readonly RoofLine[] = [
  { kind: 'datasheet', peak: null, value: 2000, from: 0, to: 500 },
  { kind: 'datasheet', peak: 'matrix_bf16', value: 1000, from: 500, to: INFINITE },
  { kind: 'datasheet', peak: 'matrix_fp16', value: 1000, from: 500, to: INFINITE },
  { kind: 'achievable', peak: 'matrix_bf16', value: 900, from: 450, to: INFINITE },
];
const widthOf = (text: string) => text.length * 6;

test('a label says what bounds and where', () => {
  expect(roofText(ROOFS[0])).toBe('memory, 2\u202f000\u202fGB/s');
  expect(roofText(ROOFS[1])).toBe('bf16 matrix, 1\u202f000\u202fTFLOP/s');
  expect(roofText(ROOFS[3])).toBe('bf16 matrix, 900 achievable');
  expect(roofText({ ...ROOFS[1], peak: 'matrix_int8' })).toBe('int8 matrix, 1\u202f000\u202fTOP/s');
});

test('labels of roofs that lie close keep clear of each other, and inside the plot', () => {
  const labels = roofLabels(ROOFS, LAYOUT, SCALES, widthOf, []);
  expect(labels.map(({ roof }) => roof)).toEqual([...ROOFS]);
  const boxes = labels.map((label) => labelBox(label, widthOf));
  for (const [i, box] of boxes.entries()) {
    expect(box.left).toBeGreaterThanOrEqual(LAYOUT.plot.left - 5);
    expect(box.left + box.width).toBeLessThanOrEqual(LAYOUT.plot.left + LAYOUT.plot.width + 5);
    for (const other of boxes.slice(i + 1)) expect(overlap(box, other)).toBe(false);
  }
});

test('the label of the memory roof runs along its line', () => {
  const memory = roofLabels(ROOFS.slice(0, 1), LAYOUT, SCALES, widthOf, [])[0];
  const decades = { x: LAYOUT.plot.width / 5, y: LAYOUT.plot.height / Math.log10(20_000) };
  expect(memory.turn).toBeCloseTo(Math.atan(decades.y / decades.x), 6);
});

test('a roof out of sight has no label', () => {
  const low = scalesOf(LAYOUT, { intensity: [0.1, 1], throughput: [0.1, 1], strip: [1, 10] });
  expect(roofLabels(ROOFS.slice(1), LAYOUT, low, widthOf, [])).toEqual([]);
});
