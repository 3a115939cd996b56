import { unifiedRows } from '../../attribution/unified.ts';
import { unifiedTimes } from '../../attribution/unified-times.ts';
import type { Table } from '../../base/table.ts';
import type { Estimate, Verdict } from '../../roofline/perf-model.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { TemplateText } from '../template-text.ts';
import { addedColumns } from './added-columns.ts';
import { callStacks, kernelStack } from './call-stacks.ts';
import { kernelDetails, truncatedDetails } from './kernel-details.ts';
import { overlapColumns } from './overlap-columns.ts';
import { perfColumns } from './perf-columns.ts';
import { pythonParam, pythonString, pythonStringList, pythonTuple } from './python-text.ts';
import { floats, integers, percentages, sheet, words } from './sheet.ts';
import {
  callFigures,
  overlapName,
  rowsByKey,
  type SheetCalls,
  type SheetOptions,
  statisticsOfMembers,
  withOverlap,
} from './sheet-calls.ts';
import { trackNameKeys, trackNames, UNKNOWN_TRACK } from './track-names.ts';

const ARGUMENTS = ['Input Dims', 'Input type', 'Input Strides', 'Concrete Inputs'];

/**
 * `unified_perf_summary`: the calls of the unified table by operator, arguments and thread; with roofline columns where hardware is given. With `overlaps` as
 * `unified_perf_summary_kl_overlap`: calls beside which other kernels ran apart.
 */
export function unifiedSheet(model: TraceModel, { hardware, overlaps, callStack }: SheetOptions): Table {
  const calls = unifiedCalls(model);
  const keys = unifiedKeys(model, calls);
  const figures = callFigures(model, calls, hardware);
  const members = rowsByKey(calls, withOverlap(keys.keyOf, calls, overlaps));
  const first = (row: number) => members[row][0];
  const call = (row: number) => calls.calls[calls.callOf[first(row)]];
  const perf = perfColumns(figures, members);
  const host = statisticsOfMembers(members, (item) => hostUs(model, calls.event[item]));
  // With overlaps, stacks stand with the kernels.
  const hasKernelStacks = callStack === true && overlaps !== undefined;
  const stackOfRow = hasKernelStacks ? (row: number) => pythonStringList(kernelStack(model, row)) : undefined;
  const details = members.map((items) => kernelDetails(model, Array.from(items, calls.kernels), stackOfRow));
  const busyUs = members.map((items) => items.reduce((sum, item) => sum + figures.busyUs(item), 0));
  const hasRoof = hardware !== undefined;
  return sheet(overlapName('unified_perf_summary', overlaps), members.length, [
    words('name', (row) => call(row).call.name),
    ...(overlaps ? [words('overlapping_kernel_names', (row) => overlaps.names(calls.kernels(first(row))))] : []),
    words('op category', (row) => call(row).category),
    words('process_name', (row) => keys.track(first(row)).process),
    words('process_label', (row) => keys.track(first(row)).label),
    words('thread_name', (row) => keys.track(first(row)).thread),
    ...ARGUMENTS.map((id, i) => words(id, (row) => keys.argument(i, first(row)))),
    integers('ex_UID', (row) => calls.event[first(row)]),
    integers('operation_count', (row) => members[row].length),
    floats('total_duration_us', (row) => host[row].sum),
    floats('mean_duration_us', (row) => host[row].mean),
    floats('std_duration_us', (row) => host[row].std),
    perf.gflops('GFLOPS'),
    perf.megabytes('Data Moved (MB)'),
    perf.intensity('FLOPS/Byte'),
    perf.spec,
    ...(hasRoof ? [perf.bound('Roofline Bound')] : []),
    ...perf.terabytes(['mean', 'std']),
    ...perf.teraflops(['mean', 'std']),
    ...perf.kernelTime(['mean', 'std', 'sum']),
    floats('duration_us_median', (row) => host[row].median),
    floats('duration_us_min', (row) => host[row].min),
    floats('duration_us_max', (row) => host[row].max),
    ...perf.terabytes(['median', 'min', 'max']),
    ...perf.teraflops(['median', 'min', 'max']),
    ...(hasRoof
      ? [perf.roofTime('Roofline Time (µs)_first'), ...perf.shareOfRoof(['mean', 'median', 'std', 'min', 'max'])]
      : []),
    ...perf.kernelTime(['median', 'min', 'max']),
    words('kernel_details_summary', (row) => details[row].summary),
    words('trunc_kernel_details', (row) => truncatedDetails(details[row])),
    ...(overlaps ? overlapColumns('overlapping_kernels_details_summary', overlaps, members, calls.kernels) : []),
    words('perf_params', (row) => paramsText(figures.estimate(first(row))?.params)),
    words('has_perf_model', (row) => (call(row).hasModel ? 'True' : 'False')),
    ...(callStack === true && !overlaps ? stackColumns(model, calls, first) : []),
    ...percentages(busyUs),
    ...addedColumns(model, figures, members, hasRoof),
    ...(model.conventions.sheetColumns === 'published' ? [] : [words('why_not', (row) => whyNot(call(row).verdict))]),
  ]);
}

/** Where the first call of each row comes from. */
function stackColumns(model: TraceModel, { calls, callOf, kernels }: SheetCalls, first: (row: number) => number) {
  const stacks = (row: number) => callStacks(model, calls[callOf[first(row)]].call.name, kernels(first(row)));
  return [words('entry_point', (row) => stacks(row).entryPoint), words('call_stack_full', (row) => stacks(row).text)];
}

/** Host time of a call, NaN where the host did not make it. */
function hostUs({ columns, recorded, conventions }: TraceModel, event: number): number {
  const isKnown = event >= 0 && (event < recorded || conventions.replayedHostTime === 'launch');
  return isKnown ? columns.dur[event] / 1e3 : Number.NaN;
}

function unifiedCalls(model: TraceModel): SheetCalls {
  const rows = unifiedRows(model);
  const { busyNs } = unifiedTimes(model, rows, Int32Array.from(model.gpuEvents.keys()));
  const { count, event, callOf, calls, kernels } = rows;
  return { count, event, callOf, calls, busyNs, kernels };
}

/** What the rows of the sheet are told apart by. */
function unifiedKeys(model: TraceModel, { event, callOf, calls }: SheetCalls) {
  const { columns } = model;
  const names = trackNames(model);
  const texts = ARGUMENTS.map((key) => TemplateText.ofArgument(columns, [key], pythonTuple));
  const ofCall = calls.map(({ call, category }) => JSON.stringify([call.name, category]));
  const trackKeys = trackNameKeys(model, names);
  const track = (item: number) => (event[item] < 0 ? UNKNOWN_TRACK : names(event[item]));
  return {
    track,
    argument: (i: number, item: number) => (event[item] < 0 ? undefined : texts[i].of(event[item])),
    keyOf: (item: number) => {
      const args = event[item] < 0 ? '' : texts.map((text) => text.keyOf(event[item])).join(' ');
      return `${ofCall[callOf[item]]} ${args} ${event[item] < 0 ? '' : trackKeys(event[item])}`;
    },
  };
}

/** Why a call has no estimate. */
function whyNot(verdict: Verdict): string | undefined {
  return 'whyNot' in verdict ? verdict.whyNot : undefined;
}

function paramsText(params: Estimate['params'] | undefined): string | undefined {
  if (params === undefined) return undefined;
  return `{${Object.entries(params)
    .map(([name, value]) => `${pythonString(name)}: ${pythonParam(value)}`)
    .join(', ')}}`;
}
