import type { Conventions } from '../base/conventions.ts';
import type { Precision } from './perf-model.ts';

/** Bytes of one element, by lower-cased name of `Input type` (E.1). A packed pair of fp4 is one element here. */
const PUBLISHED_BYTES: ReadonlyMap<string, number> = new Map([
  ['double', 8],
  ['long int', 8],
  ['float', 4],
  ['scalar', 4],
  ['int', 4],
  ['c10::half', 2],
  ['c10::bfloat16', 2],
  ['c10::float8_e4m3fnuz', 1],
  ['c10::float8_e4m3fn', 1],
  ['c10::float8_e5m2', 1],
  ['c10::float8_e8m0fnu', 1],
  ['unsigned char', 1],
  ['signed char', 1],
  ['fp8', 1],
  ['c10::float4_e2m1fn_x2', 1],
  ['fp4', 1],
]);

/** Names are those of the compiler that built PyTorch, GCC's and Clang's. */
const COMPLETE_BYTES: ReadonlyMap<string, number> = new Map([
  ...PUBLISHED_BYTES,
  ['bool', 1],
  ['c10::float8_e5m2fnuz', 1],
  ['c10::qint8', 1],
  ['c10::quint8', 1],
  ['short', 2],
  ['short int', 2],
  ['unsigned short', 2],
  ['short unsigned int', 2],
  ['unsigned int', 4],
  ['c10::qint32', 4],
  ['c10::complex<c10::half>', 4],
  ['long', 8],
  ['long long', 8],
  ['unsigned long', 8],
  ['long unsigned int', 8],
  ['c10::complex<float>', 8],
  ['c10::complex<double>', 16],
]);

const PUBLISHED_PRECISIONS: ReadonlyMap<string, Precision> = new Map([
  ['float', 'fp32'],
  ['double', 'fp64'],
  ['c10::half', 'fp16'],
  ['c10::bfloat16', 'bf16'],
  ['c10::float8_e4m3fnuz', 'fp8'],
  ['c10::float8_e4m3fn', 'fp8'],
  // Kernels without an fp8 tensor type take fp8 as raw bytes.
  ['unsigned char', 'fp8'],
  ['fp8', 'fp8'],
  ['fp4', 'fp4'],
  ['mxfp4', 'fp4'],
  ['c10::float4_e2m1fn_x2', 'fp4'],
]);

const COMPLETE_PRECISIONS: ReadonlyMap<string, Precision> = new Map([
  ...PUBLISHED_PRECISIONS,
  ['c10::float8_e5m2', 'fp8'],
  ['c10::float8_e5m2fnuz', 'fp8'],
  ['signed char', 'int8'],
  ['c10::qint8', 'int8'],
  ['c10::quint8', 'int8'],
  ['c10::complex<c10::half>', 'fp16'],
  ['c10::complex<float>', 'fp32'],
  ['c10::complex<double>', 'fp64'],
]);

/** Bytes per logical element of mixture-of-experts operands (E.3), case-sensitive: half a byte for fp4. */
const MOE_BYTES: ReadonlyMap<string, number> = new Map([
  ['FP4', 0.5],
  ['c10::Float4_e2m1fn_x2', 0.5],
  ['Float8_e4m3fn', 1],
  ['Float8_e4m3fnuz', 1],
  ['Float8_e5m2', 1],
  ['Float8_e5m2fnuz', 1],
  ['FP8', 1],
  ['c10::Float8_e4m3fn', 1],
  ['c10::Float8_e4m3fnuz', 1],
  ['BFloat16', 2],
  ['Float16', 2],
  ['Half', 2],
  ['c10::BFloat16', 2],
  ['c10::Half', 2],
  ['Float32', 4],
  ['Float', 4],
  ['c10::Float', 4],
]);

/** Width of a dtype in bytes, null where it is not known (E.1). */
export function bytesPerElement(dtype: string, conventions: Conventions): number | null {
  const table = conventions.dtypes === 'complete' ? COMPLETE_BYTES : PUBLISHED_BYTES;
  return table.get(dtype.toLowerCase()) ?? null;
}

/** The precision whose compute roof bounds arithmetic in a dtype, null where there is none (E.1). */
export function precisionOf(dtype: string, conventions: Conventions): Precision | null {
  const table = conventions.dtypes === 'complete' ? COMPLETE_PRECISIONS : PUBLISHED_PRECISIONS;
  return table.get(dtype.toLowerCase()) ?? null;
}

/** Bytes per logical element of a mixture-of-experts operand, null where the dtype is not in the table (E.3). */
export function moeBytesPerElement(dtype: string): number | null {
  return MOE_BYTES.get(dtype) ?? null;
}

/** Dtype names by `c10::ScalarType`, as a dtype argument is printed. */
const SCALAR_TYPES: ReadonlyMap<number, string> = new Map([
  [0, 'unsigned char'],
  [1, 'signed char'],
  [2, 'short int'],
  [3, 'int'],
  [4, 'long int'],
  [5, 'c10::Half'],
  [6, 'float'],
  [7, 'double'],
  [11, 'bool'],
  [15, 'c10::BFloat16'],
  [23, 'c10::Float8_e5m2'],
  [24, 'c10::Float8_e4m3fn'],
  [25, 'c10::Float8_e5m2fnuz'],
  [26, 'c10::Float8_e4m3fnuz'],
]);

/** Name of the dtype that an argument names by number, undefined where it is none. */
export function scalarTypeName(code: number | undefined): string | undefined {
  return code === undefined ? undefined : SCALAR_TYPES.get(code);
}
