import { describe, expect, it } from 'vitest';
import type { Command } from './command.ts';
import { searchCommands } from './command-search.ts';

const command = (title: string, group: Command['group']): Command => ({
  id: title,
  title,
  group,
  key: null,
  run: () => {},
});
const COMMANDS = [
  command('Overview', 'Views'),
  command('Show in timeline', 'Selection'),
  command('Operators by kernel', 'Tables'),
  command('Kernels', 'Views'),
  command('Report as workbook (.xlsx)', 'Files'),
];
const titles = (typed: string) => searchCommands(COMMANDS, typed).map(({ command: { title } }) => title);
const marked = (typed: string) =>
  searchCommands(COMMANDS, typed).map(({ command: { title }, letters }) => letters.map((at) => title[at]).join(''));

describe('searchCommands', () => {
  it('gives all in their order where nothing is typed', () => {
    expect(titles('  ')).toEqual(COMMANDS.map(({ title }) => title));
  });
  it('takes the words in any order and any case', () => {
    expect(titles('timeline SHOW')).toEqual(['Show in timeline']);
  });
  it('puts the start of the title before the start of a later word', () => {
    expect(titles('kern')).toEqual(['Kernels', 'Operators by kernel']);
  });
  it('finds a part of a word, and letters in order from the start of a word', () => {
    expect(titles('book')).toEqual(['Report as workbook (.xlsx)']);
    expect(titles('stl')).toEqual(['Show in timeline']);
    expect(titles('ltl')).toEqual([]);
  });
  it('finds a group by its start, and needs every word', () => {
    expect(titles('view')).toEqual(['Overview', 'Kernels']);
    expect(titles('view kern')).toEqual(['Kernels']);
    expect(titles('kern nothing')).toEqual([]);
  });
  it('says which letters matched, each once', () => {
    expect(marked('kern ker')).toEqual(['Kern', 'kern']);
    expect(marked('stl')).toEqual(['Stl']);
  });
});
