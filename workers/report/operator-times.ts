import { attributionOf } from '../attribution/attribution.ts';
import { CATEGORIES } from '../attribution/categories.ts';
import { operatorCategory } from '../attribution/operator-categories.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';

/** How GPU work is owned: by an operator, by a launch without an operator, or by nothing on record. */
export type OwnerKind = 'operator' | 'launch' | 'none';

/** GPU and host time of one name over the calls that led to GPU work in a scope. Times in ns. */
export interface OperatorTime {
  readonly name: string;
  readonly owner: OwnerKind;
  /** Calls that led to GPU work in the scope, NaN where there is no call on record. */
  calls: number;
  /** GPU events it owns. */
  gpuEvents: number;
  /** Kernel sum of the GPU events it owns. */
  gpuSelfNs: number;
  /** Kernel sum of what it and the operators below it own. */
  gpuTotalNs: number;
  cpuSelfNs: number;
  cpuTotalNs: number;
  /** Index into `CATEGORIES`, -1 when neither its own work nor its name tells. */
  category: number;
}

/** Name under which GPU work without a launch is listed. */
export const NO_LAUNCH = '(no recorded launch)';

/** Time by operator name of the GPU events `rows`. The sum of `gpuSelfNs` is their kernel sum exactly. */
export function operatorTimes(model: TraceModel, rows: Int32Array): OperatorTime[] {
  const { columns, gpuEvents, kind } = model;
  const { owners, ownerOf, operators, categoryOf } = attributionOf(model);
  const times = new TimesByName(model);

  const entryOfOwner: OperatorTime[] = [];
  const direct = new Float64Array(owners.length);
  const directEvents = new Int32Array(owners.length);
  for (const row of rows) {
    const dur = columns.dur[gpuEvents[row]];
    const owner = ownerOf[row];
    let entry: OperatorTime;
    if (owner < 0) {
      entry = times.withoutLaunch();
      entry.gpuTotalNs += dur;
    } else {
      entryOfOwner[owner] ??= times.of(owners[owner]);
      entry = entryOfOwner[owner];
      direct[owner] += dur;
      directEvents[owner]++;
    }
    entry.gpuEvents++;
    entry.gpuSelfNs += dur;
    times.addCategory(entry, categoryOf[row], dur);
  }

  // Operators stand after those above them, so one pass from the back gives what each subtree owns.
  const subtree = new Float64Array(operators.events.length);
  const subtreeEvents = new Int32Array(operators.events.length);
  for (let owner = 0; owner < owners.length; owner++) {
    if (directEvents[owner] === 0) continue;
    const index = kind[owners[owner]] === EventKind.cpuOp ? operators.indexOf(owners[owner]) : -1;
    if (index >= 0) {
      subtree[index] += direct[owner];
      subtreeEvents[index] += directEvents[owner];
      continue;
    }
    const entry = entryOfOwner[owner];
    const hostNs = columns.dur[owners[owner]];
    entry.calls++;
    entry.gpuTotalNs += direct[owner];
    entry.cpuSelfNs += hostNs;
    entry.cpuTotalNs += hostNs;
  }
  for (let i = operators.events.length - 1; i >= 0; i--) {
    if (subtreeEvents[i] === 0) continue;
    const above = operators.above[i];
    if (above >= 0) {
      subtree[above] += subtree[i];
      subtreeEvents[above] += subtreeEvents[i];
    }
    const entry = times.of(operators.events[i]);
    entry.calls++;
    entry.cpuSelfNs += operators.selfNs[i];
    if (operators.outermost[i] === 1) {
      entry.gpuTotalNs += subtree[i];
      entry.cpuTotalNs += columns.dur[operators.events[i]];
    }
  }
  return times.finish();
}

class TimesByName {
  readonly #model: TraceModel;
  readonly #entries = new Map<number, OperatorTime>();
  readonly #categoryNs = new Map<OperatorTime, Float64Array>();
  #unlinked: OperatorTime | undefined;

  constructor(model: TraceModel) {
    this.#model = model;
  }

  of(event: number): OperatorTime {
    const { columns, kind } = this.#model;
    const isOperator = kind[event] === EventKind.cpuOp;
    const key = columns.name[event] * 2 + Number(isOperator);
    const known = this.#entries.get(key);
    if (known) return known;
    const entry = newEntry(columns.strings.get(columns.name[event]), isOperator ? 'operator' : 'launch');
    this.#entries.set(key, entry);
    return entry;
  }

  withoutLaunch(): OperatorTime {
    this.#unlinked ??= {
      ...newEntry(NO_LAUNCH, 'none'),
      calls: Number.NaN,
      cpuSelfNs: Number.NaN,
      cpuTotalNs: Number.NaN,
    };
    return this.#unlinked;
  }

  addCategory(entry: OperatorTime, category: number, ns: number) {
    let sums = this.#categoryNs.get(entry);
    if (!sums) {
      sums = new Float64Array(CATEGORIES.length);
      this.#categoryNs.set(entry, sums);
    }
    sums[category] += ns;
  }

  finish(): OperatorTime[] {
    const all = [...this.#entries.values(), ...(this.#unlinked ? [this.#unlinked] : [])];
    for (const entry of all) {
      const sums = this.#categoryNs.get(entry);
      entry.category = sums ? sums.indexOf(Math.max(...sums)) : operatorCategory(entry.name);
    }
    return all;
  }
}

function newEntry(name: string, owner: OwnerKind): OperatorTime {
  return {
    name,
    owner,
    calls: 0,
    gpuEvents: 0,
    gpuSelfNs: 0,
    gpuTotalNs: 0,
    cpuSelfNs: 0,
    cpuTotalNs: 0,
    category: -1,
  };
}
