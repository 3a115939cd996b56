import { describe, expect, it } from 'vitest';
import { type CaptureOptions, capturePair } from '../../fixtures/captures.ts';
import { testKernel } from '../../fixtures/test-kernel.ts';
import { gzipped, zipped } from '../../fixtures/write-trace.ts';
import { cellsOf } from '../report/hand-made.ts';
import { FIRST_BASIS } from '../report/report-types.ts';
import type { OpenFile } from './engine.ts';
import { TraceEngine } from './trace-engine.ts';

const PAIR = capturePair({ sizes: [8, 16], steps: [7, 12, 16] });
const CAPTURES = PAIR.captures.map(({ file, text }): OpenFile => ({ name: file, blob: new Blob([gzipped(text)]) }));
const REPLAY: OpenFile = { name: 'rank0.json', blob: new Blob([PAIR.replay]) };

async function opened({ name, blob }: OpenFile): Promise<TraceEngine> {
  const engine = new TraceEngine(await testKernel);
  const outcome = await engine.open(blob, name, { conventions: 'corrected' }, () => {});
  if (outcome.kind !== 'opened') throw new Error(`not opened: ${JSON.stringify(outcome)}`);
  return engine;
}

const add = (engine: TraceEngine, ...files: readonly OpenFile[]) => engine.addFiles(files, () => {});
const json = (name: string, value: unknown): OpenFile => ({ name, blob: new Blob([JSON.stringify(value)]) });

describe('addFiles', () => {
  it('merges captures, and tells of each launch what it was matched with', async () => {
    const engine = await opened(REPLAY);
    const before = await engine.captures(FIRST_BASIS);
    expect(before).toMatchObject({ mode: 'replay', withOperator: 0, matches: [{ match: 'no-capture', launches: 3 }] });
    expect(before.toAdd).toContain('capture_traces');

    const { files, summary } = await add(engine, ...CAPTURES);
    expect(summary).toBeNull();
    expect(files.map(({ name, role }) => [name, role])).toEqual([
      ['rank0.json', 'workload'],
      ...CAPTURES.map(({ name }) => [name, 'capture']),
    ]);
    const after = await engine.captures(FIRST_BASIS);
    expect(after).toMatchObject({
      mode: 'replayAndCapture',
      toAdd: null,
      withOperator: 1,
      withShapes: 1,
      sources: [{ source: 'capture by name', kernels: PAIR.kernels.length, share: 1 }],
      matches: [{ match: 'names', launches: 3 }],
      captures: [
        { batchSize: 8, mode: 'FULL', graphs: 1, kernels: 15, launches: 1 },
        { batchSize: 16, mode: 'FULL', graphs: 1, kernels: 15, launches: 2 },
      ],
      notes: [],
    });
    expect(cellsOf(await engine.table('graphLaunches', FIRST_BASIS))).toMatchObject([
      { match: 'names', tokens: 7, capturedSize: 8, kernels: 15, aligned: 15 },
      { match: 'names', tokens: 12, capturedSize: 16 },
      { match: 'names', tokens: 16, capturedSize: 16 },
    ]);
  });

  it('keeps the kernel sum, and gives merged operators no host time', async () => {
    const engine = await opened(REPLAY);
    const { kernelSumNs } = await engine.kernelSums(FIRST_BASIS);
    await add(engine, ...CAPTURES);
    expect(await engine.kernelSums(FIRST_BASIS)).toEqual({ kernelSumNs, unattributedNs: 0 });
    const operators = cellsOf(await engine.table('operators', FIRST_BASIS));
    expect(operators.map(({ name }) => name)).toContain('aten::mm');
    expect(operators.every(({ cpuTotal }) => Number.isNaN(cpuTotal))).toBe(true);
    expect(operators.every(({ source }) => source === 'capture by name')).toBe(true);
  });

  it('opens archives, and tells what is no trace', async () => {
    const engine = await opened(REPLAY);
    const archive = zipped(
      Object.fromEntries(PAIR.captures.map(({ file, text }) => [file, new TextEncoder().encode(text)])),
    );
    const { files } = await add(engine, { name: 'all.zip', blob: new Blob([archive]) }, json('notes.json', { a: 1 }));
    expect(files.map(({ role }) => role)).toEqual(['workload', 'capture', 'capture', 'unknown']);
    expect(files[1].name).toBe(`all.zip/${PAIR.captures[0].file}`);
    expect(files[3].refusal).not.toBeNull();
    expect(await engine.captures(FIRST_BASIS)).toMatchObject({ mode: 'replayAndCapture' });
  });

  it('believes captures more than a list of them', async () => {
    const engine = await opened(REPLAY);
    const [first, second] = PAIR.captures.map(({ file }) => file.slice(file.lastIndexOf('/') + 1));
    const list = [
      { file: first, batch_size: 64, mode: 'FULL' },
      { file: 'gone.json', batch_size: 1, mode: 'PIECEWISE' },
    ];
    const { files } = await add(engine, ...CAPTURES, json('capture_traces/execution_details.json', list));
    expect(files.at(-1)).toMatchObject({ role: 'details', evidence: 'lists 2 captures' });
    const { notes, matches } = await engine.captures(FIRST_BASIS);
    expect(matches).toMatchObject([{ match: 'names', launches: 3 }]);
    expect(notes).toEqual([
      `execution_details.json calls ${first} 64 FULL; it holds 8 FULL.`,
      'execution_details.json lists gone.json, which is not among the files.',
      `execution_details.json does not list ${second}.`,
    ]);
    const written = new TextDecoder().decode((await engine.executionDetails()).bytes);
    expect(JSON.parse(written)).toEqual([
      { file: second, batch_size: 16, mode: 'FULL' },
      { file: first, batch_size: 8, mode: 'FULL' },
    ]);
  });

  it('takes the size from the list where a capture does not tell it', async () => {
    const engine = await opened(REPLAY);
    const unlabelled = PAIR.captures.map(({ file, text }) => {
      const { traceEvents, ...header } = JSON.parse(text);
      const kept = traceEvents
        .filter(({ cat }: { cat: string }) => cat !== 'user_annotation')
        .map((event: { args: object }) => ({ ...event, args: { ...event.args, 'Input Dims': [] } }));
      return json(file, { ...header, traceEvents: kept });
    });
    await add(engine, ...unlabelled);
    expect(await engine.captures(FIRST_BASIS)).toMatchObject({ captures: [{ batchSize: null }, { batchSize: null }] });
    const list = PAIR.captures.map(({ file }, i) => ({ file, batch_size: [8, 16][i], mode: 'FULL' }));
    await add(
      engine,
      json(
        'execution_details.json',
        list.map((entry) => ({ ...entry, file: entry.file.replace(/.*\//, '') })),
      ),
    );
    expect(await engine.captures(FIRST_BASIS)).toMatchObject({
      captures: [
        { batchSize: 8, launches: 1 },
        { batchSize: 16, launches: 2 },
      ],
      notes: [],
    });
  });

  it('says that a folder is of another model', async () => {
    const engine = await opened(REPLAY);
    const other: CaptureOptions = { sizes: [8, 16], steps: [], model: 'other' };
    await add(engine, ...capturePair(other).captures.map(({ file, text }) => ({ name: file, blob: new Blob([text]) })));
    const { mode, notes } = await engine.captures(FIRST_BASIS);
    expect(mode).toBe('replay');
    expect(notes).toEqual([expect.stringContaining('None of the captures belongs to this trace.')]);
  });

  it('says which captures are damaged, and what is not in them', async () => {
    const engine = await opened(REPLAY);
    const [{ file, text }] = PAIR.captures;
    const cut = { name: file, blob: new Blob([text.slice(0, text.indexOf('StreamBeginCapture'))]) };
    const { files } = await add(engine, cut, CAPTURES[1]);
    const faults = ['The file is cut off: the end of the run is missing.', 'No captured graph is in it.'];
    expect(files.map((known) => known.faults)).toEqual([[], faults, []]);
    const { notes, captures } = await engine.captures(FIRST_BASIS);
    expect(notes).toEqual(faults.map((fault) => `${file}: ${fault}`));
    expect(captures).toMatchObject([{ batchSize: 16, graphs: 1 }]);
  });

  it('makes the workload the open trace where a capture was opened first', async () => {
    const engine = await opened(CAPTURES[0]);
    const { files, summary } = await add(engine, CAPTURES[1], REPLAY);
    expect(summary).toMatchObject({ file: 'rank0.json', kernels: PAIR.kernels.length });
    expect(files.map(({ name, role }) => [name, role])).toEqual([
      ['rank0.json', 'workload'],
      [CAPTURES[1].name, 'capture'],
      [CAPTURES[0].name, 'capture'],
    ]);
    expect(await engine.captures(FIRST_BASIS)).toMatchObject({ withOperator: 1 });
  });
});

describe('setRole', () => {
  it('takes a file for something else and back', async () => {
    const engine = await opened(REPLAY);
    await add(engine, ...CAPTURES);
    const { files } = await engine.setRole(CAPTURES[1].name, 'unknown');
    expect(files.at(-1)).toMatchObject({
      name: CAPTURES[1].name,
      role: 'unknown',
      evidence: 'your choice',
      faults: [],
    });
    const { matches } = await engine.captures(FIRST_BASIS);
    expect(matches.map(({ match, launches }) => [match, launches])).toEqual([
      ['too-large', 2],
      ['names', 1],
    ]);
    const list = await engine.setRole(CAPTURES[1].name, 'details');
    expect(list.files.at(-1)?.faults).toEqual(['No list of captures is in it.']);
    const back = await engine.setRole(CAPTURES[1].name, 'capture');
    expect(back.files.at(-1)?.faults).toEqual([]);
    expect(await engine.captures(FIRST_BASIS)).toMatchObject({ matches: [{ match: 'names', launches: 3 }] });
  });
});
