import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenOptions, Progress } from '../../workers/engine/engine.ts';
import type { Opening, OpeningOutcome, OpenTrace } from '../engine/engine-client.ts';
import { EngineFailure } from '../engine/engine-failure.ts';
import { FileQueue } from './file-queue.ts';
import { activeFile, appState, changeApp, openRevision, openSummary } from './store.ts';
import { deferred, openTraceOf, summaryOf } from './test-files.ts';

const SUMMARY = summaryOf({ crc32: 1, textBytes: 2 });

/** One call of `openTrace`, to be settled by the test. */
interface Call {
  readonly name: string;
  readonly options: OpenOptions;
  readonly progress: (p: Progress) => void;
  readonly settle: (outcome: OpeningOutcome) => Promise<void>;
  readonly cancel: ReturnType<typeof vi.fn<() => void>>;
}

function setUp(forecastBytes = 0) {
  const calls: Call[] = [];
  const openTrace = (_: Blob, name: string, options: OpenOptions, progress: (p: Progress) => void): Opening => {
    const { promise, resolve } = deferred<OpeningOutcome>();
    const cancel = vi.fn(() => resolve({ kind: 'cancelled' }));
    const settle = async (outcome: OpeningOutcome) => {
      resolve(outcome);
      await settled();
    };
    calls.push({ name, options, progress, settle, cancel });
    return { outcome: promise, cancel };
  };
  const worryingForecast = async () =>
    forecastBytes > 0 ? { textBytes: 1, events: 1, memoryBytes: forecastBytes } : null;
  return { queue: new FileQueue({ openTrace, worryingForecast }), calls };
}

/** Lets every promise that is ready run. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const kinds = () => appState().files.map((file) => file.status.kind);
const file = (name: string) => ({ name, blob: new Blob(['{}']) });

describe('FileQueue', () => {
  beforeEach(() => changeApp({ files: [], active: null, scope: {}, notice: '' }));

  it('reads one file after the other and looks at the first', async () => {
    const { queue, calls } = setUp();
    queue.add([file('a.json'), file('b.json')]);
    await settled();
    expect(kinds()).toEqual(['loading', 'queued']);
    expect(activeFile(appState())?.name).toBe('a.json');
    await calls[0].settle({ kind: 'opened', summary: SUMMARY, trace: openTraceOf().trace });
    expect(kinds()).toEqual(['open', 'loading']);
    await calls[1].settle({ kind: 'opened', summary: SUMMARY, trace: openTraceOf().trace });
    expect(kinds()).toEqual(['open', 'open']);
    expect(activeFile(appState())?.name).toBe('a.json');
    expect(appState().notice).toContain('b.json');
  });

  it('goes on after a refusal', async () => {
    const { queue, calls } = setUp();
    queue.add([file('a.json'), file('b.json')]);
    await settled();
    const refusal = { reason: 'The file is empty.', offset: null, excerpt: '', readable: '', advice: '' };
    await calls[0].settle({ kind: 'refused', refusal });
    expect(kinds()).toEqual(['refused', 'loading']);
  });

  it('shows progress of the file that it belongs to, and none after a cancel', async () => {
    const { queue, calls } = setUp();
    queue.add([file('a.json')]);
    await settled();
    const progress: Progress = { stage: 'reading', readBytes: 1, totalBytes: 2, textBytes: 3, events: 4 };
    calls[0].progress(progress);
    expect(appState().files[0].status).toMatchObject({ kind: 'loading', progress });
    queue.close(appState().files[0].id);
    calls[0].progress(progress);
    await settled();
    expect(calls[0].cancel).toHaveBeenCalledOnce();
    expect(appState()).toMatchObject({ files: [], active: null });
  });

  it('starts the next file when the one being read is cancelled', async () => {
    const { queue, calls } = setUp();
    queue.add([file('a.json'), file('b.json')]);
    await settled();
    queue.close(appState().files[0].id);
    await settled();
    expect(kinds()).toEqual(['loading']);
    expect(calls[1].name).toBe('b.json');
    expect(activeFile(appState())?.name).toBe('b.json');
  });

  it('opens the chosen members of an archive as traces of their own', async () => {
    const { queue, calls } = setUp();
    queue.add([file('ranks.zip')]);
    await settled();
    const members = ['rank0.json', 'rank1.json', 'notes.txt'].map((name) => ({ name, bytes: 1, likelyTrace: true }));
    await calls[0].settle({ kind: 'choose', members });
    expect(kinds()).toEqual(['choosing']);
    queue.choose(appState().files[0].id, ['rank0.json', 'rank1.json']);
    await settled();
    expect(kinds()).toEqual(['loading', 'queued']);
    expect(calls[1].options.member).toBe('rank0.json');
    expect(appState().files.map(({ name }) => name)).toEqual(['ranks.zip/rank0.json', 'ranks.zip/rank1.json']);
  });

  it('closes a trace with its worker, and one worker’s end leaves the others', async () => {
    const { queue, calls } = setUp();
    queue.add([file('a.json'), file('b.json')]);
    await settled();
    const a = openTraceOf();
    const b = openTraceOf();
    await calls[0].settle({ kind: 'opened', summary: SUMMARY, trace: a.trace });
    await calls[1].settle({ kind: 'opened', summary: SUMMARY, trace: b.trace });
    b.end(new EngineFailure('out-of-memory', ''));
    await settled();
    expect(kinds()).toEqual(['open', 'failed']);
    queue.close(appState().files[0].id);
    await settled();
    expect(a.close).toHaveBeenCalledOnce();
    expect(kinds()).toEqual(['failed']);
  });

  it('asks before a file that will likely not fit, and opens it when told to', async () => {
    const { queue, calls } = setUp(5e9);
    queue.add([file('a.json')]);
    await settled();
    expect(kinds()).toEqual(['large']);
    expect(calls).toHaveLength(0);
    queue.openLarge(appState().files[0].id);
    await settled();
    expect(kinds()).toEqual(['loading']);
    expect(calls).toHaveLength(1);
  });

  it('trims the scope of a link to what the trace has', async () => {
    const { queue, calls } = setUp();
    changeApp({ scope: { device: 0, stream: 9 } });
    queue.add([file('a.json')]);
    await settled();
    await calls[0].settle({ kind: 'opened', summary: SUMMARY, trace: openTraceOf().trace });
    expect(appState().scope).toEqual({ device: 0 });
  });

  describe('with files beside a trace', () => {
    const given = (...list: readonly string[]) => list.map(file);
    const fileNames = () => appState().files.map(({ name }) => name);
    const knownOf = (name: string) => {
      const status = appState().files.find((one) => one.name === name)?.status;
      return status?.kind === 'open' ? status.known.map((known) => `${known.name}: ${known.role}`) : null;
    };
    const open = (call: Call, trace: OpenTrace) => call.settle({ kind: 'opened', summary: SUMMARY, trace });

    it('reads captures of a folder once their trace is open, each with the traces of its rank', async () => {
      const { queue, calls } = setUp();
      queue.add(
        given('run/rank0.json', 'run/rank1.json', 'run/captures/bs_8_rank0.json', 'run/captures/bs_8_rank1.json'),
      );
      await settled();
      expect(fileNames()).toEqual(['run/rank0.json', 'run/rank1.json']);
      const roles = { 'run/captures/bs_8_rank0.json': 'capture', 'run/captures/bs_8_rank1.json': 'capture' } as const;
      await open(calls[0], openTraceOf('run/rank0.json', roles).trace);
      await open(calls[1], openTraceOf('run/rank1.json', roles).trace);
      expect(knownOf('run/rank0.json')).toEqual(['run/rank0.json: workload', 'run/captures/bs_8_rank0.json: capture']);
      expect(knownOf('run/rank1.json')).toEqual(['run/rank1.json: workload', 'run/captures/bs_8_rank1.json: capture']);
      expect(appState().notice).toContain('1 graph capture');
    });

    it('puts captures that come later beside the trace that is looked at, and asks its views anew', async () => {
      const { queue, calls } = setUp();
      queue.add(given('a.json'));
      await settled();
      await open(
        calls[0],
        openTraceOf('a.json', { 'captures/x.json': 'capture', 'captures/notes.md': 'unknown' }).trace,
      );
      expect(openRevision(appState())).toBe(0);
      queue.add(given('captures/x.json', 'captures/notes.md'));
      await settled();
      expect(calls).toHaveLength(1);
      expect(knownOf('a.json')).toEqual(['a.json: workload', 'captures/x.json: capture', 'captures/notes.md: unknown']);
      expect(openRevision(appState())).toBe(1);
      expect(openSummary(appState())?.tables).toEqual(['modules']);
      expect(appState().notice).toContain('1 not recognised');
    });

    it('moves a trace that turns out to be a capture, however it is named, and looks at its host', async () => {
      const { queue, calls } = setUp();
      queue.add(given('a.json'));
      await settled();
      const host = openTraceOf('a.json', { 'b.json': 'capture' });
      await open(calls[0], host.trace);
      queue.add(given('b.json'));
      await settled();
      expect(activeFile(appState())?.name).toBe('b.json');
      const capture = openTraceOf('b.json', { 'b.json': 'capture' });
      await open(calls[1], capture.trace);
      await settled();
      expect(fileNames()).toEqual(['a.json']);
      expect(activeFile(appState())?.name).toBe('a.json');
      expect(capture.close).toHaveBeenCalledOnce();
      expect(knownOf('a.json')).toEqual(['a.json: workload', 'b.json: capture']);
    });

    it('keeps captures that come first as a trace, with the others beside it, until their trace comes', async () => {
      const { queue, calls } = setUp();
      queue.add(given('captures/bs_1.json', 'captures/bs_2.json'));
      await settled();
      const roles = { 'captures/bs_1.json': 'capture', 'captures/bs_2.json': 'capture' } as const;
      await open(calls[0], openTraceOf('captures/bs_1.json', roles).trace);
      expect(fileNames()).toEqual(['captures/bs_1.json']);
      queue.add(given('a.json'));
      await settled();
      await open(calls[1], openTraceOf('a.json', roles).trace);
      await settled();
      expect(fileNames()).toEqual(['a.json']);
      expect(knownOf('a.json')).toHaveLength(3);
    });

    it('opens a workload that lay beside a trace under the name of a capture', async () => {
      const { queue, calls } = setUp();
      queue.add(given('a.json', 'captures/bs_1.json'));
      await settled();
      await open(calls[0], openTraceOf('a.json').trace);
      expect(fileNames()).toEqual(['a.json', 'captures/bs_1.json']);
      expect(calls[1].name).toBe('captures/bs_1.json');
    });

    it('opens what lay beside a file that is refused', async () => {
      const { queue, calls } = setUp();
      queue.add(given('run/a.json', 'run/captures/bs_1.json', 'run/captures/bs_2.json'));
      await settled();
      const refusal = { reason: 'The file is empty.', offset: null, excerpt: '', readable: '', advice: '' };
      await calls[0].settle({ kind: 'refused', refusal });
      expect(fileNames()).toEqual(['run/a.json', 'run/captures/bs_1.json']);
      expect(kinds()).toEqual(['refused', 'loading']);
    });

    it('stops reading when told to, and says how many were left', async () => {
      const { queue, calls } = setUp();
      queue.add(given('a.json'));
      await settled();
      const host = openTraceOf('a.json', { 'captures/1.json': 'capture' });
      await open(calls[0], host.trace);
      const [{ id }] = appState().files;
      host.addFiles.mockImplementationOnce(async () => ({ files: [], summary: null }));
      host.addFiles.mockImplementationOnce(async () => {
        queue.stopAdding(id);
        return { files: [], summary: null };
      });
      queue.addBeside(id, given('captures/1.json', 'captures/2.json', 'captures/3.json'));
      await settled();
      expect(appState().notice).toContain('2 not read');
    });

    it('says what went wrong when the files cannot be read, and keeps the trace', async () => {
      const { queue, calls } = setUp();
      queue.add(given('a.json'));
      await settled();
      const host = openTraceOf('a.json');
      await open(calls[0], host.trace);
      host.addFiles.mockRejectedValueOnce(new Error('no room'));
      queue.add(given('captures/x.json'));
      await settled();
      expect(kinds()).toEqual(['open']);
      expect(appState().notice).toContain('no room');
    });
  });
});
