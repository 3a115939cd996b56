import { integerAt, integersAt, type Shape, whyNoShape } from '../arguments.ts';
import { bytes, derive, flops } from '../derivation.ts';
import type { OpCall } from '../op-call.ts';
import type { PerfModel, RegisteredModel } from '../perf-model.ts';
import { named, type Tensor, tensorAt, touched, vectorOn } from './tensors.ts';

/** Bytes of an index in a result. */
const INDEX = 8;

/** `topk(self, k, dim, …)`: an element compared once at least; k values and indices a row written. */
const topk: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions);
  const k = integerAt(call, 1);
  if (x === null) return { whyNot: whyNoShape(call) };
  const length = extentAt(x.shape, integerAt(call, 2) ?? -1);
  if (k === undefined || k < 0 || length === null || k > length) return { whyNot: 'inconsistent-shapes' };
  const kept = length === 0 ? 0 : (x.count / length) * k;
  return derive({ x }, () => ({
    terms: {
      flops: [flops('compared', ['n', x.count])],
      bytes: [
        touched('input read', 'n', x),
        bytes('values written', ['rows·k', kept], ['b', x.width]),
        bytes('indices written', ['rows·k', kept], INDEX),
      ],
    },
    ...vectorOn(x.dtype, conventions),
    params: { op_shape: x.shape, dtype: x.dtype, k },
  }));
};

/** `sort`: an element compared once at least; values and indices written. */
const sort: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions);
  if (x === null) return { whyNot: whyNoShape(call) };
  return derive({ x }, () => ({
    terms: {
      flops: [flops('compared', ['n', x.count])],
      bytes: [
        touched('input read', 'n', x),
        touched('values written', 'n', x),
        bytes('indices written', ['n', x.count], INDEX),
      ],
    },
    ...vectorOn(x.dtype, conventions),
    params: { op_shape: x.shape, dtype: x.dtype },
  }));
};

/** `nonzero(self)`: every element tested; how many places are written, of an index a dimension each, depends on the values. */
const nonzero: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions);
  if (x === null) return { whyNot: whyNoShape(call) };
  return derive({ x }, () => {
    const read = touched('input read', 'n', x);
    const most = x.count * x.shape.length * INDEX;
    return {
      terms: { flops: [flops('tested', ['n', x.count])], bytes: [read] },
      ...vectorOn(x.dtype, conventions),
      params: { op_shape: x.shape, dtype: x.dtype },
      ...(read && { interval: { flops: [x.count, x.count], bytes: [read.value, read.value + most] } }),
    };
  });
};

function extentAt(shape: Shape, dim: number): number | null {
  return shape.at(dim) ?? null;
}

/** Windows of a pooling over `d` dimensions. */
function pooled(shape: Shape, call: OpCall, d: number, dilated: boolean): { outputs: number; window: number } | null {
  const list = (index: number, fallback: readonly number[]): readonly number[] | null => {
    const values = integersAt(call, index) ?? [];
    if (values.length === 0) return fallback;
    return values.length === 1 ? new Array<number>(d).fill(values[0]) : values.length === d ? values : null;
  };
  const kernel = list(1, []);
  if (kernel === null || kernel.length !== d || shape.length < d + 1) return null;
  const stride = list(2, kernel);
  const padding = list(3, new Array<number>(d).fill(0));
  const dilation = dilated ? list(4, new Array<number>(d).fill(1)) : new Array<number>(d).fill(1);
  if (stride === null || padding === null || dilation === null) return null;
  if ([...kernel, ...stride, ...dilation].some((value) => value <= 0) || padding.some((value) => value < 0))
    return null;
  let outputs = shape.slice(0, -d).reduce((product, extent) => product * extent, 1);
  let window = 1;
  for (let i = 0; i < d; i++) {
    const room = shape[shape.length - d + i] + 2 * padding[i] - dilation[i] * (kernel[i] - 1) - 1;
    if (room < 0) return null;
    outputs *= Math.floor(room / stride[i]) + 1;
    window *= kernel[i];
  }
  return { outputs, window };
}

/** `(self, kernel, stride, padding, …)`: an operation for every element of every window; indices beside the greatest. */
function pooling(d: number, kind: 'max' | 'average'): PerfModel {
  return (call, conventions) => {
    const x = tensorAt(call, 0, conventions);
    if (x === null) return { whyNot: whyNoShape(call) };
    const windows = pooled(x.shape, call, d, kind === 'max');
    return windows === null
      ? { whyNot: 'inconsistent-shapes' }
      : poolingOf(x, windows.outputs, windows.window, kind === 'max', conventions);
  };
}

/** `_adaptive_avg_pool(self, output_size)`: every input element in a window once. */
function adaptivePooling(d: number): PerfModel {
  return (call, conventions) => {
    const x = tensorAt(call, 0, conventions);
    const size = integersAt(call, 1);
    if (x === null) return { whyNot: whyNoShape(call) };
    const fits = size !== undefined && size.length === d && x.shape.length > d && size.every((extent) => extent > 0);
    if (!fits) return { whyNot: 'inconsistent-shapes' };
    const outputs = [...x.shape.slice(0, -d), ...size].reduce((product, extent) => product * extent, 1);
    return poolingOf(x, outputs, outputs === 0 ? 0 : x.count / outputs, false, conventions);
  };
}

function poolingOf(
  x: Tensor,
  outputs: number,
  window: number,
  indices: boolean,
  conventions: Parameters<PerfModel>[1],
): ReturnType<PerfModel> {
  return derive({ x }, () => ({
    terms: {
      flops: [flops('one operation an element of a window', ['n_out', outputs], ['window', window])],
      bytes: [
        touched('input read', 'n_in', x),
        bytes('output written', ['n_out', outputs], ['b', x.width]),
        ...(indices ? [bytes('indices written', ['n_out', outputs], INDEX)] : []),
      ],
    },
    ...vectorOn(x.dtype, conventions),
    params: { op_shape: x.shape, dtype: x.dtype, num_output_elems: outputs },
  }));
}

const other = (model: PerfModel): RegisteredModel => ({ category: 'other', model });
const reduce = (model: PerfModel): RegisteredModel => ({ category: 'reduce', model });

/** Selection and pooling, which the published tool leaves without a model. */
export const SELECTION: Readonly<Record<string, RegisteredModel>> = {
  'aten::topk': other(topk),
  ...named(['aten::argsort', 'aten::msort', 'aten::sort'], other(sort)),
  'aten::nonzero': other(nonzero),
  'aten::max_pool2d_with_indices': reduce(pooling(2, 'max')),
  'aten::max_pool3d_with_indices': reduce(pooling(3, 'max')),
  'aten::avg_pool2d': reduce(pooling(2, 'average')),
  'aten::avg_pool3d': reduce(pooling(3, 'average')),
  'aten::_adaptive_avg_pool2d': reduce(adaptivePooling(2)),
  'aten::_adaptive_avg_pool3d': reduce(adaptivePooling(3)),
};
