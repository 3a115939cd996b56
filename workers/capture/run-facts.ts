import { objectIn } from '../base/json.ts';
import type { TraceColumns } from '../ingest/trace-columns.ts';

/** The rank that a trace says it is of, null where it does not. */
export function rankOf(header: TraceColumns['header']): number | null {
  return numberIn(header, 'rank');
}

/** How many ranks its run had, null where a trace does not say. */
export function worldSizeOf(header: TraceColumns['header']): number | null {
  return numberIn(header, 'world_size');
}

function numberIn({ distributedInfo }: TraceColumns['header'], key: string): number | null {
  const value = objectIn(distributedInfo)[key];
  return typeof value === 'number' ? value : null;
}
