/** Radii of points in pixels: few, so that one picture of each symbol serves all points of a class. */
export const RADII = [3, 3.75, 4.75, 6, 7.5, 9.5, 12, 15] as const;
const LARGEST = RADII[RADII.length - 1];

/** The class of a point: its area is as its time to the longest time, as near as the classes come, and never too small to be seen. */
export function sizeClass(timeNs: number, longestNs: number): number {
  const radius = LARGEST * Math.sqrt(timeNs / longestNs);
  const above = RADII.findIndex((one, i) => i === RADII.length - 1 || radius < (one + RADII[i + 1]) / 2);
  return above < 0 ? RADII.length - 1 : above;
}

/** The time that a class stands for. */
export function timeOfClass(index: number, longestNs: number): number {
  return longestNs * (RADII[index] / LARGEST) ** 2;
}
