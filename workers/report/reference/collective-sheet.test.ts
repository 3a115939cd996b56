import { describe, expect, it } from 'vitest';
import { CORRECTED, TRACELENS } from '../../base/conventions.ts';
import { cellsOf, gpu, handMadeModel, operator, runtime } from '../hand-made.ts';
import { collectiveSheet } from './collective-sheet.ts';

const message = {
  'Collective name': '_allgather_base',
  'In msg nelems': 106_956_800,
  'Out msg nelems': 855_654_400,
  'Group size': 8,
  dtype: 'BFloat16',
  'In split size': '[]',
  'Out split size': '[]',
  'Process Group Name': '0',
  'Process Group Ranks': '[0, 1, 2, 3, 4, 5, 6, 7]',
};
const events = [
  operator('step', 0, 50),
  runtime('cudaLaunchKernel', 1, 1, 1),
  gpu('ncclDevKernel_AllGather_RING_LL', 10, 30, 1, { args: message }),
  runtime('cudaLaunchKernel', 3, 1, 2),
  gpu('ncclDevKernel_AllGather_RING_LL', 50, 10, 2, { args: message }),
  runtime('cudaLaunchKernel', 5, 1, 3),
  gpu('void vllm::cross_device_reduce_1stage<8>()', 70, 5, 3),
  runtime('cudaLaunchKernel', 7, 1, 4),
  gpu('ncclDevKernel_AllGather_RING_LL', 80, 2, 4, { args: message, stream: 9 }),
];
const header = { distributedInfo: { rank: 3 } };

describe('collectives', () => {
  it('are told apart by message, group and stream; sizes are those of the whole message (section H.3)', () => {
    const [first, second, ...rest] = cellsOf(collectiveSheet(handMadeModel(events, header, TRACELENS)));
    expect(first).toMatchObject({
      rank: 3,
      'Collective name': '_allgather_base',
      'Group size': 8,
      stream: 7,
      'In msg size (MB)_first': 204.00390625,
      'Out msg size (MB)_first': 1632.03125,
      dur_sum: 40,
      dur_mean: 20,
      dur_std: expect.closeTo(Math.sqrt(200), 9),
      dur_min: 10,
      dur_max: 30,
      operation_count: 2,
    });
    expect(second).toMatchObject({ stream: 9, dur_sum: 2, operation_count: 1 });
    expect(rest).toEqual([]);
  });

  it('without a recorded message are kept, or dropped where the conventions leave work out', () => {
    const rows = cellsOf(collectiveSheet(handMadeModel(events, header, CORRECTED)));
    expect(rows.map((row) => [row['Collective name'], row.dur_sum])).toEqual([
      ['_allgather_base', 40],
      ['allreduce', 5],
      ['_allgather_base', 2],
    ]);
    expect(rows[1].dtype).toBeNull();
  });
});
