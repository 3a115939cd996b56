import { layerOf } from '../../attribution/attention-calls.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import type { Basis } from '../report-types.ts';
import { callWork } from '../unified/call-work.ts';
import { timesInScope } from '../unified/parts.ts';
import type { RowCalls } from './row-calls.ts';

/** Which layers attend, as far as the order within steps tells; what `Basis.attentionWindows` wants to be told. */
export interface AttentionLayers {
  readonly operator: string;
  /** The row's calls within their steps, counted from 0, ascending. */
  readonly layers: readonly number[];
  /** Those that take less time than their roof, so that they must read less: `window?`. */
  readonly overRoof: readonly number[];
}

/** The layers of a row's whole calls in scope; null where no window may be stated, or calls of several operators stand in the row. */
export function attentionLayers(
  model: TraceModel,
  basis: Basis,
  { grouping, parts }: RowCalls,
): AttentionLayers | null {
  const { rows, rowOf, events } = grouping.parts;
  const { busyNs, kernels } = timesInScope(grouping.parts, basis.scope);
  const { roofNs, mayBeWindowed } = callWork(model, basis);
  const operators = new Set<string>();
  const overRoof = new Map<number, number>();
  for (const part of parts) {
    const unified = rowOf[part];
    const number = rows.callOf[unified];
    const { call } = rows.calls[number];
    if (mayBeWindowed[number] === 0 && call.context.window === undefined) continue;
    operators.add(call.name);
    const layer = layerOf(model, rows.event[unified]);
    if (layer === undefined || kernels[part] < events[part] || events[part] < rows.kernels(unified).length) continue;
    const over = mayBeWindowed[number] === 1 ? roofNs[number] - busyNs[part] : Number.NEGATIVE_INFINITY;
    overRoof.set(layer, (overRoof.get(layer) ?? 0) + over);
  }
  const [operator] = operators;
  if (operators.size !== 1) return null;
  const layers = [...overRoof.keys()].sort((a, b) => a - b);
  return { operator, layers, overRoof: layers.filter((layer) => (overRoof.get(layer) ?? 0) > 0) };
}
