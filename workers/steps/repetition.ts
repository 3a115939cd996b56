/** A stretch of a list that repeats itself. */
export interface Period {
  readonly length: number;
  /** Where the longest stretch begins. */
  readonly start: number;
}

const FEWEST_REPEATS = 3;
/** Share of the list that must repeat; more than this. */
const LEAST_SHARE = 0.5;
const MOST_GAPS = 32;
const MOST_ANCHORS = 6;

/**
 * The period in which a list of codes (below `codeCount`) repeats, null if none does. Periods tried are the distances between
 * neighbouring occurrences of the rarest code that occurs three times (S 4.7); the one whose longest stretch covers most of the list
 * wins, then the shortest. Where interruptions leave no stretch that covers half of it, all stretches of a period count together,
 * and distances of some less rare codes are tried too.
 */
export function findPeriod(codes: Int32Array, codeCount: number): Period | null {
  const anchors = anchorsOf(codes, codeCount);
  if (anchors.length === 0) return null;
  const whole = bestPeriod(codes, distancesOf(codes, anchors[0]), (stretches) => stretches.longest);
  if (whole) return whole;
  const distances = new Set<number>();
  for (const anchor of anchors) for (const distance of distancesOf(codes, anchor)) distances.add(distance);
  return bestPeriod(codes, distances, (stretches) => stretches.all);
}

/** Codes that occur often enough, each with the number of its occurrences distinct, from the rarest; of equals the first. */
function anchorsOf(codes: Int32Array, codeCount: number): number[] {
  const counts = new Int32Array(codeCount);
  const first = new Int32Array(codeCount).fill(-1);
  codes.forEach((code, i) => {
    counts[code]++;
    if (first[code] === -1) first[code] = i;
  });
  const eligible = Array.from(counts.keys()).filter((code) => counts[code] >= FEWEST_REPEATS);
  eligible.sort((a, b) => counts[a] - counts[b] || first[a] - first[b]);
  return eligible.filter((code, i) => i === 0 || counts[eligible[i - 1]] !== counts[code]).slice(0, MOST_ANCHORS);
}

/** The most frequent distances between neighbouring occurrences of a code. */
function distancesOf(codes: Int32Array, anchor: number): number[] {
  const counts = new Map<number, number>();
  let last = -1;
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] !== anchor) continue;
    if (last !== -1) counts.set(i - last, (counts.get(i - last) ?? 0) + 1);
    last = i;
  }
  const distances = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return distances.slice(0, MOST_GAPS).map(([distance]) => distance);
}

interface Stretches {
  /** Elements in whole repeats of the longest stretch, and of all that repeat at least once. */
  readonly longest: number;
  readonly all: number;
  readonly start: number;
}

function bestPeriod(
  codes: Int32Array,
  distances: Iterable<number>,
  covered: (stretches: Stretches) => number,
): Period | null {
  let best: Period | null = null;
  let bestShare = 0;
  for (const length of [...distances].sort((a, b) => a - b)) {
    if (FEWEST_REPEATS * length > codes.length) continue;
    const stretches = stretchesOf(codes, length);
    if (stretches.longest < FEWEST_REPEATS * length) continue;
    const share = Math.round((covered(stretches) / codes.length) * 1000) / 1000;
    if (share > LEAST_SHARE && share > bestShare) {
      best = { length, start: stretches.start };
      bestShare = share;
    }
  }
  return best;
}

/** Stretches in which each code equals the one a period later. */
function stretchesOf(codes: Int32Array, length: number): Stretches {
  let longestRun = 0;
  let start = 0;
  let all = 0;
  let run = 0;
  for (let i = 0; i <= codes.length - length; i++) {
    if (i < codes.length - length && codes[i] === codes[i + length]) {
      run++;
      continue;
    }
    if (run > longestRun) {
      longestRun = run;
      start = i - run;
    }
    if (run >= length) all += Math.floor((run + length) / length) * length;
    run = 0;
  }
  return { longest: Math.floor((longestRun + length) / length) * length, all, start };
}
