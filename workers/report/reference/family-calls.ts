import { attributionOf } from '../../attribution/attribution.ts';
import { NODE } from '../../attribution/backward-operators.ts';
import { type DistinctCall, OpCalls } from '../../attribution/op-calls.ts';
import { unifiedRows } from '../../attribution/unified.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { BusyTime } from './busy-time.ts';
import { LAYOUTS, type Layout } from './layouts.ts';
import type { SheetCalls } from './sheet-calls.ts';

/** Backward operators that stand in the backward sheet of their family; other explicit ones stay with the forward calls. */
const BACKWARD = new Set([
  'flash_attn::_flash_attn_varlen_backward',
  'aten::convolution_backward',
  'ConvBias_Backward',
  'ConvBiasReLU_Backward',
]);
/** Forward operators whose gradients are explicit operators, and so no rows of the backward sheet. */
const EXPLICIT_GRADIENTS = new Set([
  'aten::convolution',
  'aten::miopen_convolution',
  'aten::cudnn_convolution',
  'ConvBias_',
  'ConvBiasReLU_',
]);

/** The calls with an estimate of each family's sheets, by name of the sheet. */
export function familyCalls(model: TraceModel, layout: Layout): ReadonlyMap<string, SheetCalls> {
  const families = new Families(model, layout);
  if (model.conventions.familyCalls === 'unified') addUnified(model, families);
  else addEvery(model, families);
  return families.sheets;
}

function addUnified(model: TraceModel, families: Families): void {
  const rows = unifiedRows(model);
  for (let row = 0; row < rows.count; row++) {
    families.add(rows.event[row], rows.calls, rows.callOf[row], rows.kernels(row));
  }
}

function addEvery(model: TraceModel, families: Families): void {
  const { operators, work } = attributionOf(model);
  const calls = new OpCalls(model);
  const gradients = gradientNodes(model, calls);
  for (let place = 0; place < operators.events.length; place++) {
    const event = operators.events[place];
    if (calls.registered(event)?.sheet === undefined) continue;
    const kernels = work.subtree(place);
    families.add(event, calls.distinct, calls.placeOf(event, 'operator', kernels), kernels);
    const nodes = gradients.get(place);
    if (nodes === undefined) continue;
    const backward = Int32Array.from(nodes.flatMap((node) => [...work.subtree(node)])).sort();
    families.add(event, calls.distinct, calls.placeOf(event, 'backward', backward, event), backward);
  }
}

/** Places of the autograd nodes that compute the gradients of an operator with a backward model, or of operators below it. */
function gradientNodes(model: TraceModel, calls: OpCalls): ReadonlyMap<number, number[]> {
  const { columns, forwardOf } = model;
  const { operators } = attributionOf(model);
  const { events, above } = operators;
  const nodes = new Map<number, number[]>();
  for (let node = 0; node < events.length; node++) {
    const forward = forwardOf[events[node]];
    if (forward < 0 || !columns.strings.get(columns.name[events[node]]).startsWith(NODE)) continue;
    for (let place = operators.indexOf(forward); place >= 0; place = above[place]) {
      const name = columns.strings.get(columns.name[events[place]]);
      if (calls.registered(events[place])?.backward === undefined || EXPLICIT_GRADIENTS.has(name)) continue;
      const found = nodes.get(place);
      if (found) found.push(node);
      else nodes.set(place, [node]);
    }
  }
  return nodes;
}

/** Calls sorted into sheets. */
class Families {
  readonly sheets = new Map<string, FamilyCalls>();
  readonly #model: TraceModel;
  readonly #oneSheet: ReadonlySet<string>;

  constructor(model: TraceModel, layout: Layout) {
    this.#model = model;
    this.#oneSheet = LAYOUTS[layout].oneSheet;
  }

  add(event: number, calls: readonly DistinctCall[], place: number, kernels: Int32Array): void {
    const { family, verdict, form, call } = calls[place];
    if (family === undefined || !('estimate' in verdict)) return;
    const side = form === 'backward' || BACKWARD.has(call.name) ? 'bwd' : 'fwd';
    const name = this.#oneSheet.has(family) ? family : `${family}_${side}`;
    let sheet = this.sheets.get(name);
    if (sheet === undefined) {
      sheet = new FamilyCalls(calls);
      this.sheets.set(name, sheet);
    }
    sheet.add(event, place, kernels, busyTime(this.#model, kernels));
  }
}

/** Calls of one sheet in the making. */
class FamilyCalls implements SheetCalls {
  readonly calls: readonly DistinctCall[];
  readonly event: number[] = [];
  readonly callOf: number[] = [];
  readonly busyNs: number[] = [];
  readonly #kernels: Int32Array[] = [];

  constructor(calls: readonly DistinctCall[]) {
    this.calls = calls;
  }

  get count(): number {
    return this.event.length;
  }

  kernels(item: number): Int32Array {
    return this.#kernels[item];
  }

  add(event: number, call: number, kernels: Int32Array, busyNs: number): void {
    this.event.push(event);
    this.callOf.push(call);
    this.busyNs.push(busyNs);
    this.#kernels.push(kernels);
  }
}

function busyTime({ columns, gpuEvents }: TraceModel, gpuRows: Int32Array): number {
  const busy = new BusyTime();
  for (const row of gpuRows) busy.add(columns.ts[gpuEvents[row]], columns.dur[gpuEvents[row]]);
  return busy.ns;
}
