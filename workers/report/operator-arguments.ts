import type { JsonValue } from '../base/json.ts';
import type { OpCall } from '../roofline/op-call.ts';

const SHORT_TYPES: Readonly<Record<string, string>> = {
  float: 'fp32',
  double: 'fp64',
  'c10::Half': 'fp16',
  'c10::BFloat16': 'bf16',
  int: 'i32',
  'long int': 'i64',
  'long long': 'i64',
  short: 'i16',
  'short int': 'i16',
  'signed char': 'i8',
  'unsigned char': 'u8',
  bool: 'bool',
};
/** Arguments that are no tensors. */
const NO_TENSOR = /^(Scalar|ScalarList|TensorList|OptionalTensorList|GenericList|)$/;

/** Shapes of a call's tensors as one text: `(141,512) (512,512)`; undefined where none was recorded. */
export function shapesText({ dims }: OpCall): string | undefined {
  return dims?.map(shapeText).filter(Boolean).join(' ') || undefined;
}

/** Distinct types of a call's tensors: `bf16, i64`; undefined where none was recorded. */
export function typesText({ types }: OpCall): string | undefined {
  return [...new Set(types?.map(typeText).filter(Boolean))].join(', ') || undefined;
}

/** A dtype in the field's short form, one without a short form as it is written; empty for what is no tensor. */
function typeText(type: JsonValue): string {
  if (typeof type !== 'string' || NO_TENSOR.test(type)) return '';
  return SHORT_TYPES[type] ?? type.replace(/^c10::/, '').replace(/^Float(\d+)_/, 'fp$1_');
}

/** Extents as `(141,512)`, a list of tensors in brackets; empty for what is no tensor. */
export function shapeText(dims: JsonValue): string {
  if (!Array.isArray(dims) || dims.length === 0) return '';
  if (dims.some(Array.isArray)) return `[${dims.map(shapeText).join(', ')}]`;
  return `(${dims.join(',')})`;
}
