// The symbols of a compressed block: literals and matches.

import { distanceTable, linkedIndex, literalTable, nextEntry, valueOf } from './codes';
import { DISTANCE_ROOT_BITS, END_OF_BLOCK, LINK, LITERAL, LITERAL_ROOT_BITS, SPECIAL } from './huffman';
import { bitCount, bits, drop, inEnd, inPos, resume, starved } from './input';
import { MATCH_OVERRUN, copyMatch } from './match';
import { CHECK_EVERY, advanceTo, catchUp, history, outLimit, outPos, putByte, unchecked } from './output';
import { AT_BLOCK, AT_DISTANCE, AT_MATCH, AT_SYMBOL, BAD_CODE, BAD_DISTANCE, OUTPUT_FULL, fault } from './states';

/** Input that a turn of the fast loop may read: two loads of eight bytes, the second at most seven on. */
const FAST_INPUT: usize = 16;
/** Output that a turn of the fast loop may write: three literals and the longest match. */
const FAST_OUTPUT: usize = 3 + 258 + MATCH_OVERRUN;

const LITERAL_MASK: u64 = (1 << LITERAL_ROOT_BITS) - 1;
const DISTANCE_MASK: u64 = (1 << DISTANCE_ROOT_BITS) - 1;

let matchLeft: u32 = 0;
let matchDistance: usize = 0;

/** State: before a literal or length. In the fast loop as long as input and output have room for it, else one symbol. */
export function symbols(): i32 {
  if (inEnd - inPos >= FAST_INPUT && outLimit - outPos >= FAST_OUTPUT) return fastSymbols();
  const entry = nextEntry(literalTable, LITERAL_ROOT_BITS);
  if (entry == 0) return starved();
  if (entry & LITERAL) {
    if (outPos == outLimit) return OUTPUT_FULL;
    putByte(<u8>(entry >> 16));
    drop(entry & 63);
    return AT_SYMBOL;
  }
  if (entry & SPECIAL) {
    if ((entry & END_OF_BLOCK) == 0) return fault(BAD_CODE);
    drop(entry & 63);
    return AT_BLOCK;
  }
  matchLeft = valueOf(entry, bits);
  drop(entry & 63);
  return AT_DISTANCE;
}

/** State: between a match's length and its distance. */
export function distance(): i32 {
  const entry = nextEntry(distanceTable, DISTANCE_ROOT_BITS);
  if (entry == 0) return starved();
  if (entry & SPECIAL) return fault(BAD_CODE);
  matchDistance = valueOf(entry, bits);
  drop(entry & 63);
  return matchDistance > outPos - history ? fault(BAD_DISTANCE) : AT_MATCH;
}

/** State: in a match. */
export function match(): i32 {
  while (matchLeft > 0) {
    if (outPos == outLimit) return OUTPUT_FULL;
    putByte(load<u8>(outPos - matchDistance));
    matchLeft--;
  }
  return AT_SYMBOL;
}

/**
 * As `symbols`, `distance` and `match`, without looking for the ends of input and output at every step. Bits come eight bytes at a
 * load; what is loaded above the count is loaded again by the next.
 */
function fastSymbols(): i32 {
  const literals = literalTable;
  const distances = distanceTable;
  const inStart = inPos;
  const inFast = inEnd - FAST_INPUT;
  const outFast = min(outLimit - FAST_OUTPUT, max(outPos, unchecked + CHECK_EVERY));
  const oldest = history;
  let from = inPos;
  let to = outPos;
  let buffer = bits;
  let count = bitCount;
  let next = AT_SYMBOL;
  do {
    buffer |= load<u64>(from) << count;
    from += (63 - count) >> 3;
    count |= 56;
    let entry = load<u32>(literals + (<usize>(buffer & LITERAL_MASK) << 2));
    if (entry & LITERAL) {
      buffer >>= entry;
      count -= entry & 63;
      store<u8>(to, <u8>(entry >> 16));
      to++;
      entry = load<u32>(literals + (<usize>(buffer & LITERAL_MASK) << 2));
      if (entry & LITERAL) {
        buffer >>= entry;
        count -= entry & 63;
        store<u8>(to, <u8>(entry >> 16));
        to++;
        entry = load<u32>(literals + (<usize>(buffer & LITERAL_MASK) << 2));
      }
    }
    // Two literals have taken at most 22 of 56 bits, so the longest code with its extra bits (20) is there.
    if (entry & SPECIAL) {
      if (entry & LINK) entry = load<u32>(literals + (linkedIndex(entry, buffer >> LITERAL_ROOT_BITS) << 2));
      if (entry & SPECIAL) {
        if (entry & END_OF_BLOCK) {
          buffer >>= entry;
          count -= entry & 63;
          next = AT_BLOCK;
        } else {
          next = fault(BAD_CODE);
        }
        break;
      }
    }
    if (entry & LITERAL) {
      buffer >>= entry;
      count -= entry & 63;
      store<u8>(to, <u8>(entry >> 16));
      to++;
      continue;
    }
    const length = valueOf(entry, buffer);
    buffer >>= entry;
    count -= entry & 63;
    // The longest distance code with its extra bits has 28.
    if (count < 28) {
      buffer |= load<u64>(from) << count;
      from += (63 - count) >> 3;
      count |= 56;
    }
    entry = load<u32>(distances + (<usize>(buffer & DISTANCE_MASK) << 2));
    if (entry & SPECIAL) {
      if (entry & LINK) entry = load<u32>(distances + (linkedIndex(entry, buffer >> DISTANCE_ROOT_BITS) << 2));
      if (entry & SPECIAL) {
        next = fault(BAD_CODE);
        break;
      }
    }
    const back: usize = valueOf(entry, buffer);
    buffer >>= entry;
    count -= entry & 63;
    if (back > to - oldest) {
      next = fault(BAD_DISTANCE);
      break;
    }
    copyMatch(to, back, length);
    to += length;
  } while (from <= inFast && to <= outFast);

  // Whole bytes that are left go back to the input, as far as they are from it.
  const unused = min<usize>(count >> 3, from - inStart);
  count -= <u32>unused << 3;
  resume(from - unused, buffer & (((<u64>1) << count) - 1), count);
  advanceTo(to);
  if (to - unchecked >= CHECK_EVERY) catchUp();
  return next;
}
