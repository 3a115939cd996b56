import type { TraceColumns } from '../ingest/trace-columns.ts';
import type { SearchQuery } from './timeline-types.ts';

/** What a query looks for in texts: each bit stands for a word, or for the regular expression. */
export interface SearchTerms {
  /** Bits that an event must have. */
  readonly all: number;
  /** Bits of the terms that occur in a text. */
  in(text: string): number;
  /** Words that are numbers, with their bits. */
  readonly numbers: readonly { readonly value: number; readonly bit: number }[];
}

/** Their bits fit a positive number of 32 bits. */
const MOST_WORDS = 30;

/** The terms of a query, or what is wrong with it. */
export function searchTerms({
  text,
  regex,
}: Pick<SearchQuery, 'text' | 'regex'>): SearchTerms | { readonly error: string } {
  return regex ? expression(text) : words(text);
}

function expression(text: string): SearchTerms | { readonly error: string } {
  try {
    const pattern = new RegExp(text, 'i');
    return { all: 1, in: (candidate) => Number(pattern.test(candidate)), numbers: [] };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function words(text: string): SearchTerms | { readonly error: string } {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length > MOST_WORDS) return { error: `More than ${MOST_WORDS} words.` };
  return {
    all: 2 ** wanted.length - 1,
    in(candidate) {
      const lower = candidate.toLowerCase();
      let found = 0;
      for (let word = 0; word < wanted.length; word++) if (lower.includes(wanted[word])) found |= 1 << word;
      return found;
    },
    numbers: wanted.flatMap((word, place) => (/^\d+$/.test(word) ? [{ value: Number(word), bit: 1 << place }] : [])),
  };
}

/** The terms that occur in the integer arguments of events, which stand in no text. */
export function numbersIn(
  { template, templates, valueStart, values }: TraceColumns,
  { numbers }: SearchTerms,
): (event: number) => number {
  if (numbers.length === 0) return () => 0;
  const slots: (readonly { readonly index: number; readonly words: 1 | 2 }[])[] = [];
  return (event) => {
    slots[template[event]] ??= templates.slots(template[event]);
    let found = 0;
    for (const { index, words } of slots[template[event]]) {
      const at = valueStart[event] + index;
      const value = words === 1 ? values[at] : values[at + 1] * 2 ** 32 + values[at];
      for (const number of numbers) if (number.value === value) found |= number.bit;
    }
    return found;
  };
}
