import type { EventId, TraceColumns } from '../ingest/trace-columns.ts';
import { EventKind } from './trace-model.ts';

const MODULE_PREFIX = 'nn.Module: ';

/** A test for python frames of an nn.Module (`nn.Module: Linear_3`); decodes each distinct name once. */
export function moduleFrames({ name, strings }: TraceColumns, kind: Uint8Array): (event: EventId) => boolean {
  const known = new Int8Array(strings.length).fill(-1);
  return (event) => {
    if (kind[event] !== EventKind.pythonFunction) return false;
    const id = name[event];
    if (known[id] === -1) known[id] = Number(strings.get(id).startsWith(MODULE_PREFIX));
    return known[id] === 1;
  };
}
