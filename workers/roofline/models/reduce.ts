import type { Conventions } from '../../base/conventions.ts';
import { concreteAt, elements, hasTensor, integersAt, type Shape, whyNoShape } from '../arguments.ts';
import { bytes, derive, flops } from '../derivation.ts';
import type { OpCall } from '../op-call.ts';
import type { PerfModel, RegisteredModel, Verdict } from '../perf-model.ts';
import { binary } from './elementwise.ts';
import { named, type Tensor, tensorAt, touched, vectorOn } from './tensors.ts';

/** How a reduction's arguments are recorded. */
interface ReduceForm {
  /** Argument that names the dimensions; `none` where the output is as large as the input. */
  readonly dims: 1 | 2 | 'none';
  /** A single number at `dims` is a dimension where `keepdim` follows it. Elsewhere, as in `prod(self, dtype)`, it is none. */
  readonly single?: true;
  /** Bytes an output element: the input's, with an int64 index beside it, or that of another dtype. */
  readonly output?: 'valueAndIndex' | 'index' | 'flag';
}

/** Elements that a reduction over `dims` leaves; null where a dimension does not exist. */
function remaining(shape: Shape, dims: readonly number[] | undefined): number | null {
  if (dims === undefined || dims.length === 0) return 1;
  const kept = [...shape];
  for (const dim of dims) {
    const index = dim < 0 ? dim + shape.length : dim;
    if (index < 0 || index >= Math.max(shape.length, 1)) return null;
    if (index < kept.length) kept[index] = 1;
  }
  return elements(kept);
}

function dimensions(call: OpCall, { dims, single }: ReduceForm): readonly number[] | undefined {
  if (dims === 'none') return undefined;
  const value = concreteAt(call, dims);
  const dimension = single && (call.concrete?.length ?? 0) > dims + 1;
  return Array.isArray(value) || dimension ? integersAt(call, dims) : undefined;
}

/** One FLOP an input element; the input read and the output written (E.9). Published: one output, whatever the dimensions (W5c). */
function reduction(form: ReduceForm): PerfModel {
  return (call, conventions) => {
    const input = tensorAt(call, 0, conventions);
    if (input === null) return { whyNot: whyNoShape(call) };
    if (form.dims === 'none') return reduced(call, input, input.count, form, conventions);
    if (conventions.reduceOutputs === 'one') return reduced(call, input, 1, { dims: form.dims }, conventions);
    const outputs = remaining(input.shape, dimensions(call, form));
    return outputs === null
      ? { whyNot: 'inconsistent-shapes' }
      : reduced(call, input, outputs, indexed(call, form), conventions);
  };
}

/** `max(self)` has no index beside its value; `max(self, dim)` has. */
function indexed(call: OpCall, form: ReduceForm): ReduceForm {
  const whole = form.output === 'valueAndIndex' && dimensions(call, form) === undefined;
  return whole ? { dims: form.dims } : form;
}

function reduced(
  call: OpCall,
  input: Tensor,
  outputs: number,
  { output }: ReduceForm,
  conventions: Conventions,
): Verdict {
  const value = output === 'index' ? 8 : output === 'flag' ? 1 : input.width;
  return derive({ input }, () => ({
    terms: {
      flops: [flops('one operation an input element', ['n_in', input.count])],
      bytes: [
        touched('input read', 'n_in', input),
        bytes('output written', ['n_out', outputs], ['b', value]),
        ...(output === 'valueAndIndex' ? [bytes('indices written', ['n_out', outputs], 8)] : []),
      ],
    },
    ...vectorOn(input.dtype, conventions),
    params: {
      num_input_elems: input.count,
      num_output_elems: outputs,
      dtype_in_out: [input.dtype, null],
      reduce_type: call.name.replace(/^.*::(cum)?/, ''),
    },
  }));
}

/** `max(a, b)` of two tensors is no reduction. The published tool takes it for one. */
function extremum(form: ReduceForm): PerfModel {
  const model = reduction(form);
  return (call, conventions) =>
    conventions.reduceOutputs === 'parsed' && hasTensor(call, 1) ? binary(call, conventions) : model(call, conventions);
}

const published = (model: PerfModel): RegisteredModel => ({ category: 'reduce', sheet: 'Reduce', model });
const added = (form: ReduceForm): RegisteredModel => ({ category: 'reduce', model: reduction(form) });

/** Reductions of the published tool. */
export const REDUCE: Readonly<Record<string, RegisteredModel>> = {
  ...named(
    ['aten::sum', 'aten::mean', 'aten::std', 'aten::var', 'aten::logsumexp', 'aten::amin', 'aten::amax'],
    published(reduction({ dims: 1 })),
  ),
  ...named(['aten::max', 'aten::min'], published(extremum({ dims: 1, single: true, output: 'valueAndIndex' }))),
  ...named(['aten::norm', 'aten::linalg_norm'], published(reduction({ dims: 2, single: true }))),
  ...named(['aten::cumsum', 'aten::cumprod'], published(reduction({ dims: 'none' }))),
};

/** Reductions beyond it. */
export const MORE_REDUCE: Readonly<Record<string, RegisteredModel>> = {
  ...named(['aten::argmax', 'aten::argmin'], added({ dims: 1, single: true, output: 'index' })),
  ...named(['aten::all', 'aten::any'], added({ dims: 1, single: true, output: 'flag' })),
  ...named(['aten::prod', 'aten::nansum', 'aten::count_nonzero'], added({ dims: 1, single: true })),
  'aten::linalg_vector_norm': added({ dims: 2, single: true }),
  ...named(['aten::cumsum_', 'aten::cumprod_', 'aten::logcumsumexp', 'aten::_logcumsumexp'], added({ dims: 'none' })),
  ...named(['aten::cummax', 'aten::cummin'], added({ dims: 'none', output: 'valueAndIndex' })),
};
