import { elements, shapesAt, whyNoShape } from '../arguments.ts';
import { bytes, type DraftTerm, derive, flops } from '../derivation.ts';
import type { OpCall } from '../op-call.ts';
import type { PerfModel, RegisteredModel } from '../perf-model.ts';
import { functorWidths } from './kernel-dtypes.ts';
import { NO_ENGINE, named } from './tensors.ts';

/** Work over lists of tensors, as optimisers launch it. The dtype of a list is not recorded; the kernel's name tells its width. */
interface ListForm {
  /** FLOPs an element of the first list. */
  readonly each: number;
  /** Lists written, by position; the others are read alone. */
  readonly written: readonly number[];
  /** Most lists that are read. */
  readonly lists: number;
  /** What the first list holds is not read. */
  readonly overwrites?: true;
}

/** Elements of every tensor list among the first `most` arguments. */
function listElements(call: OpCall, most: number): readonly number[] {
  const counts: number[] = [];
  for (let index = 0; index < most; index++) {
    const shapes = shapesAt(call, index);
    if (shapes === null || shapes.length === 0) break;
    counts.push(shapes.reduce((sum, shape) => sum + elements(shape), 0));
  }
  return counts;
}

/** Each list read, and written where the operator updates it; a result of its own as large as the first where it updates none. */
function overLists({ each, written, lists, overwrites }: ListForm): PerfModel {
  return (call) => {
    const counts = listElements(call, lists);
    if (counts.length === 0) return { whyNot: whyNoShape(call) };
    const widths = functorWidths(call);
    if (widths.length === 0) return { whyNot: 'unknown-dtype' };
    const moved = (verb: string, i: number): DraftTerm =>
      bytes(`list ${i + 1} ${verb}`, [`n${i + 1}`, counts[i]], ['b', widths[i] ?? widths[0]]);
    return derive({ counts }, () => ({
      terms: {
        flops: each === 0 ? [] : [flops('operations on the first list', each, ['n1', counts[0]])],
        bytes: [
          ...counts.flatMap((_, i) => (i === 0 && overwrites ? [] : [moved('read', i)])),
          ...written.flatMap((i) => (i < counts.length ? [moved('written', i)] : [])),
          ...(written.length === 0 ? [bytes('result written', ['n1', counts[0]], ['b', widths[0]])] : []),
        ],
      },
      // The precision of a list is not recorded either.
      ...NO_ENGINE,
      params: { list_elements: counts },
    }));
  };
}

const added = (form: ListForm): RegisteredModel => ({ category: 'multi_tensor_apply', model: overLists(form) });
const foreach = (...names: readonly string[]): string[] => names.map((name) => `aten::_foreach_${name}`);
const inPlace = (...names: readonly string[]): string[] => names.map((name) => `aten::_foreach_${name}_`);

const UNARY = ['abs', 'exp', 'log', 'neg', 'reciprocal', 'sqrt'];
const BINARY = ['add', 'clamp_max', 'clamp_min', 'div', 'maximum', 'minimum', 'mul', 'pow', 'sub'];

export const TENSOR_LISTS: Readonly<Record<string, RegisteredModel>> = {
  ...named(foreach(...UNARY), added({ each: 1, written: [], lists: 1 })),
  ...named(inPlace(...UNARY), added({ each: 1, written: [0], lists: 1 })),
  ...named(foreach(...BINARY), added({ each: 1, written: [], lists: 2 })),
  ...named(inPlace(...BINARY), added({ each: 1, written: [0], lists: 2 })),
  ...named(foreach('addcdiv', 'addcmul', 'lerp'), added({ each: 3, written: [], lists: 3 })),
  ...named(inPlace('addcdiv', 'addcmul', 'lerp'), added({ each: 3, written: [0], lists: 3 })),
  'aten::_foreach_copy_': added({ each: 0, written: [0], lists: 2, overwrites: true }),
  'aten::_foreach_zero_': added({ each: 0, written: [0], lists: 1, overwrites: true }),
  // Parameters, gradients, both moments (and the greatest second one): moments 7, their corrections and the step 5, weight decay 2.
  'aten::_fused_adam_': added({ each: 12, written: [0, 2, 3, 4], lists: 5 }),
  'aten::_fused_adamw_': added({ each: 14, written: [0, 2, 3, 4], lists: 5 }),
  'aten::_fused_sgd_': added({ each: 4, written: [0, 2], lists: 3 }),
};
