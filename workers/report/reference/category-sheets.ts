import type { DistinctCall } from '../../attribution/op-calls.ts';
import type { Table } from '../../base/table.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import type { Column } from '../make-table.ts';
import { TemplateText } from '../template-text.ts';
import { addedColumns } from './added-columns.ts';
import { familyCalls } from './family-calls.ts';
import { kernelDetails, truncatedDetails } from './kernel-details.ts';
import type { Layout } from './layouts.ts';
import { overlapColumns } from './overlap-columns.ts';
import { perfColumns } from './perf-columns.ts';
import { pythonList, pythonParam } from './python-text.ts';
import { integers, sheet, words } from './sheet.ts';
import { callFigures, overlapName, rowsByKey, type SheetCalls, type SheetOptions, withOverlap } from './sheet-calls.ts';
import { trackNames } from './track-names.ts';

const ARGUMENTS = ['Input Dims', 'Input type', 'Input Strides', 'Concrete Inputs'];
const FIGURES = ['mean', 'median', 'std', 'min', 'max'] as const;

/** A sheet a family of models: the calls of the family that have an estimate (section G.5). */
export function categorySheets(model: TraceModel, layout: Layout, options: SheetOptions): Table[] {
  return [...familyCalls(model, layout)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, calls]) => familySheet(model, name, calls, options));
}

function familySheet(
  model: TraceModel,
  name: string,
  calls: SheetCalls,
  { hardware, overlaps, byKernelCount }: SheetOptions,
): Table {
  const kernels = (item: number) => calls.kernels(item);
  const { columns } = model;
  const tracks = trackNames(model);
  const texts = ARGUMENTS.map((key) => TemplateText.ofArgument(columns, [key], pythonList));
  const params = calls.calls.map(paramTexts);
  const keys = calls.calls.map(({ call }, i) => JSON.stringify([call.name, ...(params[i] ?? [])]));
  const keyOf = (item: number) => {
    const key = keys[calls.callOf[item]];
    return byKernelCount === true ? `${key} ${kernels(item).length}` : key;
  };
  const figures = callFigures(model, calls, hardware);
  const members = rowsByKey(calls, withOverlap(keyOf, calls, overlaps));
  const first = (row: number) => members[row][0];
  const event = (row: number) => calls.event[first(row)];
  const perf = perfColumns(figures, members);
  const details = members.map((items) => kernelDetails(model, Array.from(items, kernels)));
  const hasRoof =
    hardware !== undefined &&
    members.some((items) => items.some((item) => (figures.roof(item)?.time ?? null) !== null));
  const roof = [
    perf.roofTime('Roofline Time (µs)_first'),
    perf.bound('Roofline Bound_first'),
    ...perf.shareOfRoof(FIGURES),
  ];
  return sheet(overlapName(name, overlaps), members.length, [
    words('name', (row) => calls.calls[calls.callOf[first(row)]].call.name),
    ...(overlaps ? [words('overlapping_kernel_names_first', (row) => overlaps.names(kernels(first(row))))] : []),
    ...paramColumns(calls, params, first),
    ...(byKernelCount === true ? [integers('num_kernels', (row) => kernels(first(row)).length)] : []),
    perf.gflops('GFLOPS_first'),
    perf.megabytes('Data Moved (MB)_first'),
    perf.intensity('FLOPS/Byte_first'),
    ...perf.terabytes(FIGURES),
    ...perf.teraflops(FIGURES),
    words('process_name_first', (row) => tracks(event(row)).process),
    words('process_label_first', (row) => tracks(event(row)).label),
    words('thread_name_first', (row) => tracks(event(row)).thread),
    perf.spec,
    ...(hasRoof ? roof : []),
    words('kernel_details__summarize_kernel_stats', (row) => details[row].summary),
    words('trunc_kernel_details', (row) => truncatedDetails(details[row])),
    ...(overlaps
      ? overlapColumns('overlapping_kernels_details__summarize_kernel_stats', overlaps, members, kernels)
      : []),
    ...ARGUMENTS.map((id, i) => words(`${id}_first`, (row) => texts[i].of(event(row)))),
    ...perf.kernelTime([...FIGURES, 'sum']),
    integers('name_count', (row) => members[row].length),
    integers('UID_first', event),
    ...addedColumns(model, figures, members, hardware !== undefined),
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
