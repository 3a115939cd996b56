/** What came of a graph launch: what it was matched by, the surest first, or why there is no match. */
export const LAUNCH_MATCHES = [
  'names',
  'nodes',
  'count',
  'eager',
  'no-capture',
  'no-size',
  'too-large',
  'other-model',
  'other-run',
  'unaligned',
  'no-kernels',
] as const;
export type LaunchMatch = (typeof LAUNCH_MATCHES)[number];
