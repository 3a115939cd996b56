import type { KernelSums } from '../../../workers/engine/engine.ts';
import { durationUnit, formatFixed, withUnit } from '../../format/format.ts';

/** Says that what operators own and what has none add up to the kernel sum of the scope, in one unit. */
export function kernelSumText({ kernelSumNs, unattributedNs }: KernelSums): string {
  const { unit, ns } = durationUnit(kernelSumNs);
  const figure = (value: number) => formatFixed(value / ns, value === 0 ? 0 : 3);
  const sum = withUnit(figure(kernelSumNs), unit);
  return `${figure(kernelSumNs - unattributedNs)} in operators + ${figure(unattributedNs)} unattributed = ${sum}, the kernel sum of the scope`;
}
