/** Control characters, and the invisible ones that break lines or turn the direction of what follows. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
const FIRST_PICTURE = 0x2400;
const DELETE = 0x7f;
const DELETE_PICTURE = '\u2421';
const LONGEST_SENTENCE = 240;

/**
 * A text from a file as it is shown on one line: control characters as their pictures (`␊` for a line end), other invisible ones by
 * their code (`[U+202E]`), so that none of them breaks the line or turns the text around it.
 */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(FIRST_PICTURE + code);
    return code === DELETE ? DELETE_PICTURE : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}

/** A visible text of at most `most` characters: a longer one is cut in its middle, as its end often says most. */
export function shortText(text: string, most = LONGEST_SENTENCE): string {
  const visible = visibleText(text);
  if (visible.length <= most) return visible;
  const characters = [...visible];
  if (characters.length <= most) return visible;
  const tail = Math.floor((most - 1) / 2);
  return `${characters.slice(0, most - 1 - tail).join('')}…${characters.slice(-tail).join('')}`;
}
