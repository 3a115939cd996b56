import type { Conventions } from '../../base/conventions.ts';
import { elements, type Shape, shapeAt, stridesAt, typeAt } from '../arguments.ts';
import { bytes, type DraftTerm } from '../derivation.ts';
import { bytesPerElement, precisionOf } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { Engine, Precision, RegisteredModel } from '../perf-model.ts';

/** A tensor argument of a call. */
export interface Tensor {
  readonly shape: Shape;
  readonly count: number;
  readonly dtype: string;
  /** Bytes an element; null where the dtype is not known. */
  readonly width: number | null;
  readonly strides: readonly number[] | null;
}

/** Argument `index` with its dtype; null where no shape is recorded, or one of another rank than asked for. */
export function tensorAt(call: OpCall, index: number, conventions: Conventions, rank?: number): Tensor | null {
  const shape = shapeAt(call, index, rank);
  if (shape === null) return null;
  const dtype = typeAt(call, index);
  const width = bytesPerElement(dtype, conventions);
  return { shape, count: elements(shape), dtype, width, strides: stridesAt(call, index) };
}

/** Every argument that is a tensor of at least one dimension. */
export function tensorsOf(call: OpCall, conventions: Conventions): readonly Tensor[] {
  const tensors: Tensor[] = [];
  for (let index = 0; index < (call.dims?.length ?? 0); index++) {
    const tensor = tensorAt(call, index, conventions);
    if (tensor !== null && tensor.shape.length > 0 && tensor.dtype !== '') tensors.push(tensor);
  }
  return tensors;
}

/** Bytes of all elements of a tensor, each touched once. */
export function touched(label: string, symbol: string, { count, width }: Pick<Tensor, 'count' | 'width'>): DraftTerm {
  return bytes(label, [symbol, count], ['b', width]);
}

/** The vector units, at the precision of a dtype. */
export function vectorOn(
  dtype: string,
  conventions: Conventions,
): { readonly engine: Engine; readonly precision: Precision | null } {
  return { engine: 'vector', precision: precisionOf(dtype, conventions) };
}

/** What computes nothing. */
export const NO_ENGINE = { engine: null, precision: null } as const;

/** The last extent of a shape, 1 of a scalar. */
export function lastExtent(shape: Shape): number {
  return shape.at(-1) ?? 1;
}

/** One model under several names. */
export function named(names: readonly string[], model: RegisteredModel): Readonly<Record<string, RegisteredModel>> {
  return Object.fromEntries(names.map((name) => [name, model]));
}
