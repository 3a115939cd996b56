import type { Conventions } from '../../base/conventions.ts';
import { elements, integerAt, type Shape, shapesAt, whyNoShape } from '../arguments.ts';
import { bytes, type DraftTerm, derive } from '../derivation.ts';
import { bytesPerElement, scalarTypeName } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { ParamValue, PerfModel, RegisteredModel, Verdict } from '../perf-model.ts';
import { broadcast } from './elementwise.ts';
import { kernelWidth } from './kernel-dtypes.ts';
import { NO_ENGINE, named, type Tensor, tensorAt, touched } from './tensors.ts';

/** Data movement that the published tool leaves without a model: no FLOPs, and a memory bound all the same. */
function moving(params: Readonly<Record<string, ParamValue>>, ...moved: readonly DraftTerm[]): Verdict {
  return derive({}, () => ({ terms: { flops: [], bytes: moved }, ...NO_ENGINE, params }));
}

const paramsOf = ({ shape, dtype }: Tensor) => ({ op_shape: shape, dtype });

/** `clone` and `contiguous`: read and written once. */
const clone: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions);
  if (x === null) return { whyNot: whyNoShape(call) };
  return moving(paramsOf(x), touched('read', 'n', x), touched('written', 'n', x));
};

/** `_local_scalar_dense(self)`: its one element, read for the host. */
const scalarForHost: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions);
  return x === null ? { whyNot: whyNoShape(call) } : moving(paramsOf(x), touched('read', 'n', x));
};

/** `_to_copy(self, dtype, …)`: written in the dtype that argument 1 names, where it does. */
const toCopy: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions);
  if (x === null) return { whyNot: whyNoShape(call) };
  const target = scalarTypeName(integerAt(call, 1));
  const width = target === undefined ? x.width : bytesPerElement(target, conventions);
  return moving(paramsOf(x), touched('read', 'n', x), bytes('written', ['n', x.count], ['b_out', width]));
};

/** `cat` and `stack` of a list: each read and written once, its width by the kernel's name. */
const concatenation: PerfModel = (call) => {
  const shapes = shapesAt(call, 0);
  if (shapes === null || shapes.length === 0) return { whyNot: whyNoShape(call) };
  const width = kernelWidth(call);
  if (width === null) return { whyNot: 'unknown-dtype' };
  const count = shapes.reduce((sum, shape) => sum + elements(shape), 0);
  return moving({ shapes }, bytes('read and written', 2, ['n', count], ['b', width]));
};

/** `embedding(table, indices, …)`: the rows that the indices name, each read and written. */
const embedding: PerfModel = (call, conventions) => {
  const table = tensorAt(call, 0, conventions, 2);
  const indices = tensorAt(call, 1, conventions);
  if (table === null || indices === null) return { whyNot: whyNoShape(call) };
  return moving(
    { ...paramsOf(table), indices: indices.count },
    bytes('rows read and written', 2, ['i', indices.count], ['D', table.shape[1]], ['b', table.width]),
    touched('indices read', 'i', indices),
  );
};

/** `index_select(self, dim, index)`: slices of one dimension. */
const indexSelect: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions);
  const index = tensorAt(call, 2, conventions);
  const dim = integerAt(call, 1);
  if (x === null || index === null) return { whyNot: whyNoShape(call) };
  const slice = sliceElements(x.shape, dim);
  if (slice === null) return { whyNot: 'inconsistent-shapes' };
  return moving(
    { ...paramsOf(x), indices: index.count },
    bytes('slices read and written', 2, ['i', index.count], ['slice', slice], ['b', x.width]),
    touched('indices read', 'i', index),
  );
};

/** Elements of a tensor for each place of dimension `dim`. */
function sliceElements(shape: Shape, dim: number | undefined): number | null {
  if (dim === undefined || shape.length === 0) return null;
  const at = dim < 0 ? dim + shape.length : dim;
  return at < 0 || at >= shape.length ? null : elements(shape.filter((_, i) => i !== at));
}

/** `gather(self, dim, index, …)`: as many elements as the index has. */
const gather: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions);
  const index = tensorAt(call, 2, conventions);
  if (x === null || index === null) return { whyNot: whyNoShape(call) };
  return moving(
    { ...paramsOf(x), indices: index.count },
    bytes('elements read and written', 2, ['i', index.count], ['b', x.width]),
    touched('indices read', 'i', index),
  );
};

/** `index(self, indices)`: what the indices, broadcast, leave of the dimensions they name. A mask's result is not recorded. */
const index: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions);
  const indices = shapesAt(call, 1);
  if (x === null || indices === null) return { whyNot: whyNoShape(call) };
  // An empty entry leaves its dimension whole.
  const used = indices.filter((shape) => shape.length > 0);
  if (used.length === 0) return { whyNot: 'no-shapes' };
  if (indices.length > x.shape.length) return { whyNot: 'inconsistent-shapes' };
  const common = used.reduce((shape: Shape | null, next) => (shape === null ? null : broadcast(shape, next)), []);
  if (common === null) return { whyNot: 'inconsistent-shapes' };
  const kept = elements(x.shape.filter((_, i) => (indices[i] ?? []).length === 0));
  return moving(
    { ...paramsOf(x), indices: elements(common) },
    bytes('elements read and written', 2, ['i', elements(common)], ['slice', kept], ['b', x.width]),
    bytes('indices read', ['i', used.reduce((sum, shape) => sum + elements(shape), 0)], 8),
  );
};

/** Writes of `source` values at places of `self`, which is read too where they are added up. */
function scattering(indexAt: number, sourceAt: number, accumulates: boolean): PerfModel {
  return (call, conventions) => {
    const self = tensorAt(call, 0, conventions);
    const places = tensorAt(call, indexAt, conventions);
    const source = tensorAt(call, sourceAt, conventions);
    if (self === null || places === null || source === null) return { whyNot: whyNoShape(call) };
    const count = Math.max(source.count, places.count);
    return moving(
      { ...paramsOf(self), indices: places.count },
      touched('values read', 'n', source),
      touched('indices read', 'i', places),
      bytes(
        accumulates ? 'places read and written' : 'places written',
        ...(accumulates ? [2] : []),
        ['n', count],
        ['b', self.width],
      ),
      ...outOfPlace(call, self),
    );
  };
}

/** A form without a final underscore writes a copy of the whole. */
function outOfPlace(call: OpCall, self: Tensor): readonly DraftTerm[] {
  return call.name.endsWith('_') ? [] : [bytes('copied first', 2, ['n_self', self.count], ['b', self.width])];
}

/** `index_put_(self, indices, values, accumulate)`: the values read, and written. */
const indexPut: PerfModel = (call: OpCall, conventions: Conventions) => {
  const self = tensorAt(call, 0, conventions);
  const values = tensorAt(call, 2, conventions);
  if (self === null || values === null) return { whyNot: whyNoShape(call) };
  if (values.shape.length === 0) return { whyNot: 'no-shapes' };
  return moving(
    paramsOf(self),
    touched('values read', 'n', values),
    bytes('places written', ['n', values.count], ['b', self.width]),
    ...(call.name === 'aten::_index_put_impl_' ? [] : outOfPlace(call, self)),
  );
};

const elementwise = (model: PerfModel): RegisteredModel => ({ category: 'elementwise', model });
const other = (model: PerfModel): RegisteredModel => ({ category: 'other', model });

export const MOVEMENT: Readonly<Record<string, RegisteredModel>> = {
  ...named(['aten::clone', 'aten::contiguous'], elementwise(clone)),
  'aten::_to_copy': elementwise(toCopy),
  ...named(['aten::cat', 'aten::stack', 'aten::_cat'], elementwise(concatenation)),
  'aten::_local_scalar_dense': other(scalarForHost),
  'aten::embedding': other(embedding),
  'aten::index_select': other(indexSelect),
  'aten::gather': other(gather),
  ...named(['aten::index', 'aten::_unsafe_index'], other(index)),
  ...named(['aten::scatter', 'aten::scatter_'], other(scattering(2, 3, false))),
  ...named(['aten::scatter_add', 'aten::scatter_add_'], other(scattering(2, 3, true))),
  ...named(['aten::index_copy', 'aten::index_copy_'], other(scattering(2, 3, false))),
  ...named(['aten::index_add', 'aten::index_add_'], other(scattering(2, 3, true))),
  ...named(['aten::index_put', 'aten::index_put_', 'aten::_index_put_impl_'], other(indexPut)),
};
