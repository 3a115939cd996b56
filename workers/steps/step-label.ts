import type { Phase } from '../base/scope.ts';
import type { StepSums } from '../base/step-sums.ts';
import type { StepLabel } from './steps.ts';

const NOTHING: Omit<StepLabel, 'framework' | 'phase'> = {
  detailed: false,
  mode: '',
  role: null,
  contextRequests: null,
  generationRequests: null,
  requests: null,
  contextTokens: null,
  generationTokens: null,
  tokens: null,
  sums: null,
  sumsBySide: true,
  resolution: null,
};

/** A label that tells no more than is given. */
export function labelOf(
  framework: StepLabel['framework'],
  told: Partial<StepLabel> & Pick<StepLabel, 'phase'>,
): StepLabel {
  return { ...NOTHING, framework, ...told };
}

/** The phase of a step with so many context and generation requests. */
export function phaseOf(contextRequests: number, generationRequests: number): Phase {
  if (contextRequests > 0) return generationRequests > 0 ? 'mixed' : 'prefill';
  return generationRequests > 0 ? 'decode' : 'idle';
}

export const NO_SUMS: StepSums = { cSq: 0, cSk: 0, cSqSq: 0, cSqSk: 0, gSq: 0, gSk: 0, gSqSq: 0, gSqSk: 0 };
