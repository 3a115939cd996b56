// Distinct strings, templates and tracks: open-addressed hash tables of ids over entries whose bytes lie in the arena.
import { hashBytes, isUtf8, sameBytes } from './bytes';
import {
  ENTRY,
  Segment,
  addEntry,
  arenaBase,
  grow,
  keepBytes,
  segmentBase,
  segmentCapacity,
  stringCount,
  stringEntries,
  stringHash,
  templateCount,
  templateEntries,
  templateHash,
  trackCount,
  trackEntries,
  trackHash,
} from './store';

/** No id: memory is exhausted. */
export const NO_ID: u32 = u32.MAX_VALUE;
/** Bit of an entry's info: its bytes are not well-formed UTF-8. */
export const BAD_UTF8: u32 = 0x80000000;

/** Doubles a hash segment and puts every entry in again; false when memory is exhausted. */
function rehash(hashSegment: Segment, entriesSegment: Segment, count: u32): bool {
  const size = segmentCapacity(hashSegment);
  if (!grow(hashSegment, <u64>size * 2)) return false;
  const table = segmentBase(hashSegment);
  const entries = segmentBase(entriesSegment);
  const mask = (size >> 1) - 1;
  memory.fill(table, 0, <usize>size * 2);
  for (let id: u32 = 0; id < count; id++) {
    let slot = load<u32>(entries + <usize>id * ENTRY, 8) & mask;
    while (load<u32>(table + (<usize>slot << 2))) slot = (slot + 1) & mask;
    store<u32>(table + (<usize>slot << 2), id + 1);
  }
  return true;
}

/** Id of the string of `length` bytes at `p`. */
export function internString(p: usize, length: u32): u32 {
  const hash = hashBytes(p, length);
  let mask = (segmentCapacity(Segment.stringHash) >> 2) - 1;
  let slot = hash & mask;
  while (true) {
    const id = load<u32>(stringHash + (<usize>slot << 2));
    if (!id) break;
    const entry = stringEntries + <usize>(id - 1) * ENTRY;
    if (load<u32>(entry, 8) == hash && load<u32>(entry, 4) == length && sameBytes(arenaBase + load<u32>(entry), p, length)) return id - 1;
    slot = (slot + 1) & mask;
  }
  if (stringCount * 2 >= mask) {
    if (!rehash(Segment.stringHash, Segment.stringEntries, stringCount)) return NO_ID;
    return internString(p, length);
  }
  const offset = keepBytes(p, length);
  if (offset == NO_ID) return NO_ID;
  const id = addEntry(Segment.stringEntries, offset, length, hash, isUtf8(p, length) ? 0 : BAD_UTF8);
  if (id != NO_ID) store<u32>(stringHash + (<usize>slot << 2), id + 1);
  return id;
}

export function stringIsBad(id: u32): bool {
  return (load<u32>(stringEntries + <usize>id * ENTRY, 12) & BAD_UTF8) != 0;
}

/** Id of the template of `length` bytes at `p`, with `values` words a use. */
export function internTemplate(p: usize, length: u32, values: u32): u32 {
  const hash = hashBytes(p, length);
  const mask = (segmentCapacity(Segment.templateHash) >> 2) - 1;
  let slot = hash & mask;
  while (true) {
    const id = load<u32>(templateHash + (<usize>slot << 2));
    if (!id) break;
    const entry = templateEntries + <usize>(id - 1) * ENTRY;
    if (load<u32>(entry, 8) == hash && load<u32>(entry, 4) == length && sameBytes(arenaBase + load<u32>(entry), p, length)) return id - 1;
    slot = (slot + 1) & mask;
  }
  if (templateCount * 2 >= mask) {
    if (!rehash(Segment.templateHash, Segment.templateEntries, templateCount)) return NO_ID;
    return internTemplate(p, length, values);
  }
  const offset = keepBytes(p, length);
  if (offset == NO_ID) return NO_ID;
  const id = addEntry(Segment.templateEntries, offset, length, hash, values | (isUtf8(p, length) ? 0 : BAD_UTF8));
  if (id != NO_ID) store<u32>(templateHash + (<usize>slot << 2), id + 1);
  return id;
}

export function templateIsBad(id: u32): bool {
  return (load<u32>(templateEntries + <usize>id * ENTRY, 12) & BAD_UTF8) != 0;
}

/** Id of the pair of string ids; the entry's offset and length hold the two. */
export function internTrack(pid: u32, tid: u32): u32 {
  const hash = (pid * 0x9e3779b1) ^ (tid * 0x85ebca77) ^ (pid >> 15);
  const mask = (segmentCapacity(Segment.trackHash) >> 2) - 1;
  let slot = hash & mask;
  while (true) {
    const id = load<u32>(trackHash + (<usize>slot << 2));
    if (!id) break;
    const entry = trackEntries + <usize>(id - 1) * ENTRY;
    if (load<u32>(entry) == pid && load<u32>(entry, 4) == tid) return id - 1;
    slot = (slot + 1) & mask;
  }
  if (trackCount * 2 >= mask) {
    if (!rehash(Segment.trackHash, Segment.trackEntries, trackCount)) return NO_ID;
    return internTrack(pid, tid);
  }
  const id = addEntry(Segment.trackEntries, pid, tid, hash, 0);
  if (id != NO_ID) store<u32>(trackHash + (<usize>slot << 2), id + 1);
  return id;
}
