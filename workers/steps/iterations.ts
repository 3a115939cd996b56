import type { TraceColumns } from '../ingest/trace-columns.ts';
import { isApiKind } from '../trace/event-kinds.ts';
import { graphLaunches } from '../trace/graph-launches.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { type GpuWeights, HostContact } from './gpu-weights.ts';
import { FEWEST_STEPS } from './proposal.ts';
import { findPeriod } from './repetition.ts';
import { countsOf, type Siblings } from './siblings.ts';
import type { CallPattern } from './steps.ts';

/** Iterations found in a list of slices: each from one of them to another. */
export interface Iterations {
  /** `[first, last]` of each, as places in `siblings.events`. */
  readonly stretches: readonly (readonly [first: number, last: number])[];
  readonly siblings: Siblings;
  /** GPU time launched in them. */
  readonly gpuNs: number;
  readonly by: CallPattern['by'];
  readonly period: CallPattern['period'];
  readonly family: string;
}

/** Names in turn: the longest run of them sets the pattern, all of its occurrences are iterations, whatever comes between. */
export function byPattern(columns: TraceColumns, siblings: Siblings, weights: GpuWeights): Iterations | null {
  const { codes, names } = siblings;
  const period = findPeriod(codes, names.length);
  if (!period || period.length < 2) return null;
  const start = period.start + turnOf(columns, siblings, period.start, period.length);
  const pattern = codes.subarray(start, start + period.length);
  const stretches = stretchesOf(codes, pattern);
  return inTurn(siblings, stretches, weights, pattern);
}

/** So many calls of a pattern stand for it in a text. */
const SHOWN_CALLS = 4;

/** Iterations that each make the calls of `pattern` in turn. */
export function inTurn(
  siblings: Siblings,
  stretches: Iterations['stretches'],
  weights: GpuWeights,
  pattern: Int32Array,
): Iterations | null {
  const shown = Array.from(pattern.subarray(0, SHOWN_CALLS), (code) => siblings.names[code]);
  const family = [...shown, ...(pattern.length > SHOWN_CALLS ? ['…'] : [])].join(' + ');
  const found = iterations(siblings, stretches, weights, 'pattern', family);
  return found && { ...found, period: pattern.length };
}

/**
 * Where in the pattern an iteration begins. A run may have begun early, where the end of something else looks the same; a pause of
 * the host that is much longer than the one before the run's first slice tells.
 */
function turnOf({ ts, dur }: TraceColumns, { events, codes }: Siblings, start: number, length: number): number {
  const pauses: number[][] = Array.from({ length }, () => []);
  for (let i = start; i < codes.length && codes[i] === codes[start + ((i - start) % length)]; i++) {
    const before = i === 0 ? -1 : events[i - 1];
    if (before !== -1) pauses[(i - start) % length].push(ts[events[i]] - ts[before] - dur[before]);
  }
  const usual = pauses.map((list) => list.sort((a, b) => a - b)[list.length >> 1] ?? 0);
  const longest = placeOfLargest(usual);
  return usual[longest] > 3 * Math.max(usual[0], 1) && start + longest + length <= codes.length ? longest : 0;
}

/**
 * All occurrences of a pattern. Where its first code is its only one of that kind, an iteration begins at each: the body may vary, as
 * long as half of the pattern's codes are in it. Else only whole occurrences count. What lies between belongs to the one before.
 */
function stretchesOf(codes: Int32Array, pattern: Int32Array): [number, number][] {
  const first = pattern[0];
  return pattern.lastIndexOf(first) === 0 ? variantsOf(codes, pattern) : occurrencesOf(codes, pattern);
}

function variantsOf(codes: Int32Array, pattern: Int32Array): [number, number][] {
  const inPattern = new Map<number, number>();
  for (const code of pattern) inPattern.set(code, (inPattern.get(code) ?? 0) + 1);
  const stretches: [number, number][] = [];
  let at = codes.indexOf(pattern[0]);
  while (at !== -1) {
    const next = codes.indexOf(pattern[0], at + 1);
    const seen = new Map<number, number>();
    let last = at;
    for (let i = at; i < (next === -1 ? codes.length : next); i++) {
      const times = (seen.get(codes[i]) ?? 0) + 1;
      // More of a code than the pattern has belongs to what comes after.
      if (times > (inPattern.get(codes[i]) ?? 0)) continue;
      seen.set(codes[i], times);
      last = i;
    }
    if (2 * seen.size >= inPattern.size) stretches.push([at, last]);
    at = next;
  }
  return stretches;
}

function occurrencesOf(codes: Int32Array, pattern: Int32Array): [number, number][] {
  const stretches: [number, number][] = [];
  let at = 0;
  while (at + pattern.length <= codes.length) {
    let matched = 0;
    while (matched < pattern.length && codes[at + matched] === pattern[matched]) matched++;
    if (matched === pattern.length) {
      stretches.push([at, at + matched - 1]);
      at += matched;
    } else at++;
  }
  return stretches;
}

/** Calls of one name: of the names that occur often enough, the one that launches most GPU time. A bare launch is no iteration. */
export function byFrames({ kind }: TraceModel, siblings: Siblings, weights: GpuWeights): Iterations | null {
  const { codes, events, names } = siblings;
  const counts = new Int32Array(names.length);
  const ns = new Float64Array(names.length);
  codes.forEach((code, i) => {
    if (isApiKind(kind[events[i]])) return;
    counts[code]++;
    ns[code] += weights.ns[events[i]];
  });
  let best = -1;
  for (let code = 0; code < names.length; code++) {
    if (counts[code] >= FEWEST_STEPS && (best === -1 || ns[code] > ns[best])) best = code;
  }
  if (best === -1) return null;
  const stretches: [number, number][] = [];
  codes.forEach((code, i) => {
    if (code === best && !isApiKind(kind[events[i]])) stretches.push([i, i]);
  });
  return iterations(siblings, stretches, weights, 'frames', names[best]);
}

/** Replays of graphs, where nothing but they launches: a server that decodes in one graph a step, recorded without its operators. */
export function byReplays(columns: TraceColumns, siblings: Siblings, weights: GpuWeights): Iterations | null {
  const { events, names } = siblings;
  if (names.length !== 1 || !events.every(graphLaunches(columns))) return null;
  const stretches = Array.from(events.keys(), (place) => [place, place] as const);
  return iterations(siblings, stretches, weights, 'frames', names[0]);
}

/** Share of the marks of a turn that must each come once in it. */
const REGULAR = 0.8;

/**
 * What runs from one mark to the next, where several names come equally often and in turn: a loop whose body differs from turn to turn.
 * `siblings` has the slices without GPU work too; they mark the turns.
 */
export function byTurns(siblings: Siblings, weights: GpuWeights): Iterations | null {
  const { codes, names } = siblings;
  const counts = countsOf(siblings);
  const sizes = new Map<number, number>();
  for (const count of counts) if (count >= FEWEST_STEPS) sizes.set(count, (sizes.get(count) ?? 0) + 1);
  let [turns, marks] = [0, 1];
  for (const [count, size] of sizes)
    if (size > marks || (size === marks && count > turns)) [turns, marks] = [count, size];
  const mark = counts.indexOf(turns);
  if (turns === 0 || marksInTurn(codes, counts, mark) < REGULAR * turns * marks) return null;
  return iterations(
    siblings,
    cutBefore(siblings, (i) => codes[i] === mark, weights),
    weights,
    'turns',
    names[mark],
  );
}

/** How many of the codes that are as frequent as `mark` come once between two of its occurrences, over all of them. */
function marksInTurn(codes: Int32Array, counts: Int32Array, mark: number): number {
  const seen = new Int32Array(counts.length).fill(-1);
  let turn = -1;
  let regular = 0;
  for (const code of codes) {
    if (code === mark) turn++;
    if (turn === -1 || counts[code] !== counts[mark]) continue;
    if (seen[code] !== turn) regular++;
    seen[code] = turn;
  }
  return regular;
}

/** How much longer pauses must be than the next shorter one. */
const PAUSE_RATIO = 3;

/** What runs between long pauses of the host: a server that schedules between its steps. */
export function byPauses({ ts, dur }: TraceColumns, siblings: Siblings, weights: GpuWeights): Iterations | null {
  const { events } = siblings;
  const pauses = new Float64Array(events.length);
  let end = events.length === 0 ? 0 : ts[events[0]] + dur[events[0]];
  for (let i = 1; i < events.length; i++) {
    pauses[i] = Math.max(0, ts[events[i]] - end);
    end = Math.max(end, ts[events[i]] + dur[events[i]]);
  }
  const shortest = shortestLongPause(pauses);
  if (shortest === null) return null;
  return betweenBorders(siblings, weights, 'pauses', (i) => i === 0 || pauses[i] >= shortest);
}

/** What runs from one copy of results to the host to the next: a server that returns tokens with each step, without pausing. */
export function byResults(siblings: Siblings, weights: GpuWeights): Iterations | null {
  const { events } = siblings;
  const reads = (i: number) => (weights.contact[events[i]] & HostContact.reads) !== 0;
  return betweenBorders(siblings, weights, 'results', (i) => i === 0 || (reads(i - 1) && !reads(i)));
}

/** Share of stretches that must begin with the same name, and of those that must launch about as much as is usual or more. */
const ALIKE = 0.8;
/** About as much as is usual. */
const NOT_NOTHING = 0.05;

/** Stretches between borders, if they begin alike and none is a mere part. The first may have begun before the recording. */
function betweenBorders(
  siblings: Siblings,
  weights: GpuWeights,
  by: 'pauses' | 'results',
  isBorder: (place: number) => boolean,
): Iterations | null {
  const { codes, events, names } = siblings;
  const stretches = cutBefore(siblings, isBorder, weights);
  if (stretches.length < FEWEST_STEPS) return null;
  const beginnings = new Int32Array(names.length);
  for (const [first] of stretches) beginnings[codes[first]]++;
  const usual = placeOfLargest(beginnings);
  const whole = codes[stretches[0][0]] === usual ? stretches : stretches.slice(1);
  const ns = Float64Array.from(whole, ([first, last]) => {
    let sum = 0;
    for (let i = first; i <= last; i++) sum += weights.ns[events[i]];
    return sum;
  });
  const enough = NOT_NOTHING * ns.slice().sort()[ns.length >> 1];
  const alike = whole.filter(([first], i) => codes[first] === usual && ns[i] >= enough).length;
  return alike < ALIKE * whole.length ? null : iterations(siblings, whole, weights, by, names[usual]);
}

function placeOfLargest(values: ArrayLike<number>): number {
  let place = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[place]) place = i;
  return place;
}

/** The shortest of the pauses that stand out from the others, null if none do. */
function shortestLongPause(pauses: Float64Array): number | null {
  const sorted = pauses.slice().sort().reverse();
  let best: number | null = null;
  let bestRatio = PAUSE_RATIO;
  for (let i = FEWEST_STEPS - 2; i + 1 < sorted.length && 2 * i < sorted.length; i++) {
    const ratio = sorted[i] / Math.max(sorted[i + 1], 1);
    if (ratio >= bestRatio && sorted[i] > 0) {
      best = sorted[i];
      bestRatio = ratio;
    }
  }
  return best;
}

/**
 * Cuts a list before the places that are borders; each stretch ends with its last slice that launches GPU work, the last of them
 * with the last such slice that others have too: what follows it is no part of the loop.
 */
function cutBefore(
  { events, codes, names }: Siblings,
  isBorder: (place: number) => boolean,
  { ns }: GpuWeights,
): [number, number][] {
  const stretches: [number, number][] = [];
  const isUsual = new Uint8Array(names.length);
  let first = -1;
  let last = -1;
  const close = () => {
    if (last === -1) return;
    for (let i = first; i <= last; i++) isUsual[codes[i]] = 1;
    stretches.push([first, last]);
  };
  let end = events.length;
  while (end > 0 && !isBorder(end - 1)) end--;
  for (let i = 0; i < events.length; i++) {
    if (isBorder(i)) {
      close();
      first = i;
      last = -1;
    }
    if (first !== -1 && ns[events[i]] > 0 && (i < end || isUsual[codes[i]] === 1)) last = i;
  }
  close();
  return stretches;
}

/** Iterations from their stretches, null if too few or without GPU work. */
function iterations(
  siblings: Siblings,
  stretches: readonly (readonly [number, number])[],
  { ns }: GpuWeights,
  by: Iterations['by'],
  family: string,
): Iterations | null {
  if (stretches.length < FEWEST_STEPS) return null;
  let gpuNs = 0;
  for (const [first, last] of stretches) for (let i = first; i <= last; i++) gpuNs += ns[siblings.events[i]];
  return gpuNs > 0 ? { stretches, siblings, gpuNs, by, family, period: null } : null;
}
