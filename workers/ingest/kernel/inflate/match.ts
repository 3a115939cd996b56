// Copies of matches, sixteen bytes at a time.

/** Bytes that `copyMatch` may write behind the end of the match. */
export const MATCH_OVERRUN: usize = 31;

const VECTOR: usize = 16;
const STEPS: usize = 16 * VECTOR;

/** Bytes that the tables take: for each distance below 16 a shuffle that repeats it over a vector, and how far the repeats reach. */
export const MATCH_TABLES_SIZE: usize = STEPS + VECTOR;

let tables: usize = 0;

/** Writes the tables to `at`; `copyMatch` reads them from there. */
export function matchInit(at: usize): void {
  tables = at;
  for (let back: usize = 1; back < VECTOR; back++) {
    for (let i: usize = 0; i < VECTOR; i++) store<u8>(at + back * VECTOR + i, <u8>(i % back));
    store<u8>(at + STEPS + back, <u8>(VECTOR - (VECTOR % back)));
  }
}

/** Copies the `length` (3 to 258) bytes that lie `back` bytes before `to`, which may overlap it. */
@inline
export function copyMatch(to: usize, back: usize, length: u32): void {
  const end = to + length;
  let at = to;
  if (back >= VECTOR) {
    v128.store(at, v128.load(at - back));
    v128.store(at, v128.load(at - back, VECTOR), VECTOR);
    at += 2 * VECTOR;
    while (at < end) {
      v128.store(at, v128.load(at - back));
      v128.store(at, v128.load(at - back, VECTOR), VECTOR);
      at += 2 * VECTOR;
    }
    return;
  }
  const repeated = v128.swizzle(v128.load(at - back), v128.load(tables + back * VECTOR));
  const step: usize = load<u8>(tables + STEPS + back);
  do {
    v128.store(at, repeated);
    at += step;
  } while (at < end);
}
