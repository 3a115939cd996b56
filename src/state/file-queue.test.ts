import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenOptions, Progress } from '../../workers/engine/engine.ts';
import type { Opening, OpeningOutcome } from '../engine/engine-client.ts';
import { EngineFailure } from '../engine/engine-failure.ts';
import { FileQueue } from './file-queue.ts';
import { activeFile, appState, changeApp } from './store.ts';
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
    expect(appState().files.map(({ name }) => name)).toEqual(['ranks.zip / rank0.json', 'ranks.zip / rank1.json']);
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
});
