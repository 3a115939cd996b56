// CRC-32 as gzip and zip use it (reflected polynomial 0xEDB88320), sixteen bytes a turn: table k holds what a byte does to the
// register when k more bytes follow it.

const SLICES: u32 = 16;
const TABLE_BYTES: u32 = 1024;

/** Bytes that the tables take. */
export const CRC32_TABLES_SIZE: u32 = SLICES * TABLE_BYTES;

let tables: usize = 0;

/** Writes the tables to `at`; `crc32` reads them from there. */
export function crc32Init(at: usize): void {
  tables = at;
  for (let byte: u32 = 0; byte < 256; byte++) {
    let register = byte;
    for (let bit = 0; bit < 8; bit++) register = (register >> 1) ^ (0xedb88320 & (0 - (register & 1)));
    store<u32>(at + (byte << 2), register);
  }
  for (let entry: u32 = 256; entry < SLICES * 256; entry++) {
    const previous = load<u32>(at + ((entry - 256) << 2));
    store<u32>(at + (entry << 2), (previous >> 8) ^ load<u32>(at + ((previous & 255) << 2)));
  }
}

/** What the four bytes of `word` contribute when `slice` bytes follow them. */
@inline
function fold(word: u32, slice: usize): u32 {
  const base = tables + slice * TABLE_BYTES;
  return (
    load<u32>(base + ((word & 255) << 2), 3 * TABLE_BYTES) ^
    load<u32>(base + (((word >> 8) & 255) << 2), 2 * TABLE_BYTES) ^
    load<u32>(base + (((word >> 16) & 255) << 2), TABLE_BYTES) ^
    load<u32>(base + ((word >> 24) << 2))
  );
}

/** The CRC of the bytes so far, whose CRC is `crc` (0 for none), followed by those of [from, to). */
export function crc32(crc: u32, from: usize, to: usize): u32 {
  let register = ~crc;
  let at = from;
  while (at + 16 <= to) {
    register =
      fold(register ^ load<u32>(at), 12) ^
      fold(load<u32>(at, 4), 8) ^
      fold(load<u32>(at, 8), 4) ^
      fold(load<u32>(at, 12), 0);
    at += 16;
  }
  while (at < to) {
    register = (register >> 8) ^ load<u32>(tables + (((register ^ load<u8>(at)) & 255) << 2));
    at++;
  }
  return ~register;
}
