import type { LaunchMatch } from '../capture/launch-match.ts';

/** Each outcome of a graph launch in words. */
export const MATCH_TEXTS: Readonly<Record<LaunchMatch, string>> = {
  names: 'Captured graph with the same kernels by name.',
  nodes:
    'Captured graph with as many kernels, paired by the numbers of the nodes; the capture does not name its kernels.',
  count: 'Captured graph with as many kernels, paired by place alone; the capture does not name its kernels.',
  eager: 'Step of an eager run with most of the same kernels, by name and order; its shapes are those of that run.',
  'no-capture': 'No captured graphs were added.',
  'no-size': 'No annotation tells the size of its step, and graphs of several sizes have these kernels.',
  'too-large': 'No graph was captured for a step as large as this.',
  'other-model': 'Most of its kernels occur in no captured graph: the captures are of another model or build.',
  'other-run': 'The captures are of a run with another number of ranks, which shards the shapes in another way.',
  unaligned: 'Its kernels do not fit those of the graphs captured for its size.',
  'no-kernels': 'No GPU work of it is on record.',
};
