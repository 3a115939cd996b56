import { GpuBucket } from '../trace/gpu-buckets.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { categoryIndex } from './categories.ts';
import { kernelCategory } from './kernel-categories.ts';
import { operatorCategory } from './operator-categories.ts';

/**
 * Display category of each row of `gpuEvents`. Copies and collectives are what they are whoever asked for them; other work takes the
 * category of the nearest operator above its caller whose name has one, else that of its own name.
 */
export function gpuCategories(model: TraceModel): Uint8Array {
  const { columns, gpuEvents, caller, kind, bucket } = model;
  const byName = new NameCategories(model);
  const above = new OperatorCategories(model);
  const result = new Uint8Array(gpuEvents.length);
  const copy = categoryIndex('copy');
  for (let row = 0; row < gpuEvents.length; row++) {
    const event = gpuEvents[row];
    if (kind[event] === EventKind.memcpy) {
      result[row] = copy;
      continue;
    }
    const isOwn = bucket[row] === GpuBucket.communication || caller[row] < 0;
    const inherited = isOwn ? -1 : above.of(caller[row]);
    result[row] = inherited >= 0 ? inherited : byName.of(columns.name[event]);
  }
  return result;
}

/** Categories of kernel names, each name looked at once. */
class NameCategories {
  readonly #strings: TraceModel['columns']['strings'];
  readonly #category: Int8Array;

  constructor(model: TraceModel) {
    this.#strings = model.columns.strings;
    this.#category = new Int8Array(this.#strings.length).fill(-1);
  }

  of(name: number): number {
    if (this.#category[name] < 0) this.#category[name] = kernelCategory(this.#strings.get(name));
    return this.#category[name];
  }
}

const UNASKED = -2;

/** Category of the nearest operator at or above an event whose name has one; every operator is walked over once. */
class OperatorCategories {
  readonly #model: TraceModel;
  readonly #byName: Int8Array;
  readonly #byOperator: Int8Array;

  constructor(model: TraceModel) {
    this.#model = model;
    this.#byName = new Int8Array(model.columns.strings.length).fill(UNASKED);
    this.#byOperator = new Int8Array(model.columns.length).fill(UNASKED);
  }

  of(event: number): number {
    const { operatorOf, parent } = this.#model;
    const start = operatorOf[event];
    let found = -1;
    let at = start;
    while (at >= 0) {
      found = this.#byOperator[at] === UNASKED ? this.#named(at) : this.#byOperator[at];
      if (found >= 0 || this.#byOperator[at] !== UNASKED) break;
      at = parent[at] < 0 ? -1 : operatorOf[parent[at]];
    }
    for (
      let walked = start;
      walked >= 0 && walked !== at;
      walked = parent[walked] < 0 ? -1 : operatorOf[parent[walked]]
    )
      this.#byOperator[walked] = found;
    if (at >= 0) this.#byOperator[at] = found;
    return found;
  }

  #named(operator: number): number {
    const { columns } = this.#model;
    const name = columns.name[operator];
    if (this.#byName[name] === UNASKED) this.#byName[name] = operatorCategory(columns.strings.get(name));
    return this.#byName[name];
  }
}
