/** Longest part of a file name that comes from a trace, in bytes: a whole name stays below the 255 that file systems allow. */
const MAX_BYTES = 90;

/** The name of a trace's file without the endings that traces bear, as part of a file name. */
export function baseName(file: string): string {
  const bare = file.replaceAll('.pt.trace', '').replaceAll('.json.gz', '').replaceAll('.json', '');
  return safeName(bare.replace(/\.(gz|zip|tar|tgz)$/, '')) || 'trace';
}

/**
 * Text as part of a file name that every file system takes: `/`, `(`, `[` and blanks become `_`; all else but letters, digits, `.`,
 * `_`, `-` and `+` goes.
 */
export function safeName(text: string): string {
  const plain = text
    .replace(/[\s/\\([]+/g, '_')
    .replace(/[^\p{L}\p{N}._+-]/gu, '')
    .replace(/^[.+-]+/, '');
  let bytes = 0;
  let kept = '';
  for (const letter of plain) {
    bytes += new TextEncoder().encode(letter).length;
    if (bytes > MAX_BYTES) break;
    kept += letter;
  }
  return kept;
}
