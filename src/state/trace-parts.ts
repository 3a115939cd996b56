import { isWhole } from '../../workers/base/scope.ts';
import type { TextIdentity } from '../../workers/engine/engine.ts';
import type { LinkState } from './url.ts';

/** The parts of a link that mean something for one trace alone. */
export type TraceParts = Pick<LinkState, 'scope' | 'stepsBy' | 'selected' | 'timelineSpan'>;

/** What a link says of a trace that is not open. */
export interface Awaited extends TraceParts {
  readonly file: TextIdentity;
}

export function traceParts({ scope, stepsBy, selected, timelineSpan }: TraceParts): TraceParts {
  return { scope, stepsBy, selected, timelineSpan };
}

/** Whether two traces are the same text, whatever they are called. */
export function isSameText(a: TextIdentity, b: TextIdentity): boolean {
  return a.crc32 === b.crc32 && a.textBytes === b.textBytes;
}

/** What a link has that is not applied as long as its trace is not open, in words. */
export function partTexts({ scope, stepsBy, selected, timelineSpan }: TraceParts): readonly string[] {
  return [
    isWhole(scope) ? [] : 'the scope',
    stepsBy === null ? [] : 'what counts as a step',
    selected === null ? [] : `the ${SELECTED[selected.kind]} that is selected`,
    timelineSpan === null ? [] : 'the part that the timeline shows',
  ].flat();
}

const SELECTED = { row: 'row', event: 'event', step: 'step' } as const;
