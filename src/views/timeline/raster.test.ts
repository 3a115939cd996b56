import { expect, test } from 'vitest';
import { type Place, paintCounter, paintRectangles, type Raster, type Rectangles } from './raster.ts';

const SPAN = { startNs: 0, endNs: 100 };

function raster(width: number, height: number): Raster {
  return { width, height, pixels: new Uint32Array(width * height) };
}

function rectangles(list: readonly (readonly [track: number, lane: number, start: number, end: number])[]): Rectangles {
  return {
    track: list.map(([track]) => track),
    lane: list.map(([, lane]) => lane),
    startNs: Float64Array.from(list, ([, , start]) => start),
    endNs: Float64Array.from(list, ([, , , end]) => end),
  };
}

/** The picture as text: a digit a pixel. */
function picture({ width, height, pixels }: Raster): string[] {
  return Array.from({ length: height }, (_, y) => [...pixels.subarray(y * width, (y + 1) * width)].join(''));
}

function painted(
  list: readonly (readonly [number, number, number, number])[],
  places: readonly (Place | undefined)[],
  height: number,
) {
  const made = raster(20, height);
  paintRectangles(
    made,
    rectangles(list),
    Uint8Array.from(list, (_, i) => i),
    Uint32Array.from(list, (_, i) => i + 1),
    places,
    SPAN,
  );
  return picture(made);
}

test('a rectangle fills its lane from its start to its end, a pixel free before the next', () => {
  const place = { top: 0, laneHeight: 4, lanes: 2 };
  expect(
    painted(
      [
        [0, 0, 0, 50],
        [0, 0, 50, 75],
        [0, 1, 25, 50],
      ],
      [place],
      8,
    ),
  ).toEqual([
    '11111111102222000000',
    '11111111102222000000',
    '11111111102222000000',
    '00000000000000000000',
    '00000333300000000000',
    '00000333300000000000',
    '00000333300000000000',
    '00000000000000000000',
  ]);
});

test('the shortest is a pixel wide, and lanes too low to be parted lie next to each other', () => {
  expect(
    painted(
      [
        [0, 0, 50, 50],
        [0, 1, 51, 51.5],
      ],
      [{ top: 0, laneHeight: 2, lanes: 2 }],
      4,
    ),
  ).toEqual(['00000000001000000000', '00000000001000000000', '00000000002000000000', '00000000002000000000']);
});

test('what is out of sight is cut off at each edge', () => {
  const place = { top: -2, laneHeight: 4, lanes: 2 };
  expect(
    painted(
      [
        [0, 0, -50, 10],
        [0, 1, 90, 900],
        [0, 1, -9, -5],
        [0, 1, 100, 200],
      ],
      [place],
      3,
    ),
  ).toEqual(['10000000000000000000', '00000000000000000000', '00000000000000000022']);
});

test('tracks that are not shown are passed over', () => {
  const place = { top: 0, laneHeight: 1, lanes: 1 };
  expect(
    painted(
      [
        [0, 0, 0, 50],
        [1, 0, 0, 10],
        [1, 7, 0, 50],
      ],
      [undefined, place],
      1,
    ),
  ).toEqual(['22000000000000000000']);
});

test('a counter stands on the bottom of its row, solid up to its mean, faint up to what it reaches', () => {
  const made = raster(4, 10);
  const samples = {
    startNs: 0,
    endNs: 100,
    mean: Float32Array.of(0, 2, 4, Number.NaN),
    max: Float32Array.of(0, 4, 4, 0.01),
    limit: 4,
  };
  paintCounter(made, samples, { top: 0, laneHeight: 10, lanes: 1 }, [1, 2], SPAN);
  const column = (x: number) =>
    picture(made)
      .map((line) => line[x])
      .join('');
  expect([0, 1, 2, 3].map(column)).toEqual(['0000000000', '0222211110', '0111111110', '0000000020']);
});
