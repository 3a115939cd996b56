/** What came of a graph launch: what it was matched by, the surest first, or why there is no match. */
export type LaunchMatch =
  | 'names'
  | 'nodes'
  | 'count'
  | 'eager'
  | 'no-capture'
  | 'no-size'
  | 'too-large'
  | 'other-model'
  | 'other-run'
  | 'unaligned'
  | 'no-kernels';
