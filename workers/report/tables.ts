import { WHOLE_TRACE } from '../base/scope.ts';
import type { Table } from '../base/table.ts';
import { matchedLaunchesOf } from '../capture/merge-captures.ts';
import { GpuBucket } from '../trace/gpu-buckets.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import { idleGaps } from '../trace/gpu-timeline.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { blockingCalls, blockingCallsTable } from './blocking-calls.ts';
import { collectivesTable } from './collectives.ts';
import { copiesTable, isCopy } from './copies.ts';
import { cpuOperatorsTable } from './cpu-operators.ts';
import { graphLaunchesTable } from './graph-launches.ts';
import { kernelsTable } from './kernels.ts';
import { modulesTable } from './modules.ts';
import { operatorCategoriesTable } from './operator-categories.ts';
import { operatorKernelsTable } from './operator-kernels.ts';
import { operatorShapesTable } from './operator-shapes.ts';
import { operatorsTable } from './operators.ts';
import type { Basis, TableId } from './report-types.ts';
import { shortKernelRows, shortKernelsTable } from './short-kernels.ts';
import { stepsTable } from './steps-table.ts';
import { streamsTable } from './streams.ts';
import { surveyOf } from './survey.ts';
import { gapsTable } from './timeline/gaps.ts';
import { gpuTimelineTable } from './timeline-table.ts';

const TABLES: Readonly<Record<TableId, (model: TraceModel, basis: Basis) => Table>> = {
  operators: operatorsTable,
  operatorShapes: operatorShapesTable,
  operatorCategories: operatorCategoriesTable,
  operatorKernels: operatorKernelsTable,
  kernels: (model, { scope }) => kernelsTable(model, scope),
  streams: (model, { scope }) => streamsTable(model, scope),
  collectives: (model, { scope }) => collectivesTable(model, scope),
  copies: (model, { scope }) => copiesTable(model, scope),
  shortKernels: (model, { scope }) => shortKernelsTable(model, scope),
  blockingCalls: (model, { scope }) => blockingCallsTable(model, scope),
  modules: modulesTable,
  cpuOperators: (model, { scope }) => cpuOperatorsTable(model, scope),
  steps: stepsTable,
  gpuTimeline: (model, { scope }) => gpuTimelineTable(model, scope),
  graphLaunches: (model, { scope }) => graphLaunchesTable(model, scope),
  gaps: (model, { scope }) => gapsTable(model, scope),
};

/** A table of the report. */
export function buildTable(id: TableId, model: TraceModel, basis: Basis): Table {
  return TABLES[id](model, basis);
}

/** The tables that hold rows for the whole trace, in reading order. */
export function tablesWithRows(model: TraceModel): TableId[] {
  const { gpuEvents, bucket } = model;
  const rows = gpuRowsInScope(model, WHOLE_TRACE);
  const hasGpu = gpuEvents.length > 0;
  const holds: Readonly<Record<TableId, boolean>> = {
    operators: hasGpu,
    operatorShapes: hasGpu,
    operatorCategories: hasGpu,
    operatorKernels: hasGpu,
    kernels: hasGpu,
    streams: hasGpu,
    collectives: bucket.includes(GpuBucket.communication),
    copies: rows.some((row) => isCopy(model, row)),
    shortKernels: shortKernelRows(model, rows).length > 0,
    blockingCalls: blockingCalls(model, WHOLE_TRACE).length > 0,
    modules: surveyOf(model).moduleFrames.length > 0,
    cpuOperators: surveyOf(model).operators > 0,
    gpuTimeline: hasGpu,
    gaps: idleGaps(model, WHOLE_TRACE).length > 0,
    steps: hasGpu,
    graphLaunches: matchedLaunchesOf(model).length > 0,
  };
  return Object.entries(holds).flatMap(([id, has]) => (has && isTableId(id) ? [id] : []));
}

function isTableId(id: string): id is TableId {
  return Object.hasOwn(TABLES, id);
}
