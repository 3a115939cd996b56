const KEY_NAMES: Readonly<Record<string, string>> = { Escape: 'Esc', ...(isMac() && { Ctrl: '⌘' }) };

function isMac(): boolean {
  return /^Mac|^iP/.test(globalThis.navigator?.platform ?? '');
}

/** The keys of a command as they are shown: each entry one key cap. */
export function keyCaps(key: string): readonly string[] {
  return key.split(' ').flatMap((chord) => {
    const parts = chord.split(/(?<=.)\+(?=.)/);
    return parts.map((part) => KEY_NAMES[part] ?? (parts.length > 1 && part.length === 1 ? part.toUpperCase() : part));
  });
}
