import type { Conventions } from '../../workers/base/conventions.ts';
import type { Basis, Engine } from '../../workers/engine/engine.ts';
import { effects } from './effects.ts';

export type ConventionField = keyof Conventions;

/**
 * Asks an open trace for the effect of each choice alone on its totals, one after the other, so that other questions come between.
 * Tells each answer as it comes; after `signal` is aborted it tells and asks nothing more. Rejects when the trace cannot answer.
 */
export async function askEffects(
  trace: Pick<Engine, 'conventionTotals'>,
  basis: Basis,
  fields: readonly ConventionField[],
  signal: AbortSignal,
  tell: (field: ConventionField, effect: readonly string[]) => void,
): Promise<void> {
  const before = await trace.conventionTotals(basis, null);
  for (const field of fields) {
    if (signal.aborted) return;
    const after = await trace.conventionTotals(basis, field);
    if (signal.aborted) return;
    tell(field, effects(before, after));
  }
}
