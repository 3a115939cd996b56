import type { TraceColumns } from '../ingest/trace-columns.ts';
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

interface Draft {
  readonly pid: string;
  readonly tracks: number[];
  /** By start. */
  roots: readonly Root[];
  slots: readonly Slot[];
}

/** So many threads' marks are looked at, those with most; other threads follow their process. */
const MOST_LISTS = 64;

/** Orders roots into steps. Lists of different threads that mark the same steps become one list of steps with a lane each. */
export function layOut(columns: TraceColumns, roots: readonly Root[]): Layout {
  const lists = Array.from(byTrack(columns, roots), ([track, own]) => ({ track, roots: outermost(own) }));
  lists.sort((a, b) => b.roots.length - a.roots.length || a.roots[0].startNs - b.roots[0].startNs);
  const drafts: Draft[] = [];
  for (const list of lists.slice(0, MOST_LISTS)) place(drafts, list.track, columns.tracks[list.track].pid, list.roots);
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

function place(drafts: Draft[], track: number, pid: string, roots: readonly Root[]): void {
  for (const draft of drafts) {
    const pairs = pairRanks(draft.roots, roots, draft.pid === pid);
    if (pairs) {
      const slots = roots.map((root, i) => (pairs[i] === -1 ? { root, index: -1 } : draft.slots[pairs[i]]));
      drafts.push({ pid, tracks: [track], roots, slots });
      return;
    }
  }
  const ofProcess = drafts.filter((draft) => draft.pid === pid);
  // A part of a step that runs on another thread; the thread follows its process.
  if (ofProcess.some((draft) => mostly(roots, (root) => encloses(draft.roots, root)))) return;
  const slots = roots.map((root) => ({ root, index: -1 }));
  const turns = ofProcess.find((draft) => mostly(roots, (root) => !touches(draft.roots, root)));
  if (turns) {
    turns.tracks.push(track);
    turns.slots = [...turns.slots, ...slots].sort((a, b) => a.root.startNs - b.root.startNs);
    turns.roots = turns.slots.map(({ root }) => root);
  } else drafts.push({ pid, tracks: [track], roots, slots });
}

/** Whether one of some sorted roots that do not overlap encloses a root. */
function encloses(sorted: readonly Root[], root: Root): boolean {
  const before = lastStarted(sorted, root.startNs);
  return before !== -1 && liesIn(root, sorted[before]);
}

/** Whether one of some sorted roots that do not overlap shares time with a root. */
function touches(sorted: readonly Root[], root: Root): boolean {
  const before = lastStarted(sorted, root.endNs - 1);
  return before !== -1 && sorted[before].endNs > root.startNs;
}

/** The last of some sorted roots to start at or before a moment, -1 if none. */
function lastStarted(sorted: readonly Root[], atNs: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle].startNs <= atNs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function mostly(roots: readonly Root[], holds: (root: Root) => boolean): boolean {
  return roots.filter(holds).length >= 0.95 * roots.length;
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
