import type { OpCall } from '../op-call.ts';

/** Element type of PyTorch's copying kernels, which know its width alone: `OpaqueType<2u>`. */
const OPAQUE = /OpaqueType<(\d+)u?>/;
const C_TYPES = /[<\s(,](c10::(?:BFloat16|Half)|double|float|long|int|short|signed char|unsigned char|bool)[,>\s]/;
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

/** Element width by the first type among the template arguments of a kernel over tensor lists. */
export function functorWidth({ context: { kernels } }: OpCall): number | null {
  for (const kernel of kernels) {
    const functor = /Functor<.*/.exec(kernel)?.[0];
    const type = C_TYPES.exec(functor ?? '')?.[1];
    if (type !== undefined) return WIDTHS.get(type) ?? null;
  }
  return null;
}
