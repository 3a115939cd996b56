import { expect, test } from 'vitest';
import type { StepStrip, StripStream } from '../../../workers/engine/engine.ts';
import { categoriesIn, rectangleAt, spotByKey, spotText, streamPaths } from './strip.ts';

function streamOf(
  stream: number,
  rectangles: readonly (readonly [start: number, end: number, category: number])[],
): StripStream {
  return {
    device: 0,
    stream,
    startNs: Float64Array.from(rectangles, ([start]) => start),
    endNs: Float64Array.from(rectangles, ([, end]) => end),
    events: Uint32Array.from(rectangles, (_, i) => i + 1),
    category: Uint8Array.from(rectangles, ([, , category]) => category),
    event: Int32Array.from(rectangles.keys()),
    name: Int32Array.from(rectangles.keys()),
    names: rectangles.map((_, i) => `kernel${i}`),
  };
}

const strip: StepStrip = {
  startNs: 1000,
  endNs: 2000,
  categories: ['gemm', 'attention'],
  streams: [
    streamOf(7, [
      [1000, 1200, 0],
      [1500, 1501, 1],
      [1800, 2000, 0],
    ]),
    streamOf(13, [[1600, 1700, 1]]),
  ],
};

test('a rectangle is as long as it takes, and never too thin to be seen', () => {
  const [gemm, attention] = streamPaths(strip, strip.streams[0], 100, 12);
  expect(gemm).toBe('M0.0 0h20.0v12h-20.0zM80.0 0h20.0v12h-20.0z');
  expect(attention).toBe('M50.0 0h1.0v12h-1.0z');
});

test('the pointer finds what it is on, or close to', () => {
  const at = (x: number) => rectangleAt(strip, strip.streams[0], x, 100);
  expect([at(5), at(50.5), at(52.5), at(60), at(99)]).toEqual([0, 1, 1, -1, 2]);
});

test('a rectangle of several says so', () => {
  expect(spotText(strip, { stream: 0, at: 1 })).toBe(
    'kernel1 and 1 more · attention · 0.001\u202fµs at +0.500\u202fµs · GPU 0, stream 7',
  );
});

test('categories come by their time', () => {
  expect(categoriesIn(strip)).toEqual([
    { place: 0, ns: 400 },
    { place: 1, ns: 101 },
  ]);
});

test('arrows go along a stream and to the next one at the same time', () => {
  const first = spotByKey(strip, null, 'ArrowRight');
  expect(first).toEqual({ stream: 0, at: 0 });
  expect(spotByKey(strip, { stream: 0, at: 2 }, 'ArrowRight')).toEqual({ stream: 0, at: 2 });
  expect(spotByKey(strip, { stream: 0, at: 1 }, 'ArrowDown')).toEqual({ stream: 1, at: 0 });
  expect(spotByKey(strip, { stream: 1, at: 0 }, 'ArrowUp')).toEqual({ stream: 0, at: 2 });
  expect(spotByKey(strip, { stream: 0, at: 1 }, 'Home')).toEqual({ stream: 0, at: 0 });
  expect(spotByKey(strip, null, 'x')).toBeUndefined();
});
