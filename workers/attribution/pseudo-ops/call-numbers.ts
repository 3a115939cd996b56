import type { StringTable } from '../../ingest/trace-columns.ts';
import { withoutWrapperNumber } from '../../roofline/registry.ts';
import { EventKind, type TraceModel } from '../../trace/trace-model.ts';

/** The model with the operators of SGLang's profiler named without the numbers of their wrappers; the model itself where it has none. */
export function withoutWrapperNumbers(model: TraceModel): TraceModel {
  const { columns, kind } = model;
  const idOf = operatorNames(model);
  const added: string[] = [];
  const renamed = new Map<number, number>();
  for (const [text, id] of [...idOf]) {
    const bare = withoutWrapperNumber(text);
    if (bare === text) continue;
    const known = idOf.get(bare) ?? columns.strings.length + added.push(bare) - 1;
    idOf.set(bare, known);
    renamed.set(id, known);
  }
  if (renamed.size === 0) return model;
  const name = columns.name.map((id, event) => (kind[event] === EventKind.cpuOp ? (renamed.get(id) ?? id) : id));
  // The callers stand for all that is known of a model beside its conventions: these have other names.
  const caller = model.caller.slice();
  return { ...model, columns: { ...columns, name, strings: withMore(columns.strings, added) }, caller };
}

/** The ids of the names that operators have. */
function operatorNames({ columns: { name, strings }, kind }: TraceModel): Map<string, number> {
  const isUsed = new Uint8Array(strings.length);
  for (let event = 0; event < name.length; event++) if (kind[event] === EventKind.cpuOp) isUsed[name[event]] = 1;
  const ids = new Map<string, number>();
  for (let id = 0; id < isUsed.length; id++) if (isUsed[id] === 1) ids.set(strings.get(id), id);
  return ids;
}

function withMore(strings: StringTable, added: readonly string[]): StringTable {
  const { length } = strings;
  return { length: length + added.length, get: (id) => (id < length ? strings.get(id) : added[id - length]) };
}
