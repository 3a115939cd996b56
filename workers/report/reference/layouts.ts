/** Which of the two published reports names the sheets and their columns. */
export type Layout = 'pytorch' | 'inference';

/** Columns of `ops_summary` that not both reports have, or not in one place. */
export type SummaryColumn =
  | 'total_direct_kernel_time_sum'
  | 'total_subtree_kernel_time_sum'
  | 'total_subtree_kernel_time_count'
  | 'total_direct_kernel_time_ms'
  | 'total_subtree_kernel_time_ms';

/** What differs between the two reports (sections G.4, G.5, and 8.3 of the inference specification). */
interface LayoutShape {
  /** Families whose forward and backward calls share a sheet. */
  readonly oneSheet: ReadonlySet<string>;
  /** The columns of time of `ops_summary`, in order. */
  readonly summaryTimes: readonly SummaryColumn[];
  /** Whether there is a sheet of collectives. */
  readonly hasCollectives: boolean;
}

export const LAYOUTS: Readonly<Record<Layout, LayoutShape>> = {
  pytorch: {
    oneSheet: new Set(['GEMM', 'UnaryElementwise', 'BinaryElementwise', 'Normalization']),
    summaryTimes: [
      'total_direct_kernel_time_sum',
      'total_subtree_kernel_time_sum',
      'total_direct_kernel_time_ms',
      'total_subtree_kernel_time_ms',
    ],
    hasCollectives: true,
  },
  inference: {
    oneSheet: new Set(['GEMM', 'UnaryElementwise', 'BinaryElementwise']),
    summaryTimes: [
      'total_direct_kernel_time_sum',
      'total_subtree_kernel_time_sum',
      'total_subtree_kernel_time_count',
      'total_direct_kernel_time_ms',
    ],
    hasCollectives: false,
  },
};
