import { counted, countText } from '../base/counts.ts';
import { MIN_RUN } from './steady-state-durations.ts';
import { isNear, type Series, type StepRange, TOLERANCE } from './steady-state-regions.ts';
import type { SteadyTier } from './steady-state-series.ts';

/** What the steps of the regions have in common: `98 steps at 30–32 requests; peak 32, tolerance 10 %`. */
export function plateauSentence(
  tier: SteadyTier,
  { values, told }: Series,
  level: number,
  regions: readonly StepRange[],
): string {
  const steady = regions.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i));
  const tellers = steady.filter((step) => told[step]).map((step) => values[step]);
  const nearValues = tellers.filter((value) => isNear(value, level));
  const lowest = Math.round(Math.min(...nearValues));
  const highest = Math.round(Math.max(...nearValues));
  const span = (lowest === highest ? [lowest] : [lowest, highest]).map(countText).join('–');
  const dips = tellers.length - nearValues.length;
  const spikes = nearValues.filter((value) => value > (1 + TOLERANCE) * level).length;
  const at = tier === 'concurrency' ? `at ${span} ${highest === 1 ? 'request' : 'requests'}` : `at batch size ${span}`;
  const parts = [
    `${counted(steady.length, 'step')}${regions.length > 1 ? ` in ${regions.length} stretches` : ''} ${at}`,
    ...(dips > 0 ? [`${countText(dips)} of them lower`] : []),
    ...(spikes > 0 ? [`${countText(spikes)} of them far higher`] : []),
    `peak ${countText(Math.round(level))}, tolerance ${percent(TOLERANCE)}`,
  ];
  return parts.join('; ');
}

/** Why so many steps have no steady part by GPU time, and what to do about it. */
export function whyUnsteady(steps: number): [explanation: string, warning: string] {
  if (steps < MIN_RUN) {
    const explanation = `Not steady: ${counted(steps, 'step')} cannot tell what is usual`;
    return [explanation, `A steady state takes ${MIN_RUN} steps at least: choose the window yourself.`];
  }
  return [
    `Not steady: the GPU time of ${counted(steps, 'step')} keeps to no level`,
    'The GPU time of a step drifts or jumps over most of the trace: choose the window yourself.',
  ];
}

/** A share of 0 to 1 as a whole percentage. */
export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
