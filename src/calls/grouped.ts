import { formatCount } from '../format/format.ts';

/** A filled-in formula with the digits of its whole numbers in groups. */
export function grouped(formula: string): string {
  return formula.replace(/(?<![\d.])\d{4,15}(?![\d.])/g, (digits) => formatCount(Number(digits)));
}
