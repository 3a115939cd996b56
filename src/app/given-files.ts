import type { GivenFile } from '../state/given-file.ts';

/** The files of a drop or a choice, in the order of their names, and what could not be read. */
export interface Given {
  readonly files: readonly GivenFile[];
  /** Names of files and folders that the browser did not let us read. */
  readonly unreadable: readonly string[];
  /** More files than these lie there: a folder of something else, most likely. */
  readonly cut: boolean;
}

/** As much of the browser's `DataTransferItem` and its entries as is read here. */
export interface DroppedItem {
  readonly kind: string;
  getAsFile(): File | null;
  webkitGetAsEntry(): Entry | null;
}
export type Entry = Pick<FileSystemEntry, 'fullPath' | 'isFile' | 'isDirectory'>;
interface Folder extends Entry {
  createReader(): {
    readEntries(done: (entries: Entry[]) => void, failed: (error: DOMException) => void): void;
  };
}
type FileEntry = Entry & Pick<FileSystemFileEntry, 'file'>;

/** A profile folder holds tens to hundreds of traces; a home folder should not be walked to its end. */
const MOST_FILES = 4000;

/** The files that a file dialog gave; those of a folder with the folder's name before them. */
export function chosenFiles(list: Iterable<File>): Given {
  const files = Array.from(list, (file) => ({ name: file.webkitRelativePath || file.name, blob: file }));
  return { files: inOrder(files).slice(0, MOST_FILES), unreadable: [], cut: files.length > MOST_FILES };
}

/**
 * The files that were dropped, those in folders too. Must be called while the drop is handled: the browser takes its list back
 * afterwards.
 */
export function droppedFiles(items: Iterable<DroppedItem>): Promise<Given> {
  const files: GivenFile[] = [];
  const folders: Folder[] = [];
  for (const item of items) {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    if (entry && isFolder(entry)) {
      folders.push(entry);
      continue;
    }
    const file = item.getAsFile();
    if (file) files.push({ name: file.name, blob: file });
  }
  return withFolders(files, folders);
}

/** Adds what lies in folders, at any depth. */
async function withFolders(files: GivenFile[], waiting: Folder[]): Promise<Given> {
  const unreadable: string[] = [];
  for (let folder = waiting.pop(); folder && files.length <= MOST_FILES; folder = waiting.pop()) {
    const name = nameOf(folder);
    const entries = await entriesOf(folder).catch(() => null);
    if (!entries) unreadable.push(name);
    for (const entry of entries ?? []) {
      if (isFolder(entry)) waiting.push(entry);
      else if (isFile(entry)) {
        const file = await fileOf(entry).catch(() => null);
        if (file) files.push({ name: nameOf(entry), blob: file });
        else unreadable.push(nameOf(entry));
      }
    }
  }
  return { files: inOrder(files).slice(0, MOST_FILES), unreadable, cut: files.length > MOST_FILES };
}

/** All entries of a folder: the browser hands them out in parts, an empty one last. */
async function entriesOf(folder: Folder): Promise<Entry[]> {
  const reader = folder.createReader();
  const entries: Entry[] = [];
  for (;;) {
    const part = await new Promise<Entry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return entries;
    entries.push(...part);
  }
}

function fileOf(entry: FileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function isFolder(entry: Entry): entry is Folder {
  return entry.isDirectory;
}

function isFile(entry: Entry): entry is FileEntry {
  return entry.isFile;
}

/** `/profile/rank0.json` is `profile/rank0.json`. */
function nameOf(entry: Entry): string {
  return entry.fullPath.replace(/^\//, '');
}

/** By name, numbers by their value: rank 2 before rank 10. What lies higher up comes first. */
function inOrder(files: readonly GivenFile[]): GivenFile[] {
  const depth = ({ name }: GivenFile) => name.split('/').length;
  return files.toSorted((a, b) => depth(a) - depth(b) || a.name.localeCompare(b.name, undefined, { numeric: true }));
}
