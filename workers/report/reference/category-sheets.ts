import { attributionOf } from '../../attribution/attribution.ts';
import { type DistinctCall, OpCalls } from '../../attribution/op-calls.ts';
import type { Table } from '../../base/table.ts';
import type { RoofChoice } from '../../roofline/roof.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { groupBy } from '../groups.ts';
import type { Column } from '../make-table.ts';
import { TemplateText } from '../template-text.ts';
import { BusyTime } from './busy-time.ts';
import { kernelDetails, truncatedDetails } from './kernel-details.ts';
import { perfColumns } from './perf-columns.ts';
import { pythonList, pythonParam } from './python-text.ts';
import { integers, sheet, words } from './sheet.ts';
import { callFigures, membersOf, type SheetCalls } from './sheet-calls.ts';
import { trackNames } from './track-names.ts';

/** Families whose forward and backward calls share a sheet. */
const ONE_SHEET = new Set(['GEMM', 'UnaryElementwise', 'BinaryElementwise', 'Normalization']);
/** Backward operators that the reference lists in the backward sheet of their family; other explicit ones stay with the forward calls. */
const IN_BACKWARD_SHEET = new Set([
  'flash_attn::_flash_attn_varlen_backward',
  'aten::convolution_backward',
  'ConvBias_Backward',
  'ConvBiasReLU_Backward',
]);
const ARGUMENTS = ['Input Dims', 'Input type', 'Input Strides', 'Concrete Inputs'];
const FIGURES = ['mean', 'median', 'std', 'min', 'max'] as const;

/** A sheet a family of models: every call of the family that has an estimate, those inside one another too (section G.5). */
export function categorySheets(model: TraceModel, hardware: RoofChoice | undefined): Table[] {
  const families = familyCalls(model);
  return [...families]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, calls]) => familySheet(model, name, calls, hardware));
}

/** Calls of one sheet in the making. */
class FamilyCalls implements SheetCalls {
  readonly event: number[] = [];
  readonly callOf: number[] = [];
  readonly busyNs: number[] = [];
  readonly #kernels: Int32Array[] = [];
  readonly calls: readonly DistinctCall[];

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

function familyCalls(model: TraceModel): Map<string, FamilyCalls> {
  const { operators, work } = attributionOf(model);
  const calls = new OpCalls(model);
  const families = new Map<string, FamilyCalls>();
  for (let place = 0; place < operators.events.length; place++) {
    const event = operators.events[place];
    const family = calls.registered(event)?.sheet;
    if (family === undefined || work.before[work.end[place]] === work.before[place]) continue;
    const kernels = work.subtree(place);
    const call = calls.placeOf(event, 'operator', kernels);
    if (!('estimate' in calls.distinct[call].verdict)) continue;
    const name = sheetName(family, calls.distinct[call].call.name);
    let found = families.get(name);
    if (found === undefined) {
      found = new FamilyCalls(calls.distinct);
      families.set(name, found);
    }
    found.add(event, call, kernels, busyTime(model, kernels));
  }
  return families;
}

function busyTime({ columns, gpuEvents }: TraceModel, gpuRows: Int32Array): number {
  const busy = new BusyTime();
  for (const row of gpuRows) busy.add(columns.ts[gpuEvents[row]], columns.dur[gpuEvents[row]]);
  return busy.ns;
}

function sheetName(family: string, operator: string): string {
  if (ONE_SHEET.has(family)) return family;
  return `${family}_${IN_BACKWARD_SHEET.has(operator) ? 'bwd' : 'fwd'}`;
}

function familySheet(model: TraceModel, name: string, calls: SheetCalls, hardware: RoofChoice | undefined): Table {
  const { columns } = model;
  const tracks = trackNames(model);
  const texts = ARGUMENTS.map((key) => TemplateText.ofArgument(columns, [key], pythonList));
  const params = calls.calls.map(paramTexts);
  const keys = calls.calls.map(({ call }, i) => JSON.stringify([call.name, ...(params[i] ?? [])]));
  const figures = callFigures(model, calls, hardware);
  const members = membersOf(groupBy(calls.count, (item) => keys[calls.callOf[item]]))
    .map((items) => ({ items, busyUs: items.reduce((sum, item) => sum + figures.busyUs(item), 0) }))
    .sort((a, b) => b.busyUs - a.busyUs || calls.event[a.items[0]] - calls.event[b.items[0]])
    .map(({ items }) => items);
  const first = (row: number) => members[row][0];
  const event = (row: number) => calls.event[first(row)];
  const perf = perfColumns(figures, members);
  const details = members.map((items) =>
    kernelDetails(
      model,
      Array.from(items, (item) => calls.kernels(item)),
    ),
  );
  const roof = [
    perf.roofTime('Roofline Time (µs)_first'),
    perf.bound('Roofline Bound_first'),
    ...perf.shareOfRoof(FIGURES),
  ];
  return sheet(name, members.length, [
    words('name', (row) => calls.calls[calls.callOf[first(row)]].call.name),
    ...paramColumns(calls, params, first),
    perf.gflops('GFLOPS_first'),
    perf.megabytes('Data Moved (MB)_first'),
    perf.intensity('FLOPS/Byte_first'),
    ...perf.terabytes(FIGURES),
    ...perf.teraflops(FIGURES),
    words('process_name_first', (row) => tracks(event(row)).process),
    words('process_label_first', (row) => tracks(event(row)).label),
    words('thread_name_first', (row) => tracks(event(row)).thread),
    perf.spec,
    ...(hardware === undefined ? [] : roof),
    words('kernel_details__summarize_kernel_stats', (row) => details[row].summary),
    words('trunc_kernel_details', (row) => truncatedDetails(details[row])),
    ...ARGUMENTS.map((id, i) => words(`${id}_first`, (row) => texts[i].of(event(row)))),
    ...perf.kernelTime([...FIGURES, 'sum']),
    integers('name_count', (row) => members[row].length),
    integers('UID_first', event),
  ]);
}

/** A call's parameters as texts by name; none is an empty cell. */
function paramTexts({ verdict }: DistinctCall): readonly (readonly [name: string, text: string | undefined])[] | null {
  if (!('estimate' in verdict)) return null;
  return Object.entries(verdict.estimate.params).map(([name, value]) => [
    name,
    value === null ? undefined : typeof value === 'string' ? value : pythonParam(value),
  ]);
}

/** A column a parameter that some call has, in order of first appearance. */
function paramColumns(
  calls: SheetCalls,
  params: readonly ReturnType<typeof paramTexts>[],
  first: (row: number) => number,
): Column[] {
  const names = new Set<string>();
  const seen = new Set<number>();
  for (let item = 0; item < calls.count; item++) {
    const call = calls.callOf[item];
    if (seen.has(call)) continue;
    seen.add(call);
    for (const [name] of params[call] ?? []) names.add(name);
  }
  const byName = params.map((texts) => new Map(texts ?? []));
  return [...names].map((name) => words(`param: ${name}`, (row) => byName[calls.callOf[first(row)]].get(name)));
}
