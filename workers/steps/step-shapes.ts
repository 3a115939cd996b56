import type { JsonValue } from '../base/json.ts';
import { constantAt } from '../ingest/event-args.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import type { TileMap } from './steps.ts';
import { stepAt } from './tiles.ts';

/** Sizes that the recorded shapes of a step's operators tell; NaN where they tell none. */
export interface StepShapes {
  /** Rows of most products and attentions: the tokens that the step computes. */
  readonly rows: Float64Array;
  /** Rows of which a next token is chosen: those of the last product, that with the vocabulary, or of an argmax after it. */
  readonly sampled: Float64Array;
}

interface Operation {
  readonly rows: number;
  readonly by: 'product' | 'attention' | 'argmax';
}

const PRODUCT = /^aten::(?:mm|linear|matmul|addmm|_scaled_mm)$|gemm|scaled_mm|fp8_linear|wvSplitK/i;
const ATTENTION = /unified_attention|paged_attention|flash_attn|_fa[23]?_C::|mha_|fmha|attention_with_output/i;
const ARGMAX = /^aten::(?:argmax|multinomial|topk)$|sampl/i;

/** Reads the shapes of each step's operators, each distinct shape once. */
export function stepShapes(model: TraceModel, tileMap: TileMap, steps: number): StepShapes {
  const { columns, kind } = model;
  const { name, template, track, ts, strings } = columns;
  const known = new Map<number, Map<number, Operation | null>>();
  const counts: Map<number, number>[] = Array.from({ length: steps }, () => new Map());
  const sampled = new Float64Array(steps).fill(Number.NaN);
  const lastStart = new Float64Array(steps).fill(Number.NEGATIVE_INFINITY);
  for (let event = 0; event < columns.length; event++) {
    if (kind[event] !== EventKind.cpuOp || Number.isNaN(ts[event])) continue;
    let ofName = known.get(name[event]);
    if (ofName === undefined) {
      ofName = new Map();
      known.set(name[event], ofName);
    }
    let operation = ofName.get(template[event]);
    if (operation === undefined) {
      operation = operationOf(strings.get(name[event]), constantAt(columns, template[event], 'args.Input Dims'));
      ofName.set(template[event], operation);
    }
    if (operation === null) continue;
    const step = stepAt(tileMap, track[event], ts[event]);
    if (step < 0) continue;
    if (operation.by !== 'argmax') counts[step].set(operation.rows, (counts[step].get(operation.rows) ?? 0) + 1);
    if (operation.by !== 'attention' && ts[event] >= lastStart[step]) {
      lastStart[step] = ts[event];
      sampled[step] = operation.rows;
    }
  }
  return { rows: Float64Array.from(counts, (of, step) => (of.size === 0 ? sampled[step] : mostFrequent(of))), sampled };
}

/** What an operator computes, null where it is none of the kinds that tell a size. */
function operationOf(name: string, dims: JsonValue | undefined): Operation | null {
  if (!Array.isArray(dims)) return null;
  if (ARGMAX.test(name)) return rowsOf(dims[0], 'argmax');
  if (PRODUCT.test(name)) return rowsOf(dims[name === 'aten::addmm' ? 1 : 0], 'product');
  return ATTENTION.test(name) ? rowsOf(dims[0], 'attention') : null;
}

/** Attention has tokens x heads x size; of anything else all dimensions before the last are rows. */
function rowsOf(dims: JsonValue | undefined, by: Operation['by']): Operation | null {
  const shape = shapeOf(dims);
  if (shape === null || shape.length < 2) return null;
  const rows = by === 'attention' && shape.length === 3 ? shape[0] : shape.slice(0, -1).reduce((a, b) => a * b, 1);
  return rows > 0 ? { rows, by } : null;
}

function shapeOf(value: JsonValue | undefined): readonly number[] | null {
  if (!Array.isArray(value)) return null;
  const extents = value.filter((extent) => typeof extent === 'number');
  return extents.length === value.length && extents.length > 0 ? extents : null;
}

function mostFrequent(counts: ReadonlyMap<number, number>): number {
  let best = Number.NaN;
  let most = 0;
  for (const [size, count] of counts) if (count > most) [best, most] = [size, count];
  return best;
}
