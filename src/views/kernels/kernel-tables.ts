import type { TableId } from '../../../workers/engine/engine.ts';

/** A tab of the view: a table, what its rows are, and why a trace may have none. */
export interface KernelTable {
  readonly id: TableId;
  readonly title: string;
  readonly noun: { readonly one: string; readonly many: string };
  readonly absent: string;
}

const NO_GPU_WORK =
  'The trace holds no GPU work. Record with ProfilerActivity.CUDA, which stands for ROCm too, and wait for the GPU before the profiler stops.';

export const KERNEL_TABLES: readonly KernelTable[] = [
  { id: 'kernels', title: 'Kernels', noun: { one: 'kernel', many: 'kernels' }, absent: NO_GPU_WORK },
  { id: 'streams', title: 'Streams', noun: { one: 'stream', many: 'streams' }, absent: NO_GPU_WORK },
  {
    id: 'collectives',
    title: 'Collectives',
    noun: { one: 'collective', many: 'collectives' },
    absent:
      'No communication kernel of NCCL or RCCL was recorded: one GPU worked alone, or the ranks exchange data by other means.',
  },
  {
    id: 'copies',
    title: 'Copies',
    noun: { one: 'copy kind', many: 'copy kinds' },
    absent: 'No copy to, from or on the GPU was recorded, and no memset.',
  },
  {
    id: 'shortKernels',
    title: 'Short kernels',
    noun: { one: 'short kernel', many: 'short kernels' },
    absent: 'No kernel is so short that its launch weighs more than its work.',
  },
  {
    id: 'blockingCalls',
    title: 'Blocking calls',
    noun: { one: 'blocking call', many: 'blocking calls' },
    absent: 'No runtime call waited for the GPU, or the calls of the runtime were not recorded.',
  },
];
