import type { JsonValue } from '../base/json.ts';
import type { TraceColumns } from '../ingest/trace-columns.ts';
import { TemplateText } from './template-text.ts';

/** Older profilers write the second word small. */
const DIMS = ['Input Dims', 'Input dims'];
const TYPES = ['Input type', 'Input Type'];

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

/** Shapes of an operator's tensors as one text: `(141,512) (512,512)`; undefined where none was recorded. */
export function shapeTexts(columns: TraceColumns): TemplateText {
  return TemplateText.ofArgument(columns, DIMS, (dims) =>
    Array.isArray(dims) ? dims.map(shapeText).filter(Boolean).join(' ') : '',
  );
}

/** Distinct types of an operator's tensors: `bf16, i64`; undefined where none was recorded. */
export function typeTexts(columns: TraceColumns): TemplateText {
  return TemplateText.ofArgument(columns, TYPES, (types) =>
    Array.isArray(types) ? [...new Set(types.map(typeText).filter(Boolean))].join(', ') : '',
  );
}

/** A dtype in the field's short form; one without a short form as it is written. */
function shortType(type: string): string {
  return SHORT_TYPES[type] ?? type.replace(/^c10::/, '').replace(/^Float(\d+)_/, 'fp$1_');
}

function typeText(type: JsonValue): string {
  return typeof type === 'string' && !NO_TENSOR.test(type) ? shortType(type) : '';
}

/** Empty for what is no tensor; a list of tensors in brackets. */
function shapeText(dims: JsonValue): string {
  if (!Array.isArray(dims) || dims.length === 0) return '';
  if (dims.some(Array.isArray)) return `[${dims.map(shapeText).join(', ')}]`;
  return `(${dims.join(',')})`;
}
