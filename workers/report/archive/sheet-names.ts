/** Excel allows no more characters, none of these, and no two names that differ in case alone. */
const LONGEST_NAME = 31;
const FORBIDDEN = /[[\]/\\:*?]/g;

/** Names for the sheets of one workbook: cut where Excel must have them shorter, numbered where that makes two alike. */
export function sheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const wanted = name.replace(FORBIDDEN, '_');
    let free = wanted.slice(0, LONGEST_NAME);
    for (let copy = 2; taken.has(free.toLowerCase()); copy++) {
      const mark = `~${copy}`;
      free = wanted.slice(0, LONGEST_NAME - mark.length) + mark;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}
