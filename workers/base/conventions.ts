/**
 * The named choices in which this product's arithmetic differs from TraceLens on purpose. Code reads the field it needs and never
 * asks which of the two sets is in force.
 */
export interface Conventions {
  /**
   * How a GPU event finds the host call that launched it. `correlation`: by correlation id, then external id, then flow arrow.
   * `flowPairs`: only through a complete pair of `ac2g` flow events (graph launches through their key), as TraceLens does, which
   * loses kernels launched before the recording and copies without an arrow.
   */
  readonly linking: 'correlation' | 'flowPairs';
  /**
   * Which dtypes have a width and a precision. `published` knows no bool, short, unsigned, complex, quantised or e5m2fnuz widths and
   * gives e5m2 and int8 no precision, which leaves their operators without bytes or without a compute roof. `complete` knows them.
   */
  readonly dtypes: 'complete' | 'published';
  /**
   * When an operator has a roof. `bothKnown`: only if its FLOPs are above 0 and both its peak and the bandwidth are known, which leaves
   * pure data movement without one. `anyKnown`: the larger of the times known; memory alone bounds what computes nothing.
   */
  readonly roof: 'anyKnown' | 'bothKnown';
  /**
   * Which operators have a model. `published` holds the names of the published tool alone; `extended` adds those that it leaves without
   * one (softmax, copies, indexing, quantised and grouped products, ...).
   */
  readonly coverage: 'extended' | 'published';
  /**
   * Bias and output of a matrix product. `assumed` takes a bias to be one row (one a batch) even where a full matrix is recorded, finds
   * that of a scaled product only in a call of three arguments, and gives the output the inputs' dtype, or 2 bytes for 1-byte inputs.
   * `recorded` reads the bias slot, the output tensor and the output dtype argument.
   */
  readonly gemmOperands: 'recorded' | 'assumed';
  /**
   * fp4 and int4 weights stored two to a byte. `asStored` reads a packed extent as if it were elements (half of K, a byte for every
   * weight) unless the operator's own model knows better; `unpacked` compares the extents of both operands.
   */
  readonly packedOperands: 'unpacked' | 'asStored';
  /**
   * Arguments of a convolution. `published` never sees a bias (it looks for a call of three arguments), forgets the groups of a transposed
   * output, counts gradients that `output_mask` leaves out and the bias gradient without its width; `recorded` reads them all.
   */
  readonly convolutionArguments: 'recorded' | 'published';
  /**
   * Bytes of attention: by the `dtype` of the tensors and of the cache, or `twoBytes` an element whatever the dtype, and those of the cache
   * as wide as the step's own keys.
   */
  readonly attentionBytes: 'dtype' | 'twoBytes';
  /**
   * Query-key pairs of causal attention. `half` of all, and no estimate where queries and keys differ in number; `exact` counts the
   * triangle, aligned top-left (aten) or bottom-right (FlashAttention), and the sliding window where one is recorded. Over a cache
   * `half` takes off half the square of what a prompt adds and nothing of generation, `exact` the triangle of both (I 10.4).
   */
  readonly causalPairs: 'exact' | 'half';
  /**
   * Where an attention call's arguments lie. `published` reads two backward calls one slot off and gives aiter and FlashAttention 3 no
   * precision, hence no compute roof; `schema` follows the operators' schemas. Over a cache `published` counts a latent cache as keys and
   * as values, takes its whole width for that of the values, and knows no window but that of two decode operators (I 10.4).
   */
  readonly attentionArguments: 'schema' | 'published';
  /**
   * The label that tells the requests of an attention call: of the annotations around it the `nearest` that tells them, on its own thread
   * first, else that of its step; or that of the `earliest` annotation of any thread around it, readable or not (I 10.1).
   */
  readonly stepLabels: 'nearest' | 'earliest';
  /** Requests that an attention operator over a cache serves in a step of prompts and generation: its `own`, or for most `all` (I 10.4). */
  readonly attentionSides: 'own' | 'all';
  /** Whether an elementwise call without recorded strides has an estimate, though its formula needs none. */
  readonly strides: 'optional' | 'required';
  /** What a copy is: data `movement` without FLOPs, or an `elementwise` operation of one FLOP an element. */
  readonly copies: 'movement' | 'elementwise';
  /** Whether the output of an up-sampling is found from scale factors where no size is recorded, or not at all. */
  readonly upsampling: 'sizeOrScale' | 'sizeOnly';
  /** Outputs of a reduction: `parsed` from the dimensions reduced, which are recorded as text, or always `one`; then `max(a, b)` is one too. */
  readonly reduceOutputs: 'parsed' | 'one';
  /**
   * Flags of a normalisation. `assumed` takes any text for training (`"False"` too), weight and bias to be there, and cuDNN's and MIOpen's
   * backward to be inference; `recorded` reads the flag and the slots.
   */
  readonly normFlags: 'recorded' | 'assumed';
  /** Iteration space of a compiled Triton kernel: the `last` size, or `all` those that multiply up to one of its tensors. */
  readonly tritonSizes: 'all' | 'last';
  /** Names in a compiled kernel that are no known operator: `skipped`, or the whole name is `refused`, leaving no FLOPs. */
  readonly tritonNames: 'skipped' | 'refused';
  /**
   * Bytes of a compiled kernel. `published` knows the widths of c10 names alone (float32 tensors count nothing), writes the first tensor
   * of a pointwise kernel again, and prints a precision that no device has. `tensors` counts each tensor by its dtype and no more of it than the iteration space, the first
   * again where it must be the output, and gives the interval where it may be.
   */
  readonly tritonTensors: 'tensors' | 'published';
  /**
   * Which launches make an operator without a model a row of its own: `all`, or those by a call of the `runtime` alone, so that what an
   * operator launches through the driver is listed by kernel.
   */
  readonly leafLaunches: 'all' | 'runtime';
  /**
   * GPU work that the unified table holds: `all`, or no collectives but those of modelled operators and nothing without a known launch.
   * The sheets of launchers hold collectives too, or leave them out.
   */
  readonly unifiedWork: 'all' | 'linkedComputation';
  /** Calls whose step has no requests for them, as its label tells: `kept` with their time, or `dropped` from the unified table. */
  readonly withoutStep: 'kept' | 'dropped';
  /**
   * Calls that the sheets of operator families hold: those of the unified table (`unified`), which count each GPU event once, or `every` call of
   * a family, those inside one another and those without GPU work too.
   */
  readonly familyCalls: 'unified' | 'every';
  /**
   * Category of a launcher in the sheets of launchers and kernels: by the `nearestRegistered` operator at or above it, or by its `ownName`
   * alone, which leaves what a registered operator launches through others under `other`, and kernels of a launch without operator too.
   */
  readonly launcherCategory: 'nearestRegistered' | 'ownName';
  /**
   * Times of the sheets of launchers: `exact`, or `rounded` as doubles of µs since the epoch are, which loses up to half a ns for each stretch
   * of work.
   */
  readonly launcherTimes: 'exact' | 'rounded';
  /**
   * Host time of the calls of a replayed graph: `unknown`, since the host made none of them, or `launch`, the duration of the graph's launch
   * for each.
   */
  readonly replayedHostTime: 'unknown' | 'launch';
  /**
   * Which operator the sheets of launchers and kernels name for a launch that a pseudo-operator is put above: that one (`own`), or the one that
   * was there without it (`recorded`).
   */
  readonly pseudoLaunchers: 'own' | 'recorded';
  /** Columns of the published sheets: the `published` ones, or these and further ones behind them (`extended`). */
  readonly sheetColumns: 'extended' | 'published';
}

/** The two sets of choices by name. */
export type ConventionsName = 'corrected' | 'tracelens';

/** The set that a set is compared with. */
export const OTHER_CONVENTIONS: Readonly<Record<ConventionsName, ConventionsName>> = {
  corrected: 'tracelens',
  tracelens: 'corrected',
};

export const CORRECTED: Conventions = {
  linking: 'correlation',
  dtypes: 'complete',
  coverage: 'extended',
  gemmOperands: 'recorded',
  packedOperands: 'unpacked',
  convolutionArguments: 'recorded',
  attentionBytes: 'dtype',
  causalPairs: 'exact',
  attentionArguments: 'schema',
  stepLabels: 'nearest',
  attentionSides: 'own',
  roof: 'anyKnown',
  strides: 'optional',
  copies: 'movement',
  upsampling: 'sizeOrScale',
  reduceOutputs: 'parsed',
  normFlags: 'recorded',
  tritonSizes: 'all',
  tritonNames: 'skipped',
  tritonTensors: 'tensors',
  leafLaunches: 'all',
  unifiedWork: 'all',
  withoutStep: 'kept',
  familyCalls: 'unified',
  launcherCategory: 'nearestRegistered',
  launcherTimes: 'exact',
  replayedHostTime: 'unknown',
  pseudoLaunchers: 'own',
  sheetColumns: 'extended',
};
export const TRACELENS: Conventions = {
  linking: 'flowPairs',
  dtypes: 'published',
  coverage: 'published',
  gemmOperands: 'assumed',
  packedOperands: 'asStored',
  convolutionArguments: 'published',
  attentionBytes: 'twoBytes',
  causalPairs: 'half',
  attentionArguments: 'published',
  stepLabels: 'earliest',
  attentionSides: 'all',
  roof: 'bothKnown',
  strides: 'required',
  copies: 'elementwise',
  upsampling: 'sizeOnly',
  reduceOutputs: 'one',
  normFlags: 'assumed',
  tritonSizes: 'last',
  tritonNames: 'refused',
  tritonTensors: 'published',
  leafLaunches: 'runtime',
  unifiedWork: 'linkedComputation',
  withoutStep: 'dropped',
  familyCalls: 'every',
  launcherCategory: 'ownName',
  launcherTimes: 'rounded',
  replayedHostTime: 'launch',
  pseudoLaunchers: 'recorded',
  sheetColumns: 'published',
};

export const CONVENTIONS: Readonly<Record<ConventionsName, Conventions>> = {
  corrected: CORRECTED,
  tracelens: TRACELENS,
};
