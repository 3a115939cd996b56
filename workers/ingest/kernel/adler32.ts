// Adler-32, the checksum of zlib streams (RFC 1950).

const MODULUS: u32 = 65521;
/** The most bytes after which neither sum can have passed 2^32. */
const RUN: usize = 5552;

/** The checksum of the bytes so far, whose checksum is `adler` (1 for none), followed by those of [from, to). */
export function adler32(adler: u32, from: usize, to: usize): u32 {
  let sum = adler & 0xffff;
  let sumOfSums = adler >> 16;
  let at = from;
  while (at < to) {
    const end = at + min(RUN, to - at);
    while (at < end) {
      sum += load<u8>(at);
      sumOfSums += sum;
      at++;
    }
    sum %= MODULUS;
    sumOfSums %= MODULUS;
  }
  return (sumOfSums << 16) | sum;
}
