import type { Conventions } from '../../base/conventions.ts';
import { elements, shapeAt, typeAt, whyNoShape } from '../arguments.ts';
import { bytes, type DraftTerm, derive, type Factor, flops } from '../derivation.ts';
import { bytesPerElement, precisionOf } from '../dtypes.ts';
import type { OpCall } from '../op-call.ts';
import type { Estimate, PerfModel, RegisteredModel, WhyNot } from '../perf-model.ts';
import { ATEN_NAMES } from './aten-names.ts';

/** FLOPs an element of the iteration space, by fused operator. What is not named costs nothing (E.13). */
const COSTS: ReadonlyMap<string, number> = new Map([
  ...['add', 'sub', 'mul', 'div', 'relu', 'mean', 'sum', 'abs', 'neg', 'ne', 'eq', 'lt', 'gt'].map(cost(1)),
  ...['pow', 'sqrt', 'rsqrt', 'reciprocal', 'var'].map(cost(2)),
  ...['exp', 'log', 'sigmoid', 'tanh', 'silu'].map(cost(4)),
  ...['gelu'].map(cost(8)),
]);

function cost(flopsEach: number): (name: string) => readonly [string, number] {
  return (name) => [name, flopsEach];
}

type Kind = 'poi' | 'red' | 'per';

const KERNEL = /^triton_(poi|red|per)_/;
const FUSED = /^triton_(?:poi|red|per)_fused_(.+)_\d+$/;

/** A tensor argument of a compiled kernel. */
interface Pointer {
  readonly count: number;
  readonly dtype: string;
  readonly width: number | null;
}

interface CompiledKernel {
  readonly kind: Kind;
  readonly operators: readonly string[];
  readonly xnumel: number;
  readonly rnumel: number;
  readonly pointers: readonly Pointer[];
}

/**
 * Kernels that Inductor compiled: costs of the fused operators over the iteration space; every tensor once. The kernels' names tell kind and
 * operators, their last integers the iteration space (E.13).
 */
const compiled: PerfModel = (call, conventions) =>
  derive(readKernel(call, conventions), (kernel) => {
    const { operators, xnumel, rnumel, pointers } = kernel;
    const each = operators.reduce((sum, name) => sum + (COSTS.get(name) ?? 0), 0);
    const first = rewritten(kernel, conventions);
    return {
      terms: {
        flops: [flops('fused operations', ['x', xnumel], ['r', rnumel], ['cost', each])],
        bytes: [...pointers.map(pointerBytes), ...(first === 'certain' ? [rewrite(kernel)] : [])],
      },
      ...compute(pointers, conventions),
      ...(first === 'possible' ? interval(kernel, xnumel * rnumel * each) : {}),
      params: { fused_ops: operators.map((name) => `aten.${name}`).join(', '), xnumel, rnumel },
    };
  });

function readKernel(call: OpCall, conventions: Conventions): CompiledKernel | WhyNot {
  const kind = KERNEL.exec(call.name)?.[1];
  if (kind !== 'poi' && kind !== 'red' && kind !== 'per') return 'no-model';
  if (call.dims === undefined || call.types === undefined) return whyNoShape(call);
  const sizes = integers(call);
  const reduces = kind !== 'poi';
  if (sizes.length < (reduces ? 2 : 1)) return 'inconsistent-shapes';
  const rnumel = reduces ? sizes[sizes.length - 1] : 1;
  const outer = reduces ? sizes.slice(0, -1) : sizes;
  const pointers = pointersOf(call, conventions);
  const xnumel = iterationSpace(outer, rnumel, pointers, conventions);
  return {
    kind,
    operators: fusedOperators(call.name, conventions),
    xnumel,
    rnumel,
    pointers: conventions.tritonTensors === 'tensors' ? withinSpace(pointers, xnumel, rnumel) : pointers,
  };
}

/** All positive integers among the arguments: sizes of the iteration space, preceded by the symbols of dynamic shapes. */
function integers(call: OpCall): readonly number[] {
  return (call.concrete ?? []).flatMap((text) => {
    const value = typeof text === 'string' && /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    return Number.isSafeInteger(value) ? [value] : [];
  });
}

/** Extent of the iteration space beside the reduction: the last size, times those before it that make it a tensor's number of elements. */
function iterationSpace(
  sizes: readonly number[],
  rnumel: number,
  pointers: readonly Pointer[],
  { tritonSizes }: Conventions,
): number {
  const last = sizes[sizes.length - 1];
  if (tritonSizes === 'last') return last;
  let space = last;
  let found = last;
  for (let i = sizes.length - 2; i >= 0; i--) {
    space *= sizes[i];
    if (fills(pointers, space, rnumel)) found = space;
  }
  return found;
}

/** Whether some tensor has as many elements as the iteration space, with or without what is reduced. */
function fills(pointers: readonly Pointer[], xnumel: number, rnumel: number): boolean {
  return pointers.some(({ count }) => count === xnumel || count === xnumel * rnumel);
}

/** Tensors larger than the iteration space are read in part: tables of embeddings, slices. */
function withinSpace(pointers: readonly Pointer[], xnumel: number, rnumel: number): readonly Pointer[] {
  if (!fills(pointers, xnumel, rnumel)) return pointers;
  return pointers.map((pointer) => ({ ...pointer, count: Math.min(pointer.count, xnumel * rnumel) }));
}

function pointersOf(call: OpCall, conventions: Conventions): readonly Pointer[] {
  const pointers: Pointer[] = [];
  for (let index = 0; index < (call.dims?.length ?? 0); index++) {
    const shape = shapeAt(call, index);
    const dtype = typeAt(call, index);
    if (shape === null || dtype === '' || dtype.startsWith('Scalar')) continue;
    pointers.push({ count: elements(shape), dtype, width: pointerWidth(dtype, conventions) });
  }
  return pointers;
}

/** The published table has c10 names alone; the names that traces have for the other dtypes count nothing there (W15). */
function pointerWidth(dtype: string, conventions: Conventions): number | null {
  if (conventions.tritonTensors === 'tensors') return bytesPerElement(dtype, conventions);
  return PUBLISHED_WIDTHS.get(dtype) ?? 0;
}

const PUBLISHED_WIDTHS: ReadonlyMap<string, number> = new Map([
  ['c10::BFloat16', 2],
  ['c10::Half', 2],
  ['c10::Float', 4],
  ['c10::Double', 8],
  ['c10::Byte', 1],
  ['c10::Char', 1],
  ['c10::Int', 4],
  ['c10::Long', 8],
]);

function pointerBytes({ count, width }: Pointer, index: number): DraftTerm {
  return bytes(`tensor ${index + 1}`, [`n${index + 1}`, count], ['b', width]);
}

/** The first tensor written as well as read, which Inductor's order of arguments allows: in-and-out, then in, then out. */
function rewrite({ pointers, xnumel }: CompiledKernel): DraftTerm {
  const factors: readonly Factor[] = [
    ['x', xnumel],
    ['b', pointers.length > 0 ? pointers[0].width : 0],
  ];
  return bytes('first tensor written as well', ...factors);
}

/** Whether the first tensor is output too. It must be where the last one, first of the outputs elsewhere, is no output's size. */
function rewritten(
  { kind, pointers, xnumel }: CompiledKernel,
  conventions: Conventions,
): 'no' | 'possible' | 'certain' {
  if (kind !== 'poi' || pointers.length === 0) return 'no';
  if (conventions.tritonTensors === 'published') return 'certain';
  if (pointers[0].count !== xnumel) return 'no';
  return pointers.length > 1 && pointers[pointers.length - 1].count >= xnumel ? 'possible' : 'certain';
}

/** Bytes with and without the second touch of the first tensor. */
function interval(kernel: CompiledKernel, work: number): Pick<Estimate, 'interval'> {
  const terms = kernel.pointers.map(pointerBytes);
  const again = rewrite(kernel);
  let least = 0;
  for (const term of terms) {
    if (term === null) return {};
    least += term.value;
  }
  return again === null ? {} : { interval: { flops: [work, work], bytes: [least, least + again.value] } };
}

/** The published precision is the suffix of a c10 name (`vector_bfloat16`), for which no device has a figure (W15). */
function compute(
  pointers: readonly Pointer[],
  conventions: Conventions,
): Pick<Estimate, 'engine' | 'precision' | 'computeSpec'> {
  if (conventions.tritonTensors === 'published') {
    const named = pointers.find(({ dtype }) => PUBLISHED_WIDTHS.has(dtype));
    const computeSpec = named === undefined ? '' : `vector_${named.dtype.slice('c10::'.length).toLowerCase()}`;
    return { engine: 'vector', precision: null, computeSpec };
  }
  const precision = pointers.map(({ dtype }) => precisionOf(dtype, conventions)).find((found) => found !== null);
  return { engine: 'vector', precision: precision ?? null };
}

/** Operators whose names a kernel's name joins. A token that no operator has is skipped, or leaves none at all. */
function fusedOperators(name: string, { tritonNames }: Conventions): readonly string[] {
  const body = FUSED.exec(name)?.[1];
  if (body === undefined) return [];
  const tokens = body.split('_');
  return segment(tokens) ?? (tritonNames === 'skipped' ? segmentPartly(tokens) : []);
}

/** `_unsafe_view_mul_silu` as `_unsafe_view`, `mul`, `silu`: the whole name in known operators, the longest first; null if it is none. */
function segment(tokens: readonly string[]): readonly string[] | null {
  const rest: (readonly string[] | null)[] = new Array(tokens.length + 1).fill(null);
  rest[tokens.length] = [];
  for (let from = tokens.length - 1; from >= 0; from--) rest[from] = longest(tokens, from, rest);
  return rest[0];
}

function longest(
  tokens: readonly string[],
  from: number,
  rest: readonly (readonly string[] | null)[],
): readonly string[] | null {
  for (let to = tokens.length; to > from; to--) {
    const after = rest[to];
    const name = tokens.slice(from, to).join('_');
    if (after !== null && ATEN_NAMES.has(name)) return [name, ...after];
  }
  return null;
}

/** Known operators from the left, unknown tokens left out. */
function segmentPartly(tokens: readonly string[]): readonly string[] {
  const names: string[] = [];
  let from = 0;
  while (from < tokens.length) {
    let to = tokens.length;
    while (to > from && !ATEN_NAMES.has(tokens.slice(from, to).join('_'))) to--;
    if (to > from) names.push(tokens.slice(from, to).join('_'));
    from = Math.max(to, from + 1);
  }
  return names;
}

const TRITON: RegisteredModel = { category: 'triton', model: compiled };

/** The model of kernels that Inductor compiled, which no list can name. */
export function tritonModel(name: string): RegisteredModel | undefined {
  return KERNEL.test(name) ? TRITON : undefined;
}
