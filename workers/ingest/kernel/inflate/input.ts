// The input: bytes in memory that the caller owns, and the bits taken from them that are not used yet.

import { NEED_INPUT, TRUNCATED, fault } from './states';

/** The next byte, and just behind the last. */
export let inPos: usize = 0;
export let inEnd: usize = 0;
let isLast: bool = false;

/** Bits taken and not yet used, the next one lowest. Those from `bitCount` up are 0. */
export let bits: u64 = 0;
export let bitCount: u32 = 0;

export function clearInput(): void {
  setInput(0, 0, false);
  resume(0, 0, 0);
}

/** Sets the input to [start, end); `last` when nothing follows it. */
export function setInput(start: usize, end: usize, last: bool): void {
  inPos = start;
  inEnd = end;
  isLast = last;
}

/** Goes on from `position` with `count` bits in hand. */
@inline
export function resume(position: usize, buffer: u64, count: u32): void {
  inPos = position;
  bits = buffer;
  bitCount = count;
}

/** The input is used up and nothing follows it. */
export function atEnd(): bool {
  return isLast && inPos == inEnd;
}

/** The answer when the input does not hold what comes next. */
export function starved(): i32 {
  return isLast ? fault(TRUNCATED) : NEED_INPUT;
}

/** Takes a byte, which must be there, into the bits. */
@inline
export function nextByte(): void {
  bits |= (<u64>load<u8>(inPos)) << bitCount;
  bitCount += 8;
  inPos++;
}

/** Takes bytes until `count` (at most 32) bits are there; false when the input ends first. */
@inline
export function need(count: u32): bool {
  while (bitCount < count) {
    if (inPos == inEnd) return false;
    nextByte();
  }
  return true;
}

@inline
export function drop(count: u32): void {
  bits >>= count;
  bitCount -= count;
}

/** Uses up `count` (at most 32) bits that are there. */
@inline
export function take(count: u32): u32 {
  const value = <u32>(bits & (((<u64>1) << count) - 1));
  drop(count);
  return value;
}

/** Passes over the bits up to the next whole byte. */
export function alignToByte(): void {
  drop(bitCount & 7);
}

/** Copies up to `count` bytes of memory, not of the bits in hand, to `to`, which has that much room. How many there were. */
export function takeBytes(to: usize, count: usize): usize {
  const taken = min(count, inEnd - inPos);
  memory.copy(to, inPos, taken);
  inPos += taken;
  return taken;
}

/** Passes over all that is there; how many whole bytes it was. */
export function passOverRest(): usize {
  const count = (bitCount >> 3) + (inEnd - inPos);
  resume(inEnd, 0, 0);
  return count;
}
