/** Deepest nesting of template arguments that is followed; names beyond it stay mangled. */
const MAX_DEPTH = 64;

/**
 * The name and template arguments of a function with an Itanium-mangled name (`_Z…`), without its parameters: enough to read
 * which kernel it is. Substitutions and qualifiers inside arguments are not resolved. Null when the text does not parse.
 * Grammar: https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling
 */
export function demangle(mangled: string): string | null {
  if (!mangled.startsWith('_Z')) return null;
  const reader = new Reader(mangled, 2);
  const name = reader.name(0);
  return reader.failed || name === '' ? null : name;
}

class Reader {
  failed = false;
  #at: number;
  readonly #text: string;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  /** `<name>`: nested, or one source name with its arguments. */
  name(depth: number): string {
    if (this.#take('N')) return this.#nested(depth);
    if (this.#take('St')) return `std::${this.#sourceName()}${this.#argumentsIfAny(depth)}`;
    return `${this.#sourceName()}${this.#argumentsIfAny(depth)}`;
  }

  /** The rest of `N … E`. */
  #nested(depth: number): string {
    while (/[rVKRO]/.test(this.#peek())) this.#at++;
    let path = '';
    while (!this.failed && !this.#take('E')) {
      if (this.#peek() === 'I') path += this.#argumentsIfAny(depth);
      else {
        const part = this.#component(depth);
        if (part !== '') path += path === '' ? part : `::${part}`;
      }
    }
    return path;
  }

  #component(depth: number): string {
    if (/\d/.test(this.#peek())) return this.#sourceName();
    if (this.#take('St')) return 'std';
    if (this.#peek() === 'S') return this.#substitution();
    if (this.#peek() === 'T') return this.#type(depth);
    if (this.#take('L')) return '';
    return this.#fail();
  }

  /** `I … E`, written as `<a, b>`. */
  #argumentsIfAny(depth: number): string {
    if (!this.#take('I')) return '';
    if (depth >= MAX_DEPTH) return this.#fail();
    const parts: string[] = [];
    while (!this.failed && !this.#take('E')) parts.push(this.#argument(depth + 1));
    return `<${parts.join(', ')}>`;
  }

  #argument(depth: number): string {
    if (depth >= MAX_DEPTH) return this.#fail();
    if (this.#take('L')) return this.#literal(depth);
    if (this.#take('J')) return this.#untilE(() => this.#argument(depth + 1));
    if (this.#take('X')) {
      const inner = this.#expression(depth + 1);
      return this.#take('E') ? inner : this.#fail();
    }
    // A constrained parameter: its declaration stands before the argument.
    if (this.#take('Tn')) {
      this.#type(depth + 1);
      return this.#argument(depth);
    }
    return this.#type(depth);
  }

  /** The rest of `L … E`: a mangled function, or a type and its value. */
  #literal(depth: number): string {
    if (this.#take('_Z')) {
      const name = this.name(depth + 1);
      this.#untilE(() => this.#type(depth + 1));
      return name;
    }
    const type = this.#type(depth + 1);
    const end = this.#text.indexOf('E', this.#at);
    if (end < 0) return this.#fail();
    const value = this.#text.slice(this.#at, end).replace('n', '-');
    this.#at = end + 1;
    if (type === 'bool') return value === '1' ? 'true' : 'false';
    return value;
  }

  /** Expressions are followed only where they name a function: `ad L_Z…E`. */
  #expression(depth: number): string {
    this.#take('ad');
    return this.#take('L') ? this.#literal(depth) : this.#fail();
  }

  #type(depth: number): string {
    if (depth >= MAX_DEPTH) return this.#fail();
    while (/[PROKVr]/.test(this.#peek())) this.#at++;
    const next = this.#peek();
    if (next === 'N' || /\d/.test(next)) return this.name(depth + 1);
    if (next === 'S') {
      if (this.#text.startsWith('St', this.#at)) return this.name(depth + 1);
      return `${this.#substitution()}${this.#argumentsIfAny(depth)}`;
    }
    if (this.#take('T')) {
      while (/[\dA-Z]/.test(this.#peek()) && this.#peek() !== '_') this.#at++;
      return this.#take('_') ? `T${this.#argumentsIfAny(depth)}` : this.#fail();
    }
    if (this.#take('F')) return this.#untilE(() => this.#type(depth + 1));
    if (this.#take('A')) {
      while (/\d/.test(this.#peek())) this.#at++;
      return this.#take('_') ? this.#type(depth + 1) : this.#fail();
    }
    if (this.#take('Dp')) return this.#type(depth + 1);
    const extended = /^D(F\d+(b|_)|[a-z])/.exec(this.#text.slice(this.#at, this.#at + 8));
    if (extended) {
      this.#at += extended[0].length;
      return extended[0] === 'DF16b' ? 'bfloat16' : extended[0];
    }
    const builtin = BUILTIN[next];
    if (!builtin) return this.#fail();
    this.#at++;
    return builtin;
  }

  #substitution(): string {
    this.#at++;
    while (/[\dA-Z]/.test(this.#peek())) this.#at++;
    if (this.#take('_')) return '';
    return /[absiod]/.test(this.#peek()) ? STANDARD[this.#text[this.#at++]] : this.#fail();
  }

  #sourceName(): string {
    const digits = /^\d{1,4}/.exec(this.#text.slice(this.#at, this.#at + 4))?.[0];
    if (!digits) return this.#fail();
    const start = this.#at + digits.length;
    const end = start + Number(digits);
    if (end > this.#text.length || end === start) return this.#fail();
    this.#at = end;
    const name = this.#text.slice(start, end);
    return name.startsWith('_GLOBAL__N') ? '' : name;
  }

  #untilE(part: () => string): string {
    const parts: string[] = [];
    while (!this.failed && !this.#take('E')) parts.push(part());
    return parts.join(', ');
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  #take(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  #fail(): string {
    this.failed = true;
    return '';
  }
}

const STANDARD: Readonly<Record<string, string>> = {
  a: 'std::allocator',
  b: 'std::basic_string',
  s: 'std::string',
  i: 'std::istream',
  o: 'std::ostream',
  d: 'std::iostream',
};

const BUILTIN: Readonly<Record<string, string>> = {
  v: 'void',
  w: 'wchar_t',
  b: 'bool',
  c: 'char',
  a: 'signed char',
  h: 'unsigned char',
  s: 'short',
  t: 'unsigned short',
  i: 'int',
  j: 'unsigned int',
  l: 'long',
  m: 'unsigned long',
  x: 'long long',
  y: 'unsigned long long',
  n: '__int128',
  o: 'unsigned __int128',
  f: 'float',
  d: 'double',
  e: 'long double',
  g: '__float128',
  z: '...',
};
