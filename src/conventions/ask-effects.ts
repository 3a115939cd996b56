import { type Conventions, OTHER_CONVENTIONS } from '../../workers/base/conventions.ts';
import type { Basis, Engine } from '../../workers/engine/engine.ts';
import { effects } from './effects.ts';

export type ConventionField = keyof Conventions;

/** One choice, or all of them together. */
export type Swapped = ConventionField | 'all';

/**
 * Asks an open trace for the effect of the other conventions on its totals, then of each choice alone, one after the other, so that other
 * questions come between. The first answer has the trace ready to be shown by them.
 * Tells each answer as it comes; after `signal` is aborted it tells and asks nothing more. Rejects when the trace cannot answer.
 */
export async function askEffects(
  trace: Pick<Engine, 'conventionTotals'>,
  basis: Basis,
  fields: readonly ConventionField[],
  signal: AbortSignal,
  tell: (swapped: Swapped, effect: readonly string[]) => void,
): Promise<void> {
  const before = await trace.conventionTotals(basis, null);
  const other = { ...basis, conventions: OTHER_CONVENTIONS[basis.conventions] };
  for (const swapped of ['all', ...fields] as const) {
    if (signal.aborted) return;
    const after = await (swapped === 'all'
      ? trace.conventionTotals(other, null)
      : trace.conventionTotals(basis, swapped));
    if (signal.aborted) return;
    tell(swapped, effects(before, after));
  }
}
