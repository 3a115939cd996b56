import { constantAt } from '../ingest/event-args.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';

/**
 * The first dimension that most inputs of operators have, null without shapes: in a trace without a label that is the batch size
 * (I 9.1). Of equally frequent ones the first.
 */
export function usualFirstDimension({ columns, kind }: TraceModel): number | null {
  const firstDims = new FirstDimensions(columns);
  const counts = new Map<number, number>();
  for (let event = 0; event < columns.length; event++) {
    if (kind[event] !== EventKind.cpuOp) continue;
    for (const dim of firstDims.of(columns.template[event])) counts.set(dim, (counts.get(dim) ?? 0) + 1);
  }
  let best: number | null = null;
  for (const [dim, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = dim;
  return best;
}

/** The first dimension of each input, by template, each read once. */
class FirstDimensions {
  readonly #columns: TraceModel['columns'];
  readonly #known: (readonly number[] | undefined)[] = [];

  constructor(columns: TraceModel['columns']) {
    this.#columns = columns;
  }

  of(template: number): readonly number[] {
    this.#known[template] ??= firstDimensions(inputDims(this.#columns, template));
    return this.#known[template];
  }
}

function inputDims(columns: TraceModel['columns'], template: number): unknown {
  return constantAt(columns, template, 'args.Input Dims') ?? constantAt(columns, template, 'args.Input dims');
}

function firstDimensions(dims: unknown): number[] {
  if (!Array.isArray(dims)) return [];
  return dims.flatMap((shape: unknown) => {
    const first: unknown = Array.isArray(shape) ? shape[0] : undefined;
    return typeof first === 'number' ? [first] : [];
  });
}
