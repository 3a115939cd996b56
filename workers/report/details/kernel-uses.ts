import type { TraceModel } from '../../trace/trace-model.ts';
import { callSourceReader } from '../call-sources.ts';
import { groupBy, statisticsByGroup } from '../groups.ts';
import type { Basis, Fact } from '../report-types.ts';
import { recordedDevice } from './device.ts';
import { launchFacts, launchOf } from './launch-facts.ts';

/** One kernel of the calls, launches of one configuration together. */
export interface KernelUse {
  readonly name: string;
  readonly count: number;
  readonly kernelNs: number;
  readonly meanNs: number;
  readonly stream: number;
  /**
   * Grid, block, registers, shared memory, blocks and waves per SM, occupancy: what the trace and the device tell; and how the operator is
   * known, where the launch does not tell.
   */
  readonly launch: readonly Fact[];
}

/** The kernels among GPU events, those of one name, stream, launch configuration and source together, by time. */
export function kernelUses(model: TraceModel, { hardware }: Basis, gpuRows: Int32Array): KernelUse[] {
  const { columns, gpuEvents, streams, streamOf } = model;
  const launches = Array.from(gpuRows, (gpuRow) => launchOf(model, gpuEvents[gpuRow]));
  const sourceOf = callSourceReader(model);
  const groups = groupBy(gpuRows.length, (item) => {
    const { grid, block, registers, sharedMemory } = launches[item];
    return JSON.stringify([
      columns.name[gpuEvents[gpuRows[item]]],
      streamOf[gpuRows[item]],
      grid,
      block,
      registers,
      sharedMemory,
      sourceOf(gpuRows[item]),
    ]);
  });
  const { count, sum, mean } = statisticsByGroup(groups, (item) => columns.dur[gpuEvents[gpuRows[item]]]);
  return Array.from(groups.first, (item, group): KernelUse => {
    const { device, stream } = streams[streamOf[gpuRows[item]]];
    const source = sourceOf(gpuRows[item]);
    return {
      name: columns.strings.get(columns.name[gpuEvents[gpuRows[item]]]),
      count: count[group],
      kernelNs: sum[group],
      meanNs: mean[group],
      stream,
      launch: [
        ...launchFacts(launches[item], recordedDevice(model, device), hardware),
        ...(source === null ? [] : [{ label: 'Operator known by', value: source }]),
      ],
    };
  }).sort((a, b) => b.kernelNs - a.kernelNs);
}
