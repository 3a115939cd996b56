import type { JsonValue } from '../base/json.ts';
import type { OpCall } from './op-call.ts';
import type { ParamValue, WhyNot } from './perf-model.ts';
import { parsePythonLiteral } from './python-literal.ts';

/** Extents of a tensor; `[]` for a scalar, and for an argument that is no tensor. */
export type Shape = readonly number[];

/** `value` as a flat list of whole numbers, null for anything else. */
function wholeNumbers(value: unknown): readonly number[] | null {
  if (!Array.isArray(value)) return null;
  const numbers: number[] = [];
  for (const item of value) {
    if (typeof item !== 'number' || !Number.isSafeInteger(item)) return null;
    numbers.push(item);
  }
  return numbers;
}

/** `value` as a shape: a flat list of whole non-negative numbers. */
export function shapeOf(value: JsonValue | undefined): Shape | null {
  const extents = wholeNumbers(value);
  return extents?.every((extent) => extent >= 0) ? extents : null;
}

/** Shape of argument `index`; null where it is not recorded or is a list of shapes. With a rank, null for any other rank. */
export function shapeAt(call: OpCall, index: number, rank?: number): Shape | null {
  const shape = shapeOf(call.dims?.[index]);
  return shape === null || rank === undefined || shape.length === rank ? shape : null;
}

/** Shapes of a tensor list at `index`; null where it is not recorded or is not a list of shapes. */
export function shapesAt(call: OpCall, index: number): readonly Shape[] | null {
  const value = call.dims?.[index];
  if (!Array.isArray(value)) return null;
  const shapes: Shape[] = [];
  for (const entry of value) {
    const shape = shapeOf(entry);
    if (shape === null) return null;
    shapes.push(shape);
  }
  return shapes;
}

/** Whether argument `index` is recorded as a tensor of at least one dimension. */
export function hasTensor(call: OpCall, index: number): boolean {
  return (shapeAt(call, index)?.length ?? 0) > 0;
}

/** Number of elements of a tensor. A scalar has one. */
export function elements(shape: Shape): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

/** Recorded dtype of argument `index`, `''` where there is none. */
export function typeAt(call: OpCall, index: number): string {
  const type = call.types?.[index];
  return typeof type === 'string' ? type : '';
}

/** Recorded strides of argument `index` as a parameter, null where there are none. */
export function stridesAt(call: OpCall, index: number): readonly number[] | null {
  return wholeNumbers(call.strides?.[index]);
}

/** Printed value of argument `index` as recorded, `''` for tensors and where there is none. */
export function concreteText(call: OpCall, index: number): string {
  const value = call.concrete?.[index];
  if (typeof value === 'string') return value;
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}

/** Value of a scalar or list argument; undefined where none is recorded or it is no Python literal. */
export function concreteAt(call: OpCall, index: number): ParamValue | undefined {
  return parsePythonLiteral(concreteText(call, index));
}

/** A whole number at `index`; undefined for anything else. */
export function integerAt(call: OpCall, index: number): number | undefined {
  const value = concreteAt(call, index);
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** A list of whole numbers at `index`, a single one counting as a list of one; undefined for anything else. */
export function integersAt(call: OpCall, index: number): readonly number[] | undefined {
  const value = concreteAt(call, index);
  return wholeNumbers(Array.isArray(value) ? value : [value]) ?? undefined;
}

/** A flag at `index`, printed as Python (`True`), C++ (`true`) or a digit; undefined for anything else. */
export function flagAt(call: OpCall, index: number): boolean | undefined {
  const text = concreteText(call, index).toLowerCase();
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  return undefined;
}

/** A list of flags at `index`, as an `output_mask`; undefined for anything else. */
export function flagsAt(call: OpCall, index: number): readonly boolean[] | undefined {
  const value = concreteAt(call, index);
  if (!Array.isArray(value)) return undefined;
  const flags: boolean[] = [];
  for (const flag of value) {
    if (typeof flag !== 'boolean') return undefined;
    flags.push(flag);
  }
  return flags;
}

/** Why a model finds no usable shape: none recorded at all, or not of the form that the operator takes. */
export function whyNoShape(call: OpCall): WhyNot {
  return call.dims === undefined ? 'no-shapes' : 'inconsistent-shapes';
}
