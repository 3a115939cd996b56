import { concreteText, integerAt, typeAt, whyNoShape } from '../arguments.ts';
import { bytes, derive } from '../derivation.ts';
import { bytesPerElement, scalarTypeName } from '../dtypes.ts';
import type { PerfModel, RegisteredModel } from '../perf-model.ts';
import { NO_ENGINE, named, tensorAt, touched } from './tensors.ts';

/** Tensors written without one being read, which the published tool leaves without a model. */

/** `fill_`, `zero_` and random fills: written once. */
const fill: PerfModel = (call, conventions) => {
  const x = tensorAt(call, 0, conventions);
  if (x === null) return { whyNot: whyNoShape(call) };
  return derive({ x }, () => ({
    terms: { flops: [], bytes: [touched('written', 'n', x)] },
    ...NO_ENGINE,
    params: { op_shape: x.shape, dtype: x.dtype },
  }));
};

/** What stands behind the numbers of an `arange` that makes its output: dtype, layout, device, pinning. */
const OPTIONS = 4;
/** `(end, out)` and `(start, end, step, out)`, which write into a tensor. */
const INTO = [2, 4];

/** `arange`: `(end)`, `(start, end)` or `(start, end, step)` and options or a tensor; written once. */
const arange: PerfModel = (call, conventions) => {
  if (call.concrete === undefined) return { whyNot: 'no-shapes' };
  const { length } = call.concrete;
  const isInto = INTO.includes(length);
  const texts = Array.from({ length: Math.max(0, length - (isInto ? 1 : OPTIONS)) }, (_, i) => concreteText(call, i));
  const count = sequenceLength(texts);
  if (count === null) return { whyNot: 'inconsistent-shapes' };
  const dtype = isInto ? typeAt(call, texts.length) : (scalarTypeName(integerAt(call, texts.length)) ?? usual(texts));
  return derive({ count }, () => ({
    terms: { flops: [], bytes: [bytes('written', ['n', count], ['b', bytesPerElement(dtype, conventions)])] },
    ...NO_ENGINE,
    params: { op_shape: [count], dtype },
  }));
};

/** Numbers of a sequence as its ends and its step are printed; null where it has no end. */
function sequenceLength(texts: readonly string[]): number | null {
  const numbers = texts.map((text) => (text === '' ? Number.NaN : Number(text)));
  if (numbers.length < 1 || numbers.length > 3) return null;
  const [start, end, step = 1] = numbers.length === 1 ? [0, ...numbers] : numbers;
  const count = Math.ceil((end - start) / step);
  return count >= 0 && Number.isFinite(count) ? count : null;
}

/** The dtype of a sequence that none is asked for: int64 of whole numbers, else PyTorch's default. */
function usual(texts: readonly string[]): string {
  return texts.every((text) => /^-?\d+$/.test(text)) ? 'long int' : 'float';
}

/** Names beyond the published tool. */
export const FILLS: Readonly<Record<string, RegisteredModel>> = {
  ...named(
    [
      'aten::bernoulli_',
      'aten::cauchy_',
      'aten::exponential_',
      'aten::fill_',
      'aten::geometric_',
      'aten::log_normal_',
      'aten::normal_',
      'aten::random_',
      'aten::uniform_',
      'aten::zero_',
    ],
    { category: 'elementwise', model: fill },
  ),
  'aten::arange': { category: 'other', model: arange },
};
