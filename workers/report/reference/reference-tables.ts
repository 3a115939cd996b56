import { type Scope, WHOLE_TRACE } from '../../base/scope.ts';
import type { Table } from '../../base/table.ts';
import type { RoofChoice } from '../../roofline/roof.ts';
import { type GpuTimeline, gpuTimeline } from '../../trace/gpu-timeline.ts';
import { scopedModel } from '../../trace/scoped-model.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { csvBytes } from '../csv.ts';
import { categorySheets } from './category-sheets.ts';
import { collectiveSheet } from './collective-sheet.ts';
import { type KernelOverlaps, kernelOverlaps } from './kernel-overlap.ts';
import { kernelRows, kernelSummary, shortKernelHistogram, shortKernelsSummary } from './kernel-sheets.ts';
import { type Launcher, launchers } from './launchers.ts';
import { LAYOUTS, type Layout } from './layouts.ts';
import { operatorsByArguments, operatorsByCategory, operatorsByName } from './operator-sheets.ts';
import { pythonFloat } from './python-text.ts';
import { floats, sheet, words } from './sheet.ts';
import { unifiedSheet } from './unified-sheet.ts';

export interface ReferenceOptions {
  /** Count GPU events without a recorded launch in the timeline. */
  readonly includeUnlinked: boolean;
  /** Gaps below this many µs are micro-idle time; the timeline then tells the two kinds of idle time apart. */
  readonly microIdleUs?: number;
  /** Adds the roofline columns of this device. */
  readonly hardware?: RoofChoice;
  /** Adds sheets that tell calls apart by the kernels that ran beside them on other streams. */
  readonly overlap?: boolean;
  /** Tells launchers apart by the module above them, and shows the modules. */
  readonly groupByParentModule?: boolean;
  /** Tells launchers and the calls of a family's sheet apart by their number of kernels. */
  readonly groupByNumKernels?: boolean;
  /** Shows where the calls of the unified table come from. */
  readonly includeCallStack?: boolean;
  /** Shows when launchers with some arguments first ran. */
  readonly includeFirstOccurrence?: boolean;
  /** Kernels shorter than this are short; 10 µs by default. */
  readonly shortKernelUs?: number;
  /** Whose names the sheets have; `pytorch` by default. */
  readonly layout?: Layout;
}

/**
 * The tables of the TraceLens reports with their file and column names; their figures too under the conventions of that tool. Empty tables
 * are left out, and so are those of operators where the trace has none.
 */
export function referenceTables(whole: TraceModel, options: ReferenceOptions, scope: Scope = WHOLE_TRACE): Table[] {
  const timeline = gpuTimeline(whole, scope, {
    includeUnlinked: options.includeUnlinked,
    microIdleBelowNs: (options.microIdleUs ?? 0) * 1e3,
  });
  if (timeline.events === 0) return [];
  const model = scopedModel(whole, scope);
  const all = launchers(model);
  const { shortKernelUs: shortUs = 10 } = options;
  const kernels = kernelRows(model, all, { totalUs: timeline.totalNs / 1e3, shortUs });
  return [
    timelineSheet(timeline, options.microIdleUs !== undefined),
    ...(kernels.isGpuOnly ? [] : callSheets(model, all, options)),
    kernelSummary(kernels),
    shortKernelHistogram(kernels),
    shortKernelsSummary(kernels),
    ...(LAYOUTS[options.layout ?? 'pytorch'].hasCollectives && !kernels.isGpuOnly ? [collectiveSheet(model)] : []),
  ].filter(({ rows }) => rows > 0);
}

/** The sheets of launchers and operator calls; those that tell calls apart again with overlaps. */
function callSheets(model: TraceModel, all: readonly Launcher[], options: ReferenceOptions): Table[] {
  const { hardware, includeUnlinked, layout = 'pytorch', includeCallStack: callStack = false } = options;
  const { groupByNumKernels: byKernelCount = false, groupByParentModule: byModule = false } = options;
  const { includeFirstOccurrence: firstOccurrence = false } = options;
  const operators = { layout, byModule, byKernelCount, firstOccurrence };
  const sheets = (overlaps: KernelOverlaps | undefined) => [
    operatorsByArguments(model, all, operators, overlaps),
    unifiedSheet(model, { hardware, overlaps, callStack }),
    ...categorySheets(model, layout, { hardware, overlaps, byKernelCount }),
  ];
  return [
    operatorsByCategory(model, all, operators),
    operatorsByName(model, all, operators),
    ...sheets(undefined),
    ...(options.overlap === true ? sheets(kernelOverlaps(model, includeUnlinked)) : []),
  ];
}

/** `gpu_timeline`. */
function timelineSheet(timeline: GpuTimeline, hasMicroIdle: boolean): Table {
  const idle: [string, number][] = hasMicroIdle
    ? [
        ['micro_idle_time', timeline.microIdleNs],
        ['macro_idle_time', timeline.macroIdleNs],
      ]
    : [['idle_time', timeline.idleNs]];
  const parts: [string, number][] = [
    ['computation_time', timeline.computationNs],
    ['exposed_comm_time', timeline.exposedCommNs],
    ['exposed_memcpy_time', timeline.exposedMemcpyNs],
    ['busy_time', timeline.busyNs],
    ...idle,
    ['total_time', timeline.totalNs],
    ['total_comm_time', timeline.commNs],
    ['total_memcpy_time', timeline.memcpyNs],
  ];
  return sheet('gpu_timeline', parts.length, [
    words('type', (row) => parts[row][0]),
    floats('time ms', (row) => parts[row][1] / 1e6),
    floats('percent', (row) => (100 * parts[row][1]) / timeline.totalNs),
  ]);
}

/** A sheet as CSV, its numbers written as the reference writes them. */
export function referenceCsv(table: Table): Uint8Array {
  return csvBytes(table, {
    head: ({ id }) => id,
    numberText: (value, { kind }) => (kind === 'integer' ? String(value) : pythonFloat(value)),
  });
}
