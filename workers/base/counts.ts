/** Between groups of digits and between a number and its unit: narrow, and no line breaks at it. */
export const THIN = '\u202f';

/** A whole number with its digits in groups. */
export function countText(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, THIN);
}

/** `1 kernel`, `31 kernels`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${countText(value)} ${value === 1 ? one : many}`;
}
