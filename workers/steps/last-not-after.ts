/** The last of `count` ascending values that is not above `limit`, -1 if all are. */
export function lastNotAfter(count: number, valueAt: (place: number) => number, limit: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (valueAt(middle) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
