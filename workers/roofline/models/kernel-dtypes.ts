import type { OpCall } from '../op-call.ts';

/** Element type of PyTorch's copying kernels, which know its width alone: `OpaqueType<2u>`. */
const OPAQUE = /OpaqueType<(\d+)u?>/;
/** Leading template arguments of a functor over tensor lists: `CopyFunctor<int, long, 2, 1, 1>`. */
const FUNCTOR = /Functor<([^<>]*)/;
const WIDTHS: ReadonlyMap<string, number> = new Map([
  ['double', 8],
  ['long', 8],
  ['float', 4],
  ['int', 4],
  ['c10::BFloat16', 2],
  ['c10::Half', 2],
  ['short', 2],
  ['signed char', 1],
  ['unsigned char', 1],
  ['bool', 1],
]);

/** Element width by the name of the call's kernel, for tensor lists, whose dtype is not recorded. Null where no kernel tells it. */
export function kernelWidth({ context: { kernels } }: OpCall): number | null {
  for (const kernel of kernels) {
    const opaque = OPAQUE.exec(kernel)?.[1];
    if (opaque !== undefined) return Number(opaque);
  }
  return null;
}

/** Element widths of tensor lists by the types that the functor of their kernel names; none where no kernel tells them. */
export function functorWidths({ context: { kernels } }: OpCall): readonly number[] {
  for (const kernel of kernels) {
    const named = FUNCTOR.exec(kernel)?.[1]
      .split(',')
      .flatMap((type) => WIDTHS.get(type.trim()) ?? []);
    if (named !== undefined && named.length > 0) return named;
  }
  return [];
}
