/** `[from, to)` in steps. */
export type StepRange = readonly [from: number, to: number];

/** A step is near the plateau from this share of it on. Above there is no limit: a spike does not end a steady state. */
export const TOLERANCE = 0.1;
/** A dip ends a region if it lacks more than so many whole steps, or this share of all steps. A step at half the level lacks half. */
const GAP_STEPS = 3;
const GAP_SHARE = 0.05;
/** A region lacks this share of its steps at most; */
const LACK_SHARE = 0.25;
/** where no region lacks so little, as where every other step is idle, this: half of its steps are near the level all the same. */
const LARGEST_LACK_SHARE = 0.5;
/** A region has so many steps (I 4.6), */
const MIN_STEPS = 6;
/** or in a trace too short for that to be a small part of it, this share of its steps, but no less than can keep to a level. */
const MIN_SHARE = 0.25;
const MIN_STEPS_OF_FEW = 3;

/** How many steps a steady stretch has at least, of so many. */
export function fewestSteady(steps: number): number {
  return Math.max(MIN_STEPS_OF_FEW, Math.min(MIN_STEPS, Math.ceil(MIN_SHARE * steps)));
}

export interface Plateau {
  /** 90th percentile of the values: the smallest that 90 % of them do not exceed. */
  readonly level: number;
  /** Stretches of steps near it, in order; each begins and ends with one. */
  readonly regions: readonly StepRange[];
}

/** What a plateau is looked for in: one value a step. */
export interface Series {
  readonly values: Float64Array;
  /** Whether the step itself tells its value. Others, filled in from their neighbours, only pass between near steps. */
  readonly told: readonly boolean[];
}

/** The plateau of a series and where the series keeps to it. Null when there are no positive values. */
export function findPlateau({ values, told }: Series): Plateau | null {
  const known = values.filter((value) => !Number.isNaN(value)).sort();
  const level = known[Math.ceil(0.9 * known.length) - 1] ?? 0;
  if (level <= 0) return null;
  const steps = Array.from(values.keys()).filter((step) => told[step]);
  const shares = Float64Array.from(steps, (step) => values[step] / level);
  const dense = regionsOf(shares, LACK_SHARE);
  const regions = dense.length > 0 ? dense : regionsOf(shares, LARGEST_LACK_SHARE);
  return { level, regions: regions.map(([from, to]) => [steps[from], steps[to - 1] + 1]) };
}

/** In tenths, so that 9 of 10 is near whatever the rounding of 0.9. */
export function isNear(value: number, level: number): boolean {
  return 10 * value >= 10 * (1 - TOLERANCE) * level - 1e-9;
}

/** Joins near steps over short or shallow gaps; what lacks too much is cut at its worst gap until its parts do not. */
function regionsOf(shares: Float64Array, lackShare: number): StepRange[] {
  const runs = runsOf(shares.length, (step) => isNear(shares[step], 1));
  const lacking = new Float64Array(shares.length + 1);
  for (const [step, share] of shares.entries()) lacking[step + 1] = lacking[step] + Math.max(0, 1 - share);
  const lack: Lack = (from, to) => lacking[to] - lacking[from];
  const largest = Math.max(GAP_STEPS, GAP_SHARE * shares.length);
  const regions: StepRange[] = [];
  for (const joined of groupBy(runs, (from, to) => lack(from, to) <= largest))
    regions.push(...solidParts(joined, lack, lackShare));
  return regions.filter(([from, to]) => to - from >= fewestSteady(shares.length));
}

/** How many whole steps the steps `[from, to)` lack to the level. */
type Lack = (from: number, to: number) => number;

/** Maximal runs of steps that `belongs`. */
export function runsOf(count: number, belongs: (step: number) => boolean): StepRange[] {
  const runs: StepRange[] = [];
  for (let from = 0; from < count; from++) {
    if (!belongs(from)) continue;
    let to = from + 1;
    while (to < count && belongs(to)) to++;
    runs.push([from, to]);
    from = to;
  }
  return runs;
}

/** Consecutive runs with a gap between neighbours that `bridges`. */
function groupBy(runs: readonly StepRange[], bridges: (from: number, to: number) => boolean): StepRange[][] {
  const groups: StepRange[][] = [];
  runs.forEach((run, i) => {
    if (i > 0 && bridges(runs[i - 1][1], run[0])) groups[groups.length - 1].push(run);
    else groups.push([run]);
  });
  return groups;
}

function solidParts(runs: readonly StepRange[], lack: Lack, lackShare: number): StepRange[] {
  const parts: StepRange[] = [];
  const pending: (readonly StepRange[])[] = [runs];
  for (let part = pending.pop(); part; part = pending.pop()) {
    const [from, to] = [part[0][0], part[part.length - 1][1]];
    if (lack(from, to) <= lackShare * (to - from)) {
      parts.push([from, to]);
      continue;
    }
    const worst = Math.max(...part.slice(1).map((run, i) => lack(part[i][1], run[0])));
    pending.push(...groupBy(part, (a, b) => lack(a, b) < worst - 1e-9).reverse());
  }
  return parts;
}
