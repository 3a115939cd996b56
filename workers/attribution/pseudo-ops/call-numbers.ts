import type { StringTable } from '../../ingest/trace-columns.ts';
import { EventKind, type TraceModel } from '../../trace/trace-model.ts';

/** An operator that SGLang's profiler wraps, and the number of the wrapper. */
const NUMBERED = /^(sglang_profiler::.*)_\d+$/;

/** The model with the operators of SGLang's profiler named without the numbers of their wrappers; the model itself where it has none. */
export function withoutWrapperNumbers(model: TraceModel): TraceModel {
  const { columns, kind } = model;
  const isOperator = (event: number) => kind[event] === EventKind.cpuOp;
  const used = new Set(columns.name.filter((_, event) => isOperator(event)));
  const idOf = new Map([...used].map((id) => [columns.strings.get(id), id]));
  const added: string[] = [];
  const renamed = new Map<number, number>();
  for (const [text, id] of [...idOf]) {
    const bare = NUMBERED.exec(text)?.[1];
    if (bare === undefined) continue;
    const known = idOf.get(bare) ?? columns.strings.length + added.push(bare) - 1;
    idOf.set(bare, known);
    renamed.set(id, known);
  }
  if (renamed.size === 0) return model;
  const name = columns.name.map((id, event) => (isOperator(event) ? (renamed.get(id) ?? id) : id));
  // The callers stand for all that is known of a model beside its conventions: these have other names.
  const caller = model.caller.slice();
  return { ...model, columns: { ...columns, name, strings: withMore(columns.strings, added) }, caller };
}

function withMore(strings: StringTable, added: readonly string[]): StringTable {
  const { length } = strings;
  return { length: length + added.length, get: (id) => (id < length ? strings.get(id) : added[id - length]) };
}
