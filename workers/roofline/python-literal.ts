import type { ParamValue } from './perf-model.ts';

/** Deeper nesting is junk, and would exhaust the stack. */
const MAX_DEPTH = 32;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORDS: readonly (readonly [string, ParamValue])[] = [
  ['True', true],
  ['False', false],
  ['None', null],
];
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['[', ']'],
  ['(', ')'],
]);

/** The value of a printed Python scalar, string, list or tuple; undefined for anything else, `inf` and `nan` included. */
export function parsePythonLiteral(text: string): ParamValue | undefined {
  const parser = new Parser(text);
  const value = parser.value(0);
  return parser.atEnd() ? value : undefined;
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  atEnd(): boolean {
    this.#skipSpace();
    return this.#at === this.#text.length;
  }

  value(depth: number): ParamValue | undefined {
    this.#skipSpace();
    const first = this.#text[this.#at];
    const closing = CLOSING.get(first);
    if (closing !== undefined) return depth < MAX_DEPTH ? this.#sequence(closing, depth) : undefined;
    if (first === "'" || first === '"') return this.#string(first);
    const word = this.#word();
    return word === undefined ? this.#number() : word;
  }

  #sequence(closing: string, depth: number): ParamValue | undefined {
    this.#at++;
    const items: ParamValue[] = [];
    while (!this.#take(closing)) {
      if (items.length > 0 && !this.#take(',')) return undefined;
      if (items.length > 0 && this.#take(closing)) break; // trailing comma
      const item = this.value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }

  #string(quote: string): string | undefined {
    let value = '';
    for (let i = this.#at + 1; i < this.#text.length; i++) {
      if (this.#text[i] === quote) {
        this.#at = i + 1;
        return value;
      }
      if (this.#text[i] === '\\') i++;
      value += this.#text[i] ?? '';
    }
    return undefined;
  }

  #word(): ParamValue | undefined {
    for (const [word, value] of WORDS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    return undefined;
  }

  #number(): number | undefined {
    NUMBER.lastIndex = this.#at;
    const digits = NUMBER.exec(this.#text)?.[0];
    if (digits === undefined) return undefined;
    this.#at += digits.length;
    const value = Number(digits);
    return Number.isFinite(value) ? value : undefined;
  }

  #take(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    while (this.#text[this.#at] === ' ') this.#at++;
  }
}
