import { GpuBucket } from '../trace/gpu-buckets.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { attributionOf } from './attribution.ts';
import { backwardOperators } from './backward-operators.ts';
import { type DistinctCall, OpCalls } from './op-calls.ts';
import { displayCategory, operatorCategory } from './operator-categories.ts';
import type { OperatorTree } from './operator-tree.ts';
import type { OperatorWork } from './operator-work.ts';

/**
 * The division of GPU events among operators that every table derives from: no event is in two rows. A row is an operator call with
 * all GPU work below it, or one GPU event that no collected call holds.
 */
export interface UnifiedRows {
  readonly count: number;
  /** The operator called; for a single GPU event the operator or launch above it, -1 where none is known. */
  readonly event: Int32Array;
  /** Index into `calls`. */
  readonly callOf: Int32Array;
  readonly calls: readonly DistinctCall[];
  /** Row of each row of `gpuEvents`, -1 for none. */
  readonly rowOf: Int32Array;
  /** Rows of `gpuEvents` of a row, by start. */
  kernels(row: number): Int32Array;
  /** Index into `CATEGORIES` of each row. */
  readonly categoryOf: Uint8Array;
}

const known = new WeakMap<TraceModel, UnifiedRows>();

/** The unified rows of a trace, worked out once a model (section G.3). */
export function unifiedRows(model: TraceModel): UnifiedRows {
  const before = known.get(model);
  if (before) return before;
  const { operators, work, categoryOf } = attributionOf(model);
  const calls = new OpCalls(model);
  const rows = new Rows(model, calls);
  collectOperators(model, operators, work, calls, rows);
  collectRest(model, rows);
  const unified = rows.finish(categoryOf);
  known.set(model, unified);
  return unified;
}

/** Marks a GPU event of a call that gets no row. */
const DROPPED = -2;

/** Rows in the making. */
class Rows {
  readonly #calls: OpCalls;
  readonly #dropsIdle: boolean;
  readonly #events: number[] = [];
  readonly #callOf: number[] = [];
  readonly #rowOf: Int32Array;

  constructor({ gpuEvents, conventions }: TraceModel, calls: OpCalls) {
    this.#calls = calls;
    this.#dropsIdle = conventions.withoutStep === 'dropped';
    this.#rowOf = new Int32Array(gpuEvents.length).fill(-1);
  }

  isTaken(gpuRow: number): boolean {
    return this.#rowOf[gpuRow] !== -1;
  }

  addOperator(event: number, gpuRows: Int32Array, forward: number): void {
    const call = this.#calls.placeOf(event, forward < 0 ? 'operator' : 'backward', gpuRows, forward);
    const { verdict } = this.#calls.distinct[call];
    const isDropped = this.#dropsIdle && 'whyNot' in verdict && verdict.whyNot === 'no-requests';
    for (const row of gpuRows) this.#rowOf[row] = isDropped ? DROPPED : this.#events.length;
    if (isDropped) return;
    this.#events.push(event);
    this.#callOf.push(call);
  }

  addKernel(event: number, gpuRow: number): void {
    this.#rowOf[gpuRow] = this.#events.length;
    this.#events.push(event);
    this.#callOf.push(this.#calls.placeOf(event, 'kernel', [gpuRow]));
  }

  finish(categoryOfGpuRow: Uint8Array): UnifiedRows {
    const count = this.#events.length;
    const rowOf = this.#rowOf.map((row) => (row === DROPPED ? -1 : row));
    const start = new Int32Array(count + 1);
    for (const row of rowOf) if (row >= 0) start[row + 1]++;
    for (let row = 0; row < count; row++) start[row + 1] += start[row];
    const kernels = new Int32Array(start[count]);
    const next = start.slice();
    for (let gpuRow = 0; gpuRow < rowOf.length; gpuRow++) {
      if (rowOf[gpuRow] >= 0) kernels[next[rowOf[gpuRow]]++] = gpuRow;
    }
    return {
      count,
      event: Int32Array.from(this.#events),
      callOf: Int32Array.from(this.#callOf),
      calls: this.#calls.distinct,
      rowOf,
      kernels: (row) => kernels.subarray(start[row], start[row + 1]),
      categoryOf: this.#categories(kernels, start, categoryOfGpuRow),
    };
  }

  /** By the operator's name or report category where they say something, else as its first GPU event, which inherits from above. */
  #categories(kernels: Int32Array, start: Int32Array, categoryOfGpuRow: Uint8Array): Uint8Array {
    const ofCall = this.#calls.distinct.map(({ form, call, category }) => {
      if (form === 'kernel') return -1;
      const named = operatorCategory(call.name);
      return named >= 0 ? named : displayCategory(category);
    });
    return Uint8Array.from(this.#callOf, (call, row) =>
      ofCall[call] >= 0 ? ofCall[call] : categoryOfGpuRow[kernels[start[row]]],
    );
  }
}

/**
 * Walks the operators from the top: one with a model of its own is collected whole, so is the only backward operator of a forward one
 * with a backward model, and an operator that launches itself, unless an operator below it has a model.
 */
function collectOperators(model: TraceModel, operators: OperatorTree, work: OperatorWork, calls: OpCalls, rows: Rows) {
  const { events } = operators;
  const { end, before } = work;
  const hasWork = (place: number) => before[end[place]] > before[place];
  const countUpTo = (counts: (place: number) => boolean) => {
    const before = new Int32Array(events.length + 1);
    for (let place = 0; place < events.length; place++) {
      before[place + 1] = before[place] + Number(hasWork(place) && counts(place));
    }
    return before;
  };
  const attending = countUpTo((place) => calls.registered(events[place])?.serves !== undefined);
  const modelled = countUpTo(hasOwnModel);
  const forwardOf = backwardOperators(model, operators, calls, hasWork);
  const launches = launchers(model, work);

  let place = 0;
  while (place < events.length) {
    const isModelled = modelled[place + 1] > modelled[place];
    const hasModelBelow = modelled[end[place]] > modelled[place + 1];
    const forward = isModelled || hasModelBelow ? -1 : forwardOf(place);
    const found = !hasWork(place)
      ? 'nothing'
      : isModelled || forward >= 0
        ? 'call'
        : hasModelBelow
          ? 'below'
          : launches(place);
    if (found === 'call') rows.addOperator(events[place], work.subtree(place), forward);
    place = found === 'below' ? place + 1 : end[place];
  }

  function hasOwnModel(at: number): boolean {
    if (!calls.hasModel(events[at])) return false;
    const registered = calls.registered(events[at]);
    if (registered?.wrapsAttention) return attending[end[at]] === attending[at + 1];
    return !registered?.ownKernelsOnly || before[at + 1] === before[end[at]];
  }
}

/** What an operator without a model is: a call of its own if it launches something itself, unless that is a collective to be left out. */
function launchers(
  { kind, bucket, caller, conventions }: TraceModel,
  work: OperatorWork,
): (place: number) => 'call' | 'nothing' | 'below' {
  const { leafLaunches, unifiedWork } = conventions;
  return (place) => {
    const own = work.own(place);
    if (!own.some((row) => leafLaunches === 'all' || kind[caller[row]] === EventKind.runtime)) return 'below';
    const isCollective = own.some((row) => bucket[row] === GpuBucket.communication);
    return isCollective && unifiedWork === 'linkedComputation' ? 'nothing' : 'call';
  };
}

/** GPU events that no collected call holds, a row each. */
function collectRest({ caller, operatorOf, bucket, conventions }: TraceModel, rows: Rows) {
  const isAll = conventions.unifiedWork === 'all';
  for (let row = 0; row < caller.length; row++) {
    if (rows.isTaken(row)) continue;
    const from = caller[row];
    if (!isAll && (from < 0 || bucket[row] === GpuBucket.communication)) continue;
    rows.addKernel(from < 0 || operatorOf[from] < 0 ? from : operatorOf[from], row);
  }
}
