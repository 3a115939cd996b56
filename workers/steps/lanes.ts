import type { TraceColumns } from '../ingest/trace-columns.ts';
import { lastNotAfter } from './last-not-after.ts';
import { pairRanks } from './pair-ranks.ts';
import { byTrack, liesIn, outermost, type Root } from './roots.ts';
import type { Lane, TileMap } from './steps.ts';

/** The steps that a set of roots stands for, by start, and who launches for them when. */
export interface Layout {
  readonly roots: readonly Root[];
  readonly tileMap: TileMap;
}

/** A step in the making: ranks share it. */
interface Slot {
  readonly root: Root;
  index: number;
}

/** Roots of one thread, or of all threads of a process that take turns; by start. */
interface List {
  readonly pid: string;
  readonly tracks: readonly number[];
  readonly roots: readonly Root[];
}

interface Draft extends List {
  readonly slots: readonly Slot[];
}

/** So many lists are looked at, those with most roots; other threads follow their process. */
const MOST_LISTS = 64;

/** Orders roots into steps. Lists of different threads that mark the same steps become one list of steps with a lane each. */
export function layOut(columns: TraceColumns, roots: readonly Root[]): Layout {
  const lists = listsOf(columns, roots);
  lists.sort((a, b) => b.roots.length - a.roots.length || a.roots[0].startNs - b.roots[0].startNs);
  const drafts: Draft[] = [];
  for (const list of lists.slice(0, MOST_LISTS)) {
    const draft = draftOf(drafts, list);
    if (draft) drafts.push(draft);
  }
  const slots = [...new Set(drafts.flatMap((draft) => draft.slots))];
  slots.sort((a, b) => a.root.startNs - b.root.startNs);
  slots.forEach((slot, index) => {
    slot.index = index;
  });
  return {
    roots: slots.map(({ root }) => root),
    tileMap: { lanes: drafts.map(laneOf), laneOfTrack: lanesOfTracks(columns, drafts) },
  };
}

function listsOf(columns: TraceColumns, roots: readonly Root[]): List[] {
  const processes = new Map<string, List[]>();
  for (const [track, own] of byTrack(columns, roots)) {
    const { pid } = columns.tracks[track];
    const list = { pid, tracks: [track], roots: outermost(own) };
    const ofProcess = processes.get(pid);
    if (ofProcess) ofProcess.push(list);
    else processes.set(pid, [list]);
  }
  return Array.from(processes, ([pid, lists]) => takingTurns(pid, lists) ?? lists).flat();
}

/** The lists of a process as one, if steps hop from thread to thread; null if threads step side by side. */
function takingTurns(pid: string, lists: readonly List[]): List | null {
  const roots = lists.flatMap((list) => list.roots).sort((a, b) => a.startNs - b.startNs);
  let overlaps = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { startNs, endNs } of roots) {
    if (startNs < end) overlaps++;
    end = Math.max(end, endNs);
  }
  if (lists.length < 2 || overlaps > (1 - MOSTLY) * roots.length) return null;
  return { pid, tracks: lists.flatMap(({ tracks }) => tracks), roots };
}

/** A list with the steps that it marks: those of a list that it repeats, else its own; null where it marks parts of known ones. */
function draftOf(drafts: readonly Draft[], list: List): Draft | null {
  const { pid, roots } = list;
  for (const draft of drafts) {
    const pairs = pairRanks(draft.roots, roots, draft.pid === pid);
    if (!pairs) continue;
    return { ...list, slots: roots.map((root, i) => (pairs[i] === -1 ? { root, index: -1 } : draft.slots[pairs[i]])) };
  }
  const isPart = (draft: Draft) =>
    draft.pid === pid && roots.filter((root) => encloses(draft.roots, root)).length >= MOSTLY * roots.length;
  return drafts.some(isPart) ? null : { ...list, slots: roots.map((root) => ({ root, index: -1 })) };
}

const MOSTLY = 0.95;

/** Whether one of some sorted roots that do not overlap encloses a root. */
function encloses(sorted: readonly Root[], root: Root): boolean {
  const before = lastNotAfter(sorted.length, (place) => sorted[place].startNs, root.startNs);
  return before !== -1 && liesIn(root, sorted[before]);
}

/** A step's tile reaches to the next start; the last one is as long as they usually are. */
function laneOf({ roots, slots }: Draft): Lane {
  const starts = Float64Array.from(roots, ({ startNs }) => startNs);
  const lengths = Float64Array.from({ length: starts.length - 1 }, (_, i) => starts[i + 1] - starts[i]).sort();
  const last = roots[roots.length - 1];
  const usual = lengths.length === 0 ? 0 : (lengths[(lengths.length - 1) >> 1] + lengths[lengths.length >> 1]) / 2;
  return {
    starts,
    spanEnds: Float64Array.from(roots, ({ endNs }) => endNs),
    endNs: Math.max(last.endNs, Math.min(last.startNs + usual, last.tileLimitNs ?? Number.POSITIVE_INFINITY)),
    steps: Int32Array.from(slots, ({ index }) => index),
  };
}

function lanesOfTracks({ tracks }: TraceColumns, drafts: readonly Draft[]): Int32Array {
  const ofProcess = new Map<string, number>();
  drafts.forEach(({ pid }, lane) => {
    if (!ofProcess.has(pid)) ofProcess.set(pid, lane);
  });
  const lanes = Int32Array.from(tracks, ({ pid }) => ofProcess.get(pid) ?? 0);
  drafts.forEach((draft, lane) => {
    for (const track of draft.tracks) lanes[track] = lane;
  });
  return lanes;
}
