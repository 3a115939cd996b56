import { useDeferredValue, useState } from 'react';
import type { SearchHits, SearchQuery } from '../../../workers/engine/timeline-engine.ts';
import { useBasis } from '../../state/basis.ts';
import { useAnswer } from '../../state/use-answer.ts';

export const NO_QUERY: SearchQuery = { text: '', regex: false, inArguments: false, minNs: null, maxNs: null };

/** What is searched for, and what was found. */
export interface Search {
  readonly query: SearchQuery;
  setQuery(query: SearchQuery): void;
  /** Null while nothing is searched for. */
  readonly hits: SearchHits | null;
  readonly error: string;
  /** The answer is to another query than what stands in the box. */
  readonly isWaiting: boolean;
}

interface Found {
  readonly query: SearchQuery;
  readonly hits: SearchHits | null;
}

export function useSearch(): Search {
  const [query, setQuery] = useState(NO_QUERY);
  const asked = useDeferredValue(query);
  const basis = useBasis();
  const { value, error } = useAnswer(
    `timeline search ${JSON.stringify([asked, basis.stepsBy])}`,
    async (trace): Promise<Found> => ({
      query: asked,
      hits: isAsking(asked) ? await trace.timelineSearch(basis, asked) : null,
    }),
  );
  const hits = value?.hits ?? null;
  return {
    query,
    setQuery,
    hits: hits && hits.error === '' && isAsking(query) ? hits : null,
    error: error ?? hits?.error ?? '',
    isWaiting: isAsking(query) && value?.query !== query,
  };
}

/** Whether a query names anything to look for. */
function isAsking({ text, minNs, maxNs }: SearchQuery): boolean {
  return text.trim() !== '' || minNs !== null || maxNs !== null;
}
