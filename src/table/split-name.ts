const LONG = 24;
const TAIL = 12;
/** A tail reads better when it starts at a word of the name; it may be this much longer or shorter for that. */
const REACH = 6;

/**
 * Splits a long name in two so that the head can be cut and the tail, which tells near-namesakes apart, stays in sight. The halves
 * joined are the name. Short names have no tail; no character of two code units is torn apart.
 */
export function splitName(name: string): readonly [head: string, tail: string] {
  if (name.length <= LONG) return [name, ''];
  const ideal = name.length - TAIL;
  for (let step = 0; step <= REACH; step++) {
    for (const at of [ideal - step, ideal + step]) {
      if (/[_:,.<( ]/.test(name[at - 1]) && /[\w(]/.test(name[at])) return [name.slice(0, at), name.slice(at)];
    }
  }
  const at = /[\uDC00-\uDFFF]/.test(name[ideal]) ? ideal - 1 : ideal;
  return [name.slice(0, at), name.slice(at)];
}
