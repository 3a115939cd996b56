/** A part of a qualified C++ name: `base`, its template arguments as text, and whether a parameter list followed. */
export interface NamePart {
  readonly base: string;
  readonly args: readonly string[];
  readonly call: boolean;
}

/**
 * Splits a demangled C++ function name or template argument into the parts of its qualified name. The return type is left out, so are
 * parameter lists, qualifiers and the anonymous namespace. Brackets are matched by kind-blind depth, since hostile and cut-off names
 * occur; such names give what can be read of them.
 */
export function qualifiedParts(text: string): NamePart[] {
  const name = withoutReturnType(text.replaceAll('(anonymous namespace)::', ''));
  return splitAtDepth(name, '::').map(namePart);
}

/** Splits `a, b<c, d>` into its items. */
function splitArguments(text: string): string[] {
  return text.trim() === '' ? [] : splitAtDepth(text, ',').map((item) => item.trim());
}

function namePart(text: string): NamePart {
  const trimmed = text.trim();
  const open = firstOf(trimmed, '<(');
  if (open < 0) return { base: trimmed, args: [], call: false };
  if (trimmed[open] === '(') return { base: trimmed.slice(0, open), args: [], call: true };
  const close = matching(trimmed, open);
  return {
    base: trimmed.slice(0, open),
    args: splitArguments(trimmed.slice(open + 1, close)),
    call: trimmed[close + 1] === '(',
  };
}

/** The last space outside brackets before the name's own parameter list ends the return type. */
function withoutReturnType(text: string): string {
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (isOpen(c)) {
      if (depth === 0 && c === '(') break;
      depth++;
    } else if (isClose(c)) depth = Math.max(0, depth - 1);
    else if (c === ' ' && depth === 0) start = i + 1;
  }
  return text.slice(start);
}

function splitAtDepth(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (isOpen(c)) depth++;
    else if (isClose(c)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && text.startsWith(separator, i)) {
      parts.push(text.slice(start, i));
      start = i + separator.length;
      i = start - 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function matching(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (isOpen(text[i])) depth++;
    else if (isClose(text[i]) && --depth === 0) return i;
  }
  return text.length;
}

function firstOf(text: string, characters: string): number {
  for (let i = 0; i < text.length; i++) if (characters.includes(text[i])) return i;
  return -1;
}

const isOpen = (c: string) => c === '<' || c === '(' || c === '{' || c === '[';
const isClose = (c: string) => c === '>' || c === ')' || c === '}' || c === ']';
