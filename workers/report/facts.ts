import { counted, countText } from '../base/counts.ts';
import { type JsonObject, type JsonValue, objectIn } from '../base/json.ts';
import { WHOLE_TRACE } from '../base/scope.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { graphReplay } from './graph-replay.ts';
import { producerOf } from './producer.ts';
import type { Fact } from './report-types.ts';
import { surveyOf } from './survey.ts';
import { durationText, shareText } from './words.ts';

/** One line in parts: what this file is. */
export function headline(model: TraceModel): string[] {
  const { columns } = model;
  const producer = producerOf(model) || 'Trace events';
  const graphs = graphReplay(model, gpuRowsInScope(model, WHOLE_TRACE));
  const { operators, pythonFrames, hasShapes } = surveyOf(model);
  const { rank } = distribution(columns.header);
  return [
    producer,
    ...(graphs.launches > 0 ? ['graph replay'] : []),
    ...(rank ? [rank] : []),
    ...deviceNames(model).slice(0, 1),
    durationText(model.span[1] - model.span[0]),
    ...(operators > 0 ? [`shapes ${hasShapes ? 'on' : 'off'}, stacks ${pythonFrames > 0 ? 'on' : 'off'}`] : []),
  ];
}

/** Who wrote the file, with what, on what, how: label and value. Facts that the file does not tell are left out. */
export function fileFacts(model: TraceModel): Fact[] {
  const { columns, span, streams, gpuEvents } = model;
  const { header } = columns;
  const recorded = surveyOf(model);
  const graphs = graphReplay(model, gpuRowsInScope(model, WHOLE_TRACE));
  const { rank, backend } = distribution(header);
  const gpuNs = kernelSum(model);
  const graphShare = gpuNs > 0 ? `, ${shareText(graphs.ns / gpuNs)} of GPU time` : '';
  const facts: [string, string][] = [
    ['Producer', producerOf(model)],
    ['Recorded', recordedAt(model)],
    ['Span', durationText(span[1] - span[0])],
    ['Rank', rank],
    ['Communication', backend],
    ['Device', deviceText(model)],
    [
      'Streams',
      streams.length > 0 ? `${counted(streams.length, 'stream')}, ${counted(gpuEvents.length, 'GPU event')}` : '',
    ],
    ['Versions', versions(header).join(', ')],
    ['Shapes', recorded.operators > 0 ? onOff(recorded.hasShapes) : ''],
    ['Python stacks', recorded.operators > 0 ? onOff(recorded.pythonFrames > 0) : ''],
    ['Other options', otherOptions(header).join(', ')],
    [
      'Graph replay',
      graphs.launches > 0
        ? `${counted(graphs.launches, 'launch', 'launches')} of ${counted(graphs.gpuEvents, 'GPU event')}${graphShare}`
        : '',
    ],
  ];
  return facts.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]));
}

const onOff = (on: boolean) => (on ? 'recorded' : 'not recorded');

function kernelSum({ columns, gpuEvents }: TraceModel): number {
  return gpuEvents.reduce((sum, event) => sum + columns.dur[event], 0);
}

/** Epoch time of the first slice where the trace tells it: its times count from the epoch or from `baseTimeNanoseconds`. */
function recordedAt({ columns, span }: TraceModel): string {
  const given = columns.header.baseTimeNanoseconds;
  const start = Number(columns.base) + span[0];
  const year2010 = 1.26e18;
  const epochNs =
    start > year2010 ? start : start + (typeof given === 'number' || typeof given === 'string' ? Number(given) : 0);
  const date = new Date(epochNs / 1e6);
  if (!(epochNs > year2010) || Number.isNaN(date.getTime())) return '';
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function distribution(header: Readonly<Record<string, JsonValue>>): { rank: string; backend: string } {
  const info = objectIn(header.distributedInfo);
  const rank = info.rank;
  const world = info.world_size;
  const backend = typeof info.backend === 'string' ? info.backend : '';
  const nccl = typeof info.nccl_version === 'string' ? ` ${info.nccl_version}` : '';
  return {
    rank: typeof rank === 'number' ? `rank ${rank}${typeof world === 'number' ? ` of ${countText(world)}` : ''}` : '',
    backend: backend === '' ? '' : `${backend}${nccl}`,
  };
}

/** Devices with GPU events; all that the file lists where none has. */
export function usedDevices({ columns, streams }: TraceModel): JsonObject[] {
  const { deviceProperties } = columns.header;
  const listed = Array.isArray(deviceProperties) ? deviceProperties.map(objectIn) : [];
  const used = new Set(streams.map(({ device }) => device));
  const withEvents = listed.filter(({ id }) => typeof id === 'number' && used.has(id));
  return withEvents.length > 0 ? withEvents : listed;
}

function deviceNames(model: TraceModel): string[] {
  return [...new Set(usedDevices(model).map(deviceName))];
}

/** ROCm leaves the name empty at times; what else is known stands for it then. */
function deviceName(device: JsonObject): string {
  if (typeof device.name === 'string' && device.name.trim() !== '') return device.name;
  const units =
    typeof device.numSms === 'number' ? ` with ${device.numSms} ${device.warpSize === 64 ? 'CUs' : 'SMs'}` : '';
  return `unnamed ${device.warpSize === 64 ? 'AMD ' : ''}GPU${units}`;
}

function deviceText(model: TraceModel): string {
  const devices = usedDevices(model);
  const { deviceProperties } = model.columns.header;
  const listed = Array.isArray(deviceProperties) ? deviceProperties.length : 0;
  const texts = deviceNames(model).map((name) => {
    const same = devices.filter((device) => deviceName(device) === name);
    const memory = same[0].totalGlobalMem;
    const amount = same.length > 1 ? `${same.length} × ` : '';
    return `${amount}${name}${typeof memory === 'number' ? `, ${Math.round(memory / 1024 ** 3)} GB` : ''}`;
  });
  if (texts.length === 0) return '';
  return devices.length < listed ? `${texts.join('; ')} (${devices.length} of ${listed} in use)` : texts.join('; ');
}

function versions(header: Readonly<Record<string, JsonValue>>): string[] {
  const numbered: [string, string, (version: number) => string][] = [
    ['CUDA runtime', 'cuda_runtime_version', cudaVersion],
    ['CUDA driver', 'cuda_driver_version', cudaVersion],
    ['CUPTI', 'cupti_version', String],
    ['HIP', 'hip_runtime_version', hipVersion],
    ['HIP driver', 'hip_driver_version', hipVersion],
    ['roctracer', 'roctracer_version', String],
    ['trace schema', 'schemaVersion', String],
  ];
  return numbered.flatMap(([label, key, format]) => {
    const value = header[key];
    return typeof value === 'number' ? [`${label} ${format(value)}`] : [];
  });
}

/** 12040 is 12.4. */
function cudaVersion(version: number): string {
  return `${Math.floor(version / 1000)}.${Math.floor((version % 1000) / 10)}`;
}

/** 60443483 is 6.4.43483. */
function hipVersion(version: number): string {
  return `${Math.floor(version / 1e7)}.${Math.floor((version % 1e7) / 1e5)}.${version % 1e5}`;
}

function otherOptions(header: Readonly<Record<string, JsonValue>>): string[] {
  const options = { with_modules: 'modules', with_flops: 'FLOPs', profile_memory: 'memory' };
  return Object.entries(options).flatMap(([key, label]) => (header[key] === 1 || header[key] === true ? [label] : []));
}
