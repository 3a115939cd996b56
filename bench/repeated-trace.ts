import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface RepeatedTrace {
  readonly file: string;
  readonly gzipBytes: number;
  readonly jsonBytes: number;
  readonly events: number;
}

const CACHE = path.join(tmpdir(), 'roofscope-bench');

type Group = 'time' | 'correlation' | 'external' | 'event' | 'python';

/** Which ids count together: an arrow's id is the correlation of its launch. */
const GROUP_OF_KEY: Readonly<Record<string, Group>> = {
  ts: 'time',
  id: 'correlation',
  correlation: 'correlation',
  'External id': 'external',
  'Ev Idx': 'event',
  'Python id': 'python',
  'Python parent id': 'python',
};
const SLOT = new RegExp(`"(${Object.keys(GROUP_OF_KEY).join('|')})": (\\d+(?:\\.\\d+)?)`, 'g');
const OPENING = '"traceEvents": [';
const CHUNK_CHARACTERS = 1 << 20;

/**
 * The trace `source` repeated to about `gigabytes` (1e9) of JSON, times and ids shifted so that every copy is later and no id
 * occurs twice. Written through `gzip -6` into a cache below the system's folder for temporary files, or found there.
 */
export async function repeatedTrace(source: string, gigabytes: number): Promise<RepeatedTrace> {
  await mkdir(CACHE, { recursive: true });
  const file = path.join(CACHE, `${path.basename(path.dirname(source))}-${gigabytes}GB.json.gz`);
  const factsFile = `${file}.facts.json`;
  const known = await readFile(factsFile, 'utf8').catch(() => null);
  const facts: Written = known === null ? await write(source, gigabytes * 1e9, file) : JSON.parse(known);
  if (known === null) await writeFile(factsFile, JSON.stringify(facts));
  return { file, gzipBytes: (await stat(file)).size, ...facts };
}

interface Written {
  readonly jsonBytes: number;
  readonly events: number;
}

async function write(source: string, wantedBytes: number, target: string): Promise<Written> {
  const template = readTemplate(gunzipSync(await readFile(source)).toString('utf8'));
  const gzip = spawn('gzip', ['-6', '-c'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const written = once(gzip.stdout.pipe(createWriteStream(`${target}.part`)), 'finish');
  let jsonBytes = 0;
  const send = async (text: string) => {
    jsonBytes += Buffer.byteLength(text);
    if (!gzip.stdin.write(text)) await once(gzip.stdin, 'drain');
  };
  await send(template.head);
  let copies = 0;
  while (copies === 0 || jsonBytes + template.bytes / 2 < wantedBytes) {
    if (copies > 0) await send(', ');
    for (const text of copyTexts(template, copies)) await send(text);
    copies++;
  }
  await send(template.tail);
  gzip.stdin.end();
  await written;
  await rename(`${target}.part`, target);
  return { jsonBytes, events: copies * template.events };
}

/** A trace's text cut at the numbers that change from copy to copy. */
interface Template {
  /** Before and behind the events. */
  readonly head: string;
  readonly tail: string;
  /** `literals[i]` stands before the number `values[i]` (ns for times) of `groups[i]`; `rest` behind the last. */
  readonly literals: readonly string[];
  readonly groups: readonly Group[];
  readonly values: readonly number[];
  readonly rest: string;
  /** By how much a group's numbers grow from copy to copy. */
  readonly step: Readonly<Record<Group, number>>;
  readonly bytes: number;
  readonly events: number;
}

function readTemplate(text: string): Template {
  const start = text.indexOf(OPENING) + OPENING.length;
  const end = text.lastIndexOf(']');
  const literals: string[] = [];
  const groups: Group[] = [];
  const values: number[] = [];
  const step: Record<Group, number> = { time: 0, correlation: 0, external: 0, event: 0, python: 0 };
  let lowestNs = Number.POSITIVE_INFINITY;
  let from = start;
  for (const { 0: whole, 1: key, 2: digits, index } of text.slice(0, end).matchAll(SLOT)) {
    if (index < start) continue;
    const group = GROUP_OF_KEY[key];
    const value = group === 'time' ? Math.round(Number(digits) * 1000) : Number(digits);
    literals.push(text.slice(from, index + whole.length - digits.length));
    groups.push(group);
    values.push(value);
    step[group] = Math.max(step[group], value + 1);
    if (group === 'time') lowestNs = Math.min(lowestNs, value);
    from = index + whole.length;
  }
  step.time += 1_000_000 - lowestNs;
  return {
    head: text.slice(0, start),
    tail: text.slice(end),
    literals,
    groups,
    values,
    rest: text.slice(from, end),
    step,
    bytes: end - start,
    events: JSON.parse(text).traceEvents.length,
  };
}

function* copyTexts({ literals, groups, values, rest, step }: Template, copy: number): Generator<string> {
  let pieces: string[] = [];
  let characters = 0;
  for (let i = 0; i < literals.length; i++) {
    const value = values[i] + copy * step[groups[i]];
    const piece = literals[i] + (groups[i] === 'time' ? value / 1000 : value);
    pieces.push(piece);
    characters += piece.length;
    if (characters < CHUNK_CHARACTERS) continue;
    yield pieces.join('');
    pieces = [];
    characters = 0;
  }
  yield pieces.join('') + rest;
}
