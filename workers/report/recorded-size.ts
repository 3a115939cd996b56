import { numericKey } from '../ingest/event-args.ts';
import type { EventId, TraceColumns } from '../ingest/trace-columns.ts';

/** A reader of a size that events record at `path`: NaN where there is none, or one that counts nothing (below 0, or beyond exact integers). */
export function recordedSize(columns: TraceColumns, path: string): { at(event: EventId): number } {
  const recorded = numericKey(columns, path);
  return {
    at(event) {
      const size = recorded.at(event);
      return size >= 0 && size <= Number.MAX_SAFE_INTEGER ? size : Number.NaN;
    },
  };
}
