import { useEffect, useState } from 'react';
import type { Basis } from '../../workers/engine/engine.ts';
import type { OpenTrace } from '../engine/engine-client.ts';
import { useBasis } from '../state/basis.ts';
import { openRevision, openTrace, useApp } from '../state/store.ts';
import { askEffects, type ConventionField, type Swapped } from './ask-effects.ts';

export interface Effects {
  /** What all choices together and each alone would change, as far as answers came. */
  readonly known: ReadonlyMap<Swapped, readonly string[]>;
  readonly error: string | null;
}

interface Held extends Effects {
  readonly trace: OpenTrace | undefined;
  readonly revision: number;
  readonly basis: Basis;
}

const NONE: Effects = { known: new Map(), error: null };

/** The effects of the choices on the active trace, filling in as they come; begins anew when the trace, scope or device changes. */
export function useEffects(fields: readonly ConventionField[]): Effects {
  const trace = useApp(openTrace);
  const revision = useApp(openRevision);
  const basis = useBasis();
  const [held, hold] = useState<Held>({ ...NONE, trace, revision, basis });
  useEffect(() => {
    if (!trace) return;
    const abort = new AbortController();
    hold({ ...NONE, trace, revision, basis });
    askEffects(trace, basis, fields, abort.signal, (field, effect) =>
      hold((last) => ({ ...last, known: new Map(last.known).set(field, effect) })),
    ).catch((error: unknown) => {
      if (!abort.signal.aborted) hold((last) => ({ ...last, error: String(error) }));
    });
    return () => abort.abort();
  }, [trace, revision, basis, fields]);
  return held.trace === trace && held.revision === revision && held.basis === basis ? held : NONE;
}
