import { medianOf } from '../base/statistics.ts';
import type { Root } from './roots.ts';

/** Ranks step together when so many of the steps that both recorded have a partner, */
const ENOUGH = 0.9;
/** and of the shorter list so many. */
const LEAST = 0.5;
/** How many steps later one rank's recording may begin than another's. */
const LARGEST_SHIFT = 8;
/** The distance between the starts of partners that go by names of their own varies by this share of a step at most. */
const IN_STEP = 0.1;

/**
 * For each of `others` its partner in `leads`, -1 for none, if both lists are the same steps seen twice (by two ranks, two threads);
 * else null. Partners carry the same name and start together; between processes, whose clocks may differ, the order alone may tell.
 * Ranks that have requests of their own, or count on their own, name steps differently: then only starts that keep pace with each other
 * tell.
 */
export function pairRanks(leads: readonly Root[], others: readonly Root[], sameClock: boolean): Int32Array | null {
  const ways = [filledIn(pairByTime(leads, others), leads, others)];
  if (!sameClock) ways.push(pairByOrder(leads, others));
  ways.push(pairInStep(leads, others));
  const pairs = ways.reduce((best, way) => (partners(way) > partners(best) ? way : best));
  return areEnough(pairs, leads.length) ? pairs : null;
}

/** Whether all but a few have partners that could have one: a rank may begin and end before the other. */
function areEnough(pairs: Int32Array, leads: number): boolean {
  const first = pairs.findIndex((lead) => lead !== -1);
  if (first === -1) return false;
  const last = pairs.findLastIndex((lead) => lead !== -1);
  const possible =
    Math.min(first, pairs[first]) +
    Math.min(last - first, pairs[last] - pairs[first]) +
    1 +
    Math.min(pairs.length - 1 - last, leads - 1 - pairs[last]);
  return partners(pairs) >= Math.max(ENOUGH * possible, LEAST * Math.min(leads, pairs.length));
}

/** Pairs those that start nearest, if as far apart as partners usually are. */
function pairInStep(leads: readonly Root[], others: readonly Root[]): Int32Array {
  const nearest = nearestOf(leads, others);
  const distances = Float64Array.from(others, ({ startNs }, i) => startNs - leads[nearest[i]].startNs);
  const usual = medianOf(distances.slice());
  const slack = IN_STEP * medianGap(leads);
  let taken = -1;
  return nearest.map((lead, i) => {
    if (lead === taken || Math.abs(distances[i] - usual) > slack) return -1;
    taken = lead;
    return lead;
  });
}

/** For each of `others` the one of `leads` that starts nearest. */
function nearestOf(leads: readonly Root[], others: readonly Root[]): Int32Array {
  let lead = 0;
  return Int32Array.from(others, ({ startNs }) => {
    const distance = (place: number) => Math.abs(leads[place].startNs - startNs);
    while (lead + 1 < leads.length && distance(lead + 1) <= distance(lead)) lead++;
    return lead;
  });
}

/** Pairs what was left over between two neighbours that are paired with neighbours of one that was left over. */
function filledIn(pairs: Int32Array, leads: readonly Root[], others: readonly Root[]): Int32Array {
  for (let i = 0; i < pairs.length; i++) {
    const lead = i === 0 ? pairs[1] - 1 : pairs[i - 1] + 1;
    const isFree = i === 0 || i + 1 === pairs.length || pairs[i + 1] > lead;
    if (pairs[i] !== -1 || (i > 0 && pairs[i - 1] === -1) || !isFree) continue;
    if (leads[lead]?.name === others[i].name) pairs[i] = lead;
  }
  return pairs;
}

function partners(pairs: Int32Array): number {
  let count = 0;
  for (const lead of pairs) if (lead !== -1) count++;
  return count;
}

function pairByTime(leads: readonly Root[], others: readonly Root[]): Int32Array {
  const pairs = new Int32Array(others.length).fill(-1);
  const slack = medianGap(leads) / 2;
  let free = 0;
  nearestOf(leads, others).forEach((lead, i) => {
    const other = others[i];
    if (lead < free || leads[lead].name !== other.name) return;
    if (Math.abs(leads[lead].startNs - other.startNs) > slack && !overlapMostly(leads[lead], other)) return;
    pairs[i] = lead;
    free = lead + 1;
  });
  return pairs;
}

function overlapMostly(a: Root, b: Root): boolean {
  const common = Math.min(a.endNs, b.endNs) - Math.max(a.startNs, b.startNs);
  return common > 0.5 * Math.min(a.endNs - a.startNs, b.endNs - b.startNs);
}

function medianGap(roots: readonly Root[]): number {
  if (roots.length < 2) return 0;
  const gaps = Float64Array.from({ length: roots.length - 1 }, (_, i) => roots[i + 1].startNs - roots[i].startNs);
  return gaps.sort()[gaps.length >> 1];
}

function pairByOrder(leads: readonly Root[], others: readonly Root[]): Int32Array {
  let best = new Int32Array(others.length).fill(-1);
  // Lists of equal length that do not tell steps apart by name fit unshifted as well as shifted: unshifted is tried first.
  for (const shift of shifts()) {
    const pairs = Int32Array.from(others, (other, i) => (leads[i + shift]?.name === other.name ? i + shift : -1));
    if (partners(pairs) > partners(best)) best = pairs;
  }
  return best;
}

function shifts(): number[] {
  const found = [0];
  for (let shift = 1; shift <= LARGEST_SHIFT; shift++) found.push(shift, -shift);
  return found;
}
