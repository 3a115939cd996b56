import type { Command } from './command.ts';

/** A command that matches what was typed, and which letters of its title to show as the reason. */
export interface CommandMatch {
  readonly command: Command;
  /** Places in the title, ascending. */
  readonly letters: readonly number[];
}

/**
 * The commands in which every typed word is found, best first and else in the order given. A word matches the start of a word best, then
 * any part of the text, then letters in order; the group is searched beside the title.
 */
export function searchCommands(commands: readonly Command[], typed: string): readonly CommandMatch[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.flatMap((command) => {
    const matches = words.map((word) => matchWord(command, word));
    if (!matches.every((match) => match !== null)) return [];
    const letters = [...new Set(matches.flatMap((match) => match.letters))].sort((a, b) => a - b);
    return [{ command, letters, rank: matches.reduce((sum, { rank }) => sum + rank, 0) }];
  });
  return found.sort((a, b) => a.rank - b.rank);
}

interface WordMatch {
  /** 0 is best. */
  readonly rank: number;
  readonly letters: readonly number[];
}

/** What a match in the group costs against one in the title. */
const IN_GROUP = 2;

function matchWord({ title, group }: Command, word: string): WordMatch | null {
  const inTitle = matchText(title.toLowerCase(), word);
  if (inTitle && inTitle.rank <= IN_GROUP) return inTitle;
  return group.toLowerCase().startsWith(word) ? { rank: IN_GROUP, letters: [] } : inTitle;
}

function matchText(text: string, word: string): WordMatch | null {
  const run = (at: number) => Array.from({ length: word.length }, (_, i) => at + i);
  const start = startsOfWords(text).find((at) => text.startsWith(word, at));
  if (start !== undefined) return { rank: start === 0 ? 0 : 1, letters: run(start) };
  const within = text.indexOf(word);
  if (within >= 0) return { rank: 2, letters: run(within) };
  const letters = lettersInOrder(text, word);
  return letters && { rank: 4, letters };
}

function startsOfWords(text: string): number[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ index }) => index);
}

/** Places of the letters of a word in a text, in order; null where they are not all there. The first begins a word. */
function lettersInOrder(text: string, word: string): number[] | null {
  for (const start of startsOfWords(text)) {
    if (text[start] !== word[0]) continue;
    const places = [start];
    for (const letter of word.slice(1)) {
      const at = text.indexOf(letter, places[places.length - 1] + 1);
      if (at < 0) break;
      places.push(at);
    }
    if (places.length === word.length) return places;
  }
  return null;
}
