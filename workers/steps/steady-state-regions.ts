/** `[from, to)` in steps. */
export type StepRange = readonly [from: number, to: number];

/** A step is near the plateau from this share of it on. Above there is no limit: a spike does not end a steady state. */
export const TOLERANCE = 0.1;
/** A dip of so many steps, or of this share of all steps, does not end a region. */
const GAP_STEPS = 3;
const GAP_SHARE = 0.05;
/** A region has this share of near steps at least, */
const NEAR_SHARE = 2 / 3;
/** and so many steps. */
const MIN_STEPS = 6;

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
  const near = steps.map((step) => isNear(values[step], level));
  return { level, regions: regionsOf(near).map(([from, to]) => [steps[from], steps[to - 1] + 1]) };
}

/** In tenths, so that 9 of 10 is near whatever the rounding of 0.9. */
export function isNear(value: number, level: number): boolean {
  return 10 * value >= 10 * (1 - TOLERANCE) * level - 1e-9;
}

/** Joins near steps over short gaps; what holds too few of them is cut at its longest gap until its parts do. */
function regionsOf(near: readonly boolean[]): StepRange[] {
  const runs = runsOf(near.length, (step) => near[step]);
  const longest = Math.max(GAP_STEPS, GAP_SHARE * near.length);
  const regions: StepRange[] = [];
  for (const joined of groupBy(runs, (gap) => gap <= longest)) regions.push(...solidParts(joined));
  return regions.filter(([from, to]) => to - from >= MIN_STEPS);
}

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
function groupBy(runs: readonly StepRange[], bridges: (gap: number) => boolean): StepRange[][] {
  const groups: StepRange[][] = [];
  runs.forEach((run, i) => {
    if (i > 0 && bridges(run[0] - runs[i - 1][1])) groups[groups.length - 1].push(run);
    else groups.push([run]);
  });
  return groups;
}

function solidParts(runs: readonly StepRange[]): StepRange[] {
  const parts: StepRange[] = [];
  const pending: (readonly StepRange[])[] = [runs];
  for (let part = pending.pop(); part; part = pending.pop()) {
    const [from, to] = [part[0][0], part[part.length - 1][1]];
    const near = part.reduce((sum, [start, end]) => sum + end - start, 0);
    if (near >= NEAR_SHARE * (to - from)) {
      parts.push([from, to]);
      continue;
    }
    const gaps = part.slice(1).map((run, i) => run[0] - part[i][1]);
    const cut = Math.max(...gaps);
    pending.push(...groupBy(part, (gap) => gap < cut).reverse());
  }
  return parts;
}
