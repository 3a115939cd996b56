import { expect, test } from 'vitest';
import { COLOUR_MODES } from '../../state/timeline-settings.ts';
import { colourScale } from './colour-scales.ts';
import { slicesOf } from './test-slices.ts';

const CATEGORIES = [
  { id: 'gemm', label: 'GEMM' },
  { id: 'python', label: 'Python' },
];
const SLICES = slicesOf([
  { startNs: 0, endNs: 1, category: 0, name: 11, operator: 3, phase: 2, bound: 1, overRoof: 1 },
  { startNs: 1, endNs: 2, category: 1, name: 12 },
  { startNs: 2, endNs: 3, category: 0, name: 13, operator: 3, phase: 0, bound: 0, overRoof: 12.5 },
  { startNs: 3, endNs: 4, category: 0, name: 14, overRoof: 0.5 },
]);

/** Labels of the slices in a mode. */
function labels(mode: (typeof COLOUR_MODES)[number]): string[] {
  const { entries, paint } = colourScale(mode, CATEGORIES);
  return Array.from(paint(SLICES, ['a']), (place) => entries[place].label);
}

test('each mode paints what it is named after, and says what it does not know', () => {
  expect(labels('category')).toEqual(['GEMM', 'Python', 'GEMM', 'GEMM']);
  expect(labels('phase')).toEqual(['decode', 'in no step', 'prefill', 'in no step']);
  expect(labels('bound')).toEqual(['compute-bound', 'no roof known', 'memory-bound', 'no roof known']);
  expect(labels('overRoof')).toEqual(['up to 1.25×', 'no roof known', '10× and more', 'up to 1.25×']);
});

test('on their track steps have the colour of their phase', () => {
  const { entries, paint } = colourScale('category', CATEGORIES);
  const slices = slicesOf([
    { track: 0, startNs: 0, endNs: 9, category: 1, phase: 2 },
    { track: 1, startNs: 0, endNs: 9, category: 1, phase: 2 },
    { track: 0, startNs: 9, endNs: 12, category: 1 },
  ]);
  expect(Array.from(paint(slices, ['steps', 'annotations']), (place) => entries[place].label)).toEqual([
    'decode',
    'Python',
    'Python',
  ]);
});

test('slices of one operator share a colour, whatever kernels it launched', () => {
  const paint = colourScale('operator', CATEGORIES).paint(SLICES, ['a']);
  expect(paint[0]).toBe(paint[2]);
  expect(paint[0]).not.toBe(paint[1]);
});

test('every colour of a legend has a name and a colour of its own', () => {
  for (const mode of COLOUR_MODES) {
    const { entries, legend } = colourScale(mode, CATEGORIES);
    expect(new Set(entries.map(({ colour }) => colour)).size).toBe(entries.length);
    if (legend !== 'none') for (const { label } of entries) expect(label).not.toBe('');
  }
});
