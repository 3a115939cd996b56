import { useEffect, useRef, useState } from 'react';
import type { SearchHits } from '../../../workers/engine/timeline-engine.ts';
import { select } from '../../state/store.ts';
import type { Stage } from './stage.ts';
import type { Search } from './use-search.ts';

/** Steps through what was found: from what is in sight the first time, round at the end. A step that comes before the answer waits for it. */
export function useHits({ camera }: Stage, { hits, isWaiting }: Search) {
  const [held, hold] = useState<{ readonly hits: SearchHits; readonly at: number } | null>(null);
  const wanted = useRef<1 | -1 | null>(null);
  const current = held && held.hits === hits ? held.at : -1;
  const step = (by: 1 | -1) => {
    wanted.current = isWaiting ? by : null;
    if (isWaiting || !hits || hits.event.length === 0) return;
    const at = current < 0 ? firstFrom(hits, camera.span.startNs, by) : current + by;
    const next = (at + hits.event.length) % hits.event.length;
    hold({ hits, at: next });
    select({ kind: 'event', event: hits.event[next] });
  };
  useEffect(() => {
    if (wanted.current !== null && !isWaiting) step(wanted.current);
  });
  return { current, step };
}

/** The first hit at or after a time; backwards the last before it. */
function firstFrom({ startNs }: SearchHits, ns: number, by: 1 | -1): number {
  const after = startNs.findIndex((start) => start >= ns);
  const first = after < 0 ? startNs.length : after;
  return by === 1 ? first : first - 1;
}
