import type { Estimate, Term, Verdict, WhyNot } from './perf-model.ts';

/** A factor of a product: a number that stands for itself, or a symbol and its value; null where the value is not known. */
export type Factor = number | readonly [symbol: string, value: number | null];

/** A part of a derivation; null where a factor is not known. */
export type DraftTerm = Term | null;

/** What a model finds, before its terms are added up. A null term of bytes leaves the bytes unknown. */
export interface Draft extends Omit<Estimate, 'flops' | 'bytes' | 'terms'> {
  readonly terms: { readonly flops: readonly DraftTerm[]; readonly bytes: readonly DraftTerm[] };
}

/** The product of `factors` as a term: `2·M·N·K`, `2·141·512·512`. */
function product(of: Term['of'], label: string, ...factors: readonly Factor[]): DraftTerm {
  let value = 1;
  for (const factor of factors) {
    const known = numberOf(factor);
    if (known === null) return null;
    value *= known;
  }
  return {
    of,
    label,
    formula: factors.map((factor) => (typeof factor === 'number' ? String(factor) : factor[0])).join('·'),
    filled: factors.map((factor) => printed(numberOf(factor) ?? 0)).join('·'),
    value,
  };
}

/** A term of floating-point operations. */
export function flops(label: string, ...factors: readonly Factor[]): DraftTerm {
  return product('flops', label, ...factors);
}

/** A term of bytes moved. */
export function bytes(label: string, ...factors: readonly Factor[]): DraftTerm {
  return product('bytes', label, ...factors);
}

/** Adds the terms up. Extents so large that the result is no number are inconsistent. */
function verdictOf({ terms, ...rest }: Draft): Verdict {
  const flopTerms = known(terms.flops);
  const byteTerms = known(terms.bytes);
  if (flopTerms === null) return { whyNot: 'unknown-dtype' };
  const flops = sum(flopTerms);
  const bytes = byteTerms === null ? null : sum(byteTerms);
  if (!Number.isFinite(flops) || (bytes !== null && !Number.isFinite(bytes))) return { whyNot: 'inconsistent-shapes' };
  return { estimate: { flops, bytes, terms: [...flopTerms, ...(byteTerms ?? [])], ...rest } };
}

/** The verdict of a model that reads a call in one step and derives from what it read in the next. */
export function derive<T extends object>(read: T | WhyNot, draft: (value: T) => Draft): Verdict {
  return typeof read === 'string' ? { whyNot: read } : verdictOf(draft(read));
}

function known(terms: readonly DraftTerm[]): readonly Term[] | null {
  const all = terms.filter((term) => term !== null);
  return all.length === terms.length ? all : null;
}

const sum = (terms: readonly Term[]) => terms.reduce((total, term) => total + term.value, 0);
const numberOf = (factor: Factor) => (typeof factor === 'number' ? factor : factor[1]);
const printed = (value: number) => (Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6))));
