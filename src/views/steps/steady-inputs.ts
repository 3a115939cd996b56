import type { SteadyOptions } from '../../../workers/engine/engine.ts';

export type InputId = 'steps' | 'concurrency' | 'outputTokens' | 'outputRatio' | 'maxRequests';

/** Something that the user may tell of the load. */
export interface SteadyInput {
  readonly id: InputId;
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
}

export const STEADY_INPUTS: readonly SteadyInput[] = [
  { id: 'steps', label: 'Steps', description: 'Steps of a window', placeholder: '32' },
  { id: 'concurrency', label: 'CONC', description: 'Requests that the load kept in flight', placeholder: '–' },
  { id: 'outputTokens', label: 'OSL', description: 'Longest output in tokens', placeholder: '–' },
  {
    id: 'outputRatio',
    label: 'R',
    description: 'Outputs were between R times OSL and OSL',
    placeholder: '–',
  },
  {
    id: 'maxRequests',
    label: 'max-num-seq',
    description: 'Most requests in a step; tells prompts from generation where shapes are all there is',
    placeholder: '–',
  },
];

const MOST = 1e7;

/** What is wrong with a text, or null; nothing typed is nothing told. */
export function inputFault(id: InputId, text: string): string | null {
  if (text.trim() === '') return null;
  const value = Number(text);
  if (id === 'outputRatio') return value >= 0 && value <= 1 ? null : 'R is a number from 0 to 1';
  return Number.isInteger(value) && value >= 1 && value <= MOST ? null : 'A whole number from 1 on';
}

/** The options that the texts tell; faulty ones count as not told. */
export function optionsOf(texts: Partial<Record<InputId, string>>): Partial<SteadyOptions> {
  const told = Object.entries(texts).filter(
    (entry): entry is [InputId, string] => entry[1].trim() !== '' && inputFault(idOf(entry[0]), entry[1]) === null,
  );
  return Object.fromEntries(told.map(([id, text]) => [id, Number(text)]));
}

function idOf(text: string): InputId {
  return STEADY_INPUTS.find(({ id }) => id === text)?.id ?? 'steps';
}

/** The share of steps that bring a prompt at this load: 2 CONC / (OSL (1 + R)); null where not all of it is told. */
export function idealRatio({ concurrency, outputTokens, outputRatio }: Partial<SteadyOptions>): number | null {
  if (!concurrency || !outputTokens || outputRatio === undefined || outputRatio === null) return null;
  return (2 * concurrency) / (outputTokens * (1 + outputRatio));
}
