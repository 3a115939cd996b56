import { PHASES, type Phase } from '../../workers/base/scope.ts';

/** How a phase looks: its colour, and where its bar lies in the strip below the series, so that colour alone tells nothing. */
export interface PhaseLook {
  readonly phase: Phase;
  readonly colour: string;
  /** Upper and lower end within the strip, 0 to 1: prompts above, generation below, both in a mixed step. */
  readonly strip: readonly [top: number, bottom: number];
}

const LOOKS: Readonly<Record<Phase, Omit<PhaseLook, 'phase'>>> = {
  prefill: { colour: 'var(--p-prefill)', strip: [0, 0.5] },
  mixed: { colour: 'var(--p-mixed)', strip: [0, 1] },
  decode: { colour: 'var(--p-decode)', strip: [0.5, 1] },
  idle: { colour: 'var(--p-idle)', strip: [0.4, 0.6] },
  step: { colour: 'var(--bar)', strip: [0, 1] },
};

/** By place in `PHASES`. */
export const PHASE_LOOKS: readonly PhaseLook[] = PHASES.map((phase) => ({ phase, ...LOOKS[phase] }));

/** Place of the plain phase, of steps that are not told apart. */
export const PLAIN = PHASES.indexOf('step');
