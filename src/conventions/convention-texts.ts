import type { Conventions, ConventionsName } from '../../workers/base/conventions.ts';

/** One choice of counting, in words. */
export interface ConventionText {
  readonly title: string;
  /** What the corrected conventions do. */
  readonly corrected: string;
  /** What TraceLens does. */
  readonly tracelens: string;
  /** Why the two differ. */
  readonly why: string;
}

/** Every choice in which the two sets of conventions differ; a record, so that the compiler finds one that is missing here. */
export const CONVENTION_TEXTS: Readonly<Record<keyof Conventions, ConventionText>> = {
  linking: {
    title: 'Linking GPU work to its launch',
    corrected: 'By correlation id, else by external id, else by flow arrow.',
    tracelens: 'Only by a complete pair of flow arrows; graph launches by their key.',
    why: 'Arrows are often missing: kernels launched before the recording, and many copies, would have no operator.',
  },
  unifiedWork: {
    title: 'GPU work that is divided among operators',
    corrected: 'All of it; collectives and work without a known launch are rows of their own.',
    tracelens: 'Linked work only, and of collectives those of modelled operators alone.',
    why: 'With all of it, operators and what has none add up to the GPU time exactly.',
  },
  leafLaunches: {
    title: 'Launches of operators without a model',
    corrected: 'All of an operator’s launches are its row.',
    tracelens: 'Only launches through the runtime; those through the driver are listed by kernel.',
    why: 'Triton and cuBLASLt launch through the driver: their operators would lose that time.',
  },
  launcherCategory: {
    title: 'Category of an operator without a model',
    corrected: 'That of the nearest operator above it that is known.',
    tracelens: 'By its own name alone, else “other”.',
    why: 'A helper inside a convolution is part of the convolution.',
  },
  launcherTimes: {
    title: 'Times in the sheets of launchers',
    corrected: 'In whole nanoseconds.',
    tracelens: 'In doubles of microseconds since the epoch, off by up to half a nanosecond for each stretch of work.',
    why: 'The trace records nanoseconds.',
  },
  replayedHostTime: {
    title: 'Host time of the operators of a replayed graph',
    corrected: 'Unknown: the host launched the graph, not the operators.',
    tracelens: 'That of the launch of the graph, for each of them.',
    why: 'Hundreds of operators would each claim the whole launch.',
  },
  pseudoLaunchers: {
    title: 'Launches below pseudo-operators, in the sheets of launchers and kernels',
    corrected: 'Under the pseudo-operator, as everywhere else.',
    tracelens: 'Under the recorded operator around it.',
    why: 'A kernel that is a row of its own in one table should not be part of a larger one in the next.',
  },
  withoutStep: {
    title: 'Calls whose step has no requests for them',
    corrected: 'Kept, with their time and without an estimate.',
    tracelens: 'Dropped from the table of operators.',
    why: 'The time was spent, whether or not it can be modelled.',
  },
  familyCalls: {
    title: 'Calls in the sheets of operator families',
    corrected: 'Those of the table of operators, each GPU event once.',
    tracelens: 'Every call of the family, also those inside one another and those without GPU work.',
    why: 'A call inside another of its family would be counted twice.',
  },
  coverage: {
    title: 'Operators that have a model',
    corrected: 'Those of TraceLens and others that serving is full of: softmax, copies, indexing, quantised products.',
    tracelens: 'Those of TraceLens.',
    why: 'Without a model an operator has no roof, and what it could win stays hidden.',
  },
  roof: {
    title: 'When an operator has a roof',
    corrected: 'When its memory or its compute time is known; memory alone bounds what computes nothing.',
    tracelens: 'Only when it computes and both times are known.',
    why: 'Copies and lookups are bound by memory bandwidth like everything else.',
  },
  dtypes: {
    title: 'Types with a known width',
    corrected: 'All, with bool, short, unsigned, complex and every fp8; e5m2 and int8 have a precision.',
    tracelens: 'The common ones; e5m2 and int8 have no precision.',
    why: 'A type without a width leaves an operator without bytes, one without a precision leaves it without a compute roof.',
  },
  gemmOperands: {
    title: 'Bias and output of matrix products',
    corrected: 'As recorded: the bias tensor, the output tensor, the output type.',
    tracelens: 'Assumed: a bias is one row, the output has the type of the inputs, or 2 bytes for fp8.',
    why: 'A full bias matrix or an fp32 output moves more bytes than assumed.',
  },
  packedOperands: {
    title: 'fp4 and int4 weights, two to a byte',
    corrected: 'Unpacked: the true K is found from both operands.',
    tracelens: 'As stored: a packed extent counts as elements, a byte each.',
    why: 'A packed K would halve the FLOPs, and a weight of half a byte would count as a whole one.',
  },
  convolutionArguments: {
    title: 'Arguments of convolutions',
    corrected: 'Bias, groups and the gradients asked for are read.',
    tracelens: 'No bias, no groups of a transposed output, every gradient counted.',
    why: 'Gradients that were not computed cost nothing.',
  },
  attentionBytes: {
    title: 'Bytes of attention',
    corrected: 'By the type of the tensors, and of the cache.',
    tracelens: '2 bytes an element, whatever the type; the cache as wide as the new keys.',
    why: 'fp32 attention moves twice, fp8 half of that.',
  },
  causalPairs: {
    title: 'Pairs of causal attention',
    corrected: 'The exact triangle, as each kernel aligns it, and the sliding window where recorded.',
    tracelens:
      'Half of all pairs; none where queries and keys differ in number. Over a cache, half of a prompt’s own pairs and all of generation.',
    why: 'Chunked prefill has more keys than queries, and speculative tokens see one another causally.',
  },
  attentionArguments: {
    title: 'Arguments of attention',
    corrected: 'Where the operators’ schemas have them.',
    tracelens:
      'Two backward calls one slot off; no precision for aiter and FlashAttention 3; a latent cache counted as keys and as values.',
    why: 'A slot off gives wrong shapes; no precision gives no compute roof; a latent is read once.',
  },
  stepLabels: {
    title: 'The annotation that tells the requests of an attention call',
    corrected:
      'The nearest around it that tells them, on its own thread first; else that of the step that launched it.',
    tracelens: 'The one around it that starts first, on any thread, whether or not it tells them.',
    why: 'An outer ProfilerStep or user range would hide the step’s label.',
  },
  attentionSides: {
    title: 'Requests of a mixed step that an attention operator serves',
    corrected: 'Prompts or generation, where a step has an operator for each.',
    tracelens: 'All of them, but for two decode operators.',
    why: 'With an operator for each side, all requests would count twice.',
  },
  strides: {
    title: 'Elementwise calls without strides',
    corrected: 'Estimated.',
    tracelens: 'Not estimated.',
    why: 'The formula does not use the strides.',
  },
  copies: {
    title: 'Copies',
    corrected: 'Data movement: bytes, no FLOPs.',
    tracelens: 'An operation of one FLOP an element.',
    why: 'A copy computes nothing.',
  },
  upsampling: {
    title: 'Output of up-sampling',
    corrected: 'From the size, or from the scale where no size is recorded.',
    tracelens: 'From the size alone.',
    why: 'Most models give the scale.',
  },
  reduceOutputs: {
    title: 'Outputs of a reduction',
    corrected: 'Counted from the dimensions that are reduced.',
    tracelens: 'Always one element; max of two tensors is a reduction too.',
    why: 'A reduction along one dimension writes a whole tensor.',
  },
  normFlags: {
    title: 'Flags of normalisations',
    corrected: 'Training, weight and bias are read.',
    tracelens: 'Any text means training, weight and bias are taken to be there.',
    why: '“False” is a text too, and a norm without a weight reads none.',
  },
  tritonSizes: {
    title: 'Size of a compiled Triton kernel',
    corrected: 'All sizes that multiply up to one of its tensors.',
    tracelens: 'The last size.',
    why: 'A two-dimensional kernel would count one of its dimensions.',
  },
  tritonNames: {
    title: 'Unknown words in the name of a compiled kernel',
    corrected: 'Passed over; the operators that are known count.',
    tracelens: 'The whole kernel has no FLOPs.',
    why: 'One new word would hide the rest of the kernel.',
  },
  tritonTensors: {
    title: 'Bytes of a compiled kernel',
    corrected:
      'Each tensor by its type, at most once over the kernel’s size; an interval where the output is not known.',
    tracelens: 'Only types by their C++ names; the first tensor is always written again.',
    why: 'float32 tensors would count nothing.',
  },
  sheetColumns: {
    title: 'Columns of exported sheets',
    corrected: 'Those of TraceLens, and ours behind them.',
    tracelens: 'Those of TraceLens alone.',
    why: 'Notebooks that read by name keep working either way.',
  },
};

/** The choices in the order in which they are told. */
export const CONVENTION_FIELDS: readonly (keyof Conventions)[] = Object.keys(CONVENTION_TEXTS).filter(isField);

function isField(key: string): key is keyof Conventions {
  return Object.hasOwn(CONVENTION_TEXTS, key);
}

/** The two sets of choices as they are called on the page. */
export const CONVENTIONS_TITLES: Readonly<Record<ConventionsName, string>> = {
  corrected: 'Corrected',
  tracelens: 'TraceLens',
};
