import { useRef, useState } from 'react';
import type { SearchHits } from '../../../workers/engine/timeline-engine.ts';
import { select } from '../../state/store.ts';
import type { Stage } from './stage.ts';

/** Steps through what was found: from what is in sight the first time, round at the end. */
export function useHits({ camera }: Stage, hits: SearchHits | null) {
  const [held, hold] = useState<{ readonly hits: SearchHits; readonly at: number } | null>(null);
  const current = held && held.hits === hits ? held.at : -1;
  const latest = useRef(current);
  latest.current = current;
  const step = (by: 1 | -1) => {
    if (!hits || hits.event.length === 0) return;
    const at = latest.current < 0 ? firstFrom(hits, camera.span.startNs, by) : latest.current + by;
    const next = (at + hits.event.length) % hits.event.length;
    hold({ hits, at: next });
    select({ kind: 'event', event: hits.event[next] });
  };
  return { current, step };
}

/** The first hit at or after a time; backwards the last before it. */
function firstFrom({ startNs }: SearchHits, ns: number, by: 1 | -1): number {
  const after = startNs.findIndex((start) => start >= ns);
  const first = after < 0 ? startNs.length : after;
  return by === 1 ? first : first - 1;
}
