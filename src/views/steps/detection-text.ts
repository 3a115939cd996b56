import type { Basis, StepDetection } from '../../../workers/engine/engine.ts';
import { formatCount, formatShare } from '../../format/format.ts';
import { visibleText } from '../../format/visible-text.ts';

type Candidate = StepDetection['candidates'][number];

/** How a detector finds steps, in plain words; by the start of the method's name, the longer ones first. */
const METHODS: readonly (readonly [prefix: string, words: string])[] = [
  ['annotation:widened', 'by what encloses their annotations'],
  ['annotation:', 'by their annotations'],
  ['family:', 'by ranges that repeat'],
  ['generic:sibling', 'by calls that repeat side by side'],
  ['generic:', 'by what repeats in the call tree'],
];

export function methodText({ method, family }: Candidate): string {
  if (method === 'pattern') return `by names like “${visibleText(family)}”`;
  return METHODS.find(([prefix]) => method.startsWith(prefix))?.[1] ?? `by ${method}`;
}

/** `299 steps`, `1 layer`. */
export function unitsText(count: number, unit: Candidate['unit']): string {
  return `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`;
}

/** One sentence: what was found, how, and how well. */
export function detectionSentence({ candidates, chosen, steps }: StepDetection, hasGpuWork: boolean): string {
  const candidate = candidates[chosen];
  if (!candidate) return 'No steps were found.';
  const found = `${unitsText(steps, candidate.unit)} ${methodText(candidate)}`;
  if (!hasGpuWork) return `${found}. The trace has no GPU work to grade them by.`;
  return `${STATUS[candidate.status]}: ${found}. Their tiles explain ${coverageText(candidate.coverage)} of the GPU time.`;
}

/** A share that never rounds up to a threshold it misses. */
export function coverageText(coverage: number): string {
  return formatShare(Math.floor(coverage * 1000 + 1e-9) / 1000);
}

/** Words of the engine as a sentence of their own. */
export function sentence(text: string): string {
  const shown = visibleText(text);
  return shown.charAt(0).toUpperCase() + shown.slice(1) + (/[.?]$/.test(shown) ? '' : '.');
}

export const STATUS: Readonly<Record<Candidate['status'], string>> = {
  splittable: 'Splittable',
  degraded: 'Degraded',
  'not splittable': 'Not splittable',
};

/** Why the user's own choice of steps finds none; null where it does. */
export function choiceFault({ candidates, chosen }: StepDetection, stepsBy: Basis['stepsBy']): string | null {
  if (stepsBy === null || chosen !== -1) return null;
  if (typeof stepsBy === 'number') return 'This trace has no such candidate.';
  return sentence(candidates.at(-1)?.evidence ?? '');
}
