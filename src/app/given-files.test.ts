import { describe, expect, it } from 'vitest';
import { chosenFiles, type DroppedItem, droppedFiles, type Entry } from './given-files.ts';

/** What lies in a folder; `locked` may not be read. */
interface Tree {
  readonly [name: string]: Tree | 'file' | 'locked file' | 'locked folder';
}

/** How many entries the browser hands out at a time. */
const PART = 2;

function entryOf(fullPath: string, node: Tree[string]): Entry {
  const isFile = node === 'file' || node === 'locked file';
  const entry = { fullPath, isFile, isDirectory: !isFile };
  if (isFile) return Object.assign(entry, { file: fileReader(fullPath, node === 'file') });
  const left =
    node === 'locked folder'
      ? null
      : Object.entries(node).map(([name, inner]) => entryOf(`${fullPath}/${name}`, inner));
  const readEntries = (done: (part: Entry[]) => void, failed: (error: DOMException) => void) =>
    left ? done(left.splice(0, PART)) : failed(new DOMException('locked'));
  return Object.assign(entry, { createReader: () => ({ readEntries }) });
}

function fileReader(name: string, readable: boolean) {
  return (done: (file: File) => void, failed: (error: DOMException) => void) =>
    readable ? done(new File(['{}'], name)) : failed(new DOMException('locked'));
}

function dropped(name: string, node: Tree[string]): DroppedItem {
  return { kind: 'file', getAsFile: () => new File(['{}'], name), webkitGetAsEntry: () => entryOf(`/${name}`, node) };
}

const names = (files: readonly { readonly name: string }[]) => files.map(({ name }) => name);

describe('droppedFiles', () => {
  it('walks folders to their ends, what lies higher up first, numbers by value', async () => {
    const inner = { 'rank10.json': 'file', 'rank2.json': 'file', 'rank1.json': 'file' } as const;
    const { files, unreadable, cut } = await droppedFiles([
      dropped('profile', {
        captures: { ...inner, deeper: { 'bs_8.json': 'file' } },
        'trace.json.gz': 'file',
        empty: {},
      }),
      dropped('alone.json', 'file'),
    ]);
    expect(names(files)).toEqual([
      'alone.json',
      'profile/trace.json.gz',
      'profile/captures/rank1.json',
      'profile/captures/rank2.json',
      'profile/captures/rank10.json',
      'profile/captures/deeper/bs_8.json',
    ]);
    expect(unreadable).toEqual([]);
    expect(cut).toBe(false);
  });

  it('names what may not be read and keeps the rest', async () => {
    const tree: Tree = { a: 'locked file', b: 'file', c: 'locked folder' };
    const { files, unreadable } = await droppedFiles([dropped('profile', tree)]);
    expect(names(files)).toEqual(['profile/b']);
    expect(unreadable.toSorted()).toEqual(['profile/a', 'profile/c']);
  });

  it('leaves text that is dragged', async () => {
    const text: DroppedItem = { kind: 'string', getAsFile: () => null, webkitGetAsEntry: () => null };
    expect((await droppedFiles([text])).files).toEqual([]);
  });

  it('stops in a folder of thousands', async () => {
    const many: Tree = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`${i}.json`, 'file' as const]));
    const { files, cut } = await droppedFiles([dropped('home', { many, more: many, still: many })]);
    expect(cut).toBe(true);
    expect(files).toHaveLength(4000);
  });
});

describe('chosenFiles', () => {
  it('names the files of a folder with their folders', () => {
    const inFolder = new File(['{}'], 'trace.json');
    Object.defineProperty(inFolder, 'webkitRelativePath', { value: 'profile/trace.json' });
    expect(names(chosenFiles([inFolder, new File(['{}'], 'b.json')]).files)).toEqual(['b.json', 'profile/trace.json']);
  });
});
