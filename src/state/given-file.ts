/** A file that the user gave. */
export interface GivenFile {
  /** Its name, with the folders before it that it lay in, below what was dropped or chosen. */
  readonly name: string;
  readonly blob: Blob;
  /** Which file of the archive it is, where it is one. */
  readonly member?: string;
}

/** Files given at once: those to open as traces, and those that lie beside them. */
interface SortedFiles {
  readonly traces: readonly GivenFile[];
  readonly beside: readonly GivenFile[];
}

/**
 * Sorts files by their names; a file given alone is a trace unless it is named as a capture. This only says what is tried first: what a
 * file is comes from what it holds.
 */
export function sortGiven(files: readonly GivenFile[]): SortedFiles {
  const isTrace = ({ name }: GivenFile) => !isCaptureName(name) && (files.length === 1 || isTraceName(name));
  return { traces: files.filter(isTrace), beside: files.filter((file) => !isTrace(file)) };
}

/** Whether servers and their users name captures so, or the folder of captures: `capture_traces/bs_32_rank0.json.gz`. */
function isCaptureName(name: string): boolean {
  const file = lastPart(name);
  return /capture/i.test(name) || /^bs_\d+/i.test(file) || file === 'execution_details.json';
}

/** A file to open as a trace, and those that are to be put beside it. */
export interface OwnFile extends GivenFile {
  readonly beside: readonly GivenFile[];
}

/** The traces among files given at once, with what lies beside each; where none looks like one, the first that may be. */
export function ownFiles(files: readonly GivenFile[]): readonly OwnFile[] {
  const { traces, beside } = sortGiven(files);
  const own = traces.length > 0 ? traces : [beside.find(({ name }) => isTraceName(name)) ?? beside[0]];
  return own.map((file) => ({
    ...file,
    beside: beside.filter((one) => one !== file && tracesBeside(one.name, own).includes(file)),
  }));
}

/** Whether a file among others may be a trace: JSON, packed, or without an ending. */
function isTraceName(name: string): boolean {
  const file = lastPart(name);
  return /\.(json|gz|tgz|zip|tar|bz2|xz|zst)$/i.test(file) || !file.includes('.');
}

/**
 * The traces that a file lies beside: those that share the most folders with it, and of these those of its own rank where the names
 * tell ranks.
 */
export function tracesBeside<T extends { readonly name: string }>(file: string, traces: readonly T[]): readonly T[] {
  const shared = traces.map(({ name }) => sharedFolders(file, name));
  const most = Math.max(...shared);
  const near = traces.filter((_, at) => shared[at] === most);
  const rank = rankIn(file);
  const ofRank = near.filter(({ name }) => rank !== null && rankIn(name) === rank);
  return ofRank.length > 0 ? ofRank : near;
}

function sharedFolders(a: string, b: string): number {
  const [folders, others] = [a, b].map((name) => name.split('/').slice(0, -1));
  const differs = folders.findIndex((folder, at) => folder !== others[at]);
  return differs < 0 ? folders.length : differs;
}

/** `rank_3`, `rank3`, and SGLang's `TP-3`. */
function rankIn(name: string): number | null {
  const [, digits] = /(?:rank|\btp)[-_]?(\d+)/i.exec(lastPart(name)) ?? [];
  return digits === undefined ? null : Number(digits);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
