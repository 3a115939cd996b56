/** Stands in a template's text for an integer of one word (below 2^32). */
export const ONE_WORD = '\u0001';
/** Stands for an integer of two words, low word first. */
export const TWO_WORDS = '\u0002';
/** Finds both. Strings of a template never hold control characters, so they occur nowhere else. */
export const PLACEHOLDER = new RegExp(`[${ONE_WORD}${TWO_WORDS}]`, 'g');
