import { expose, proxy, type Remote, wrap } from 'comlink';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateTrace } from '../../fixtures/generate-trace.ts';
import { testKernel } from '../../fixtures/test-kernel.ts';
import { compactText, gzipped, zipped } from '../../fixtures/write-trace.ts';
import { FIRST_BASIS } from '../report/report-types.ts';
import type { Basis, Engine, OpenOptions, Progress, TraceSummary } from './engine.ts';
import { TraceEngine } from './trace-engine.ts';

const OPTIONS: OpenOptions = { conventions: 'corrected' };
const { trace, truth } = generateTrace({ unlinkedShare: 0.05 });
const file = new Blob([gzipped(compactText(trace))]);

/** The engine as the page has it: behind Comlink, so that what is transferred is really gone on the other side. */
let engine: Remote<Engine>;
let close: () => void;

beforeEach(async () => {
  const { port1, port2 } = new MessageChannel();
  expose(new TraceEngine(await testKernel), port1);
  engine = wrap<Engine>(port2);
  close = () => {
    port1.close();
    port2.close();
  };
});

afterEach(() => close());

async function opened(): Promise<TraceSummary> {
  const outcome = await engine.open(
    file,
    'trace.json.gz',
    OPTIONS,
    proxy(() => {}),
  );
  if (outcome.kind !== 'opened') throw new Error(`not opened: ${JSON.stringify(outcome)}`);
  return outcome.summary;
}

describe('open', () => {
  it('summarises what was generated', async () => {
    const { all, linked } = truth;
    const summary = await opened();
    expect(summary).toMatchObject({
      file: 'trace.json.gz',
      format: 'kineto',
      events: trace.traceEvents.length,
      kept: trace.traceEvents.length,
      dropped: 0,
      repaired: 0,
      gpuEvents: truth.gpuEvents.length,
      unlinkedGpuEvents: truth.gpuEvents.filter(({ launchEvent }) => launchEvent === null).length,
      devices: 1,
      cpuOnly: false,
    });
    for (const [found, known] of [
      [summary.gpuAll, all],
      [summary.gpu, linked],
    ] as const) {
      expect(found).toMatchObject({
        busyNs: known.busyNs,
        computationNs: known.computationNs,
        exposedCommNs: known.exposedCommNs,
        exposedMemcpyNs: known.exposedMemcpyNs,
        idleNs: known.idleNs,
      });
    }
  });

  it('counts categories, tracks and streams as the file has them', async () => {
    const categories: Record<string, number> = {};
    const tracks = new Set<string>();
    for (const { cat, ph, pid, tid } of trace.traceEvents) {
      const category = typeof cat === 'string' ? cat : '';
      categories[category] = (categories[category] ?? 0) + 1;
      if (ph === 'X') tracks.add(`${pid}/${tid}`);
    }
    const summary = await opened();
    expect(summary.categories).toEqual(categories);
    expect(summary.kernels).toBe(categories.kernel);
    expect(summary.tracks).toBe(tracks.size);
    const byStream = new Map(summary.streams.map(({ stream, gpuEvents }) => [stream, gpuEvents]));
    for (const stream of new Set(truth.gpuEvents.map((event) => event.stream))) {
      expect(byStream.get(stream)).toBe(truth.gpuEvents.filter((event) => event.stream === stream).length);
    }
  });

  it('reports the stages in their order, and all of the file as read before the second', async () => {
    const progress: Progress[] = [];
    await engine.open(
      file,
      'trace.json.gz',
      OPTIONS,
      proxy((p) => {
        progress.push(p);
      }),
    );
    await expect.poll(() => progress.at(-1)?.stage).toBe('tables');
    expect([...new Set(progress.map(({ stage }) => stage))]).toEqual(['reading', 'linking', 'tables']);
    expect(progress.at(-1)).toMatchObject({
      readBytes: file.size,
      totalBytes: file.size,
      textBytes: compactText(trace).length,
      events: trace.traceEvents.length,
    });
  });

  it('asks which member of an archive of several, and opens the one that is named', async () => {
    const bytes = gzipped(compactText(trace));
    const archive = new Blob([zipped({ 'rank-0.json.gz': bytes, 'rank-1.json.gz': bytes })]);
    const asked = await engine.open(
      archive,
      'ranks.zip',
      OPTIONS,
      proxy(() => {}),
    );
    expect(asked).toMatchObject({ kind: 'choose', members: [{ name: 'rank-0.json.gz' }, { name: 'rank-1.json.gz' }] });
    const named = await engine.open(
      archive,
      'ranks.zip',
      { ...OPTIONS, member: 'rank-1.json.gz' },
      proxy(() => {}),
    );
    expect(named).toMatchObject({ kind: 'opened', summary: { events: trace.traceEvents.length } });
  });

  it('refuses what is no trace, in words', async () => {
    const outcome = await engine.open(
      new Blob([]),
      'empty.json',
      OPTIONS,
      proxy(() => {}),
    );
    expect(outcome.kind).toBe('refused');
  });
});

describe('tables', () => {
  it('are the same each time they are asked for: what was transferred was a copy', async () => {
    for (const id of (await opened()).tables) {
      const first = await engine.table(id, FIRST_BASIS);
      expect(await engine.table(id, FIRST_BASIS)).toEqual(first);
      expect(first.rows).toBeGreaterThan(0);
      for (const column of first.columns) {
        expect(column.type === 'number' ? column.values.length : column.index.length).toBe(first.rows);
      }
    }
  });

  it('come sorted and filtered as a row order, and as CSV of the same rows', async () => {
    await opened();
    const table = await engine.table('kernels', FIRST_BASIS);
    const query = { filter: '', sort: { column: 'count', descending: true } };
    const order = await engine.order('kernels', FIRST_BASIS, query);
    const place = table.schema.columns.findIndex(({ id }) => id === 'count');
    const counts = table.columns[place];
    if (counts.type !== 'number') throw new Error('count is a number');
    const sorted = [...order].map((row) => counts.values[row]);
    expect(sorted).toEqual([...counts.values].sort((a, b) => b - a));

    const lines = (csv: Uint8Array) => new TextDecoder().decode(csv).trim().split('\r\n').length;
    expect(lines(await engine.csv('kernels', FIRST_BASIS))).toBe(1 + table.rows);
    const nothing = { filter: 'no kernel has this name', sort: null };
    expect(lines(await engine.csv('kernels', FIRST_BASIS, nothing))).toBe(1);
  });

  it('come with the columns asked for, and as their first rows', async () => {
    await opened();
    const whole = await engine.table('kernels', FIRST_BASIS);
    const place = (id: string) => whole.schema.columns.findIndex((column) => column.id === id);
    const some = await engine.table('kernels', FIRST_BASIS, ['sum', 'kernel', 'no such column']);
    expect(some).toEqual({
      ...whole,
      schema: { ...whole.schema, columns: [whole.schema.columns[place('kernel')], whole.schema.columns[place('sum')]] },
      columns: [whole.columns[place('kernel')], whole.columns[place('sum')]],
    });

    const [names, sums] = some.columns;
    if (names.type !== 'text' || sums.type !== 'number') throw new Error('a name and a time');
    const longest = [...sums.values.keys()].sort((a, b) => sums.values[b] - sums.values[a]).slice(0, 2);
    const { table, total } = await engine.firstRows('kernels', FIRST_BASIS, 2, ['kernel', 'sum']);
    expect([total, table.rows]).toEqual([whole.rows, 2]);
    const [firstNames, firstSums] = table.columns;
    if (firstNames.type !== 'text' || firstSums.type !== 'number') throw new Error('a name and a time');
    expect([...firstSums.values]).toEqual(longest.map((row) => sums.values[row]));
    const nameOf = ({ dictionary, index }: typeof names, row: number) => dictionary[index[row]];
    expect([0, 1].map((row) => nameOf(firstNames, row))).toEqual(longest.map((row) => nameOf(names, row)));
    expect((await engine.firstRows('kernels', FIRST_BASIS, 1e6, ['sum'])).table.rows).toBe(whole.rows);
  });

  it('follow the scope', async () => {
    await opened();
    const [{ stream }] = truth.gpuEvents;
    const table = await engine.table('kernels', { ...FIRST_BASIS, scope: { stream } });
    const place = table.schema.columns.findIndex(({ id }) => id === 'count');
    const counts = table.columns[place];
    if (counts.type !== 'number') throw new Error('count is a number');
    expect(counts.values.reduce((sum, count) => sum + count, 0)).toBe(
      truth.gpuEvents.filter((event) => event.stream === stream).length,
    );
  });
});

it('writes an event as it was read', async () => {
  await opened();
  const row = truth.gpuEvents[0].event;
  const { text, isRecorded } = await engine.eventText(row, FIRST_BASIS);
  expect(JSON.parse(text)).toEqual(trace.traceEvents[row]);
  expect(isRecorded).toBe(true);
});

it('makes pseudo-operators where the basis asks for them, and tells what one is made of', async () => {
  const host = { ph: 'X', pid: 1, tid: 1 };
  const args = { device: 0, stream: 7, correlation: 1 };
  const dims = [
    [4, 8],
    [4, 16],
  ];
  const traceEvents = [
    { ...host, cat: 'cpu_op', name: 'vllm::moe_forward', ts: 0, dur: 50, args: { 'Input Dims': dims, 'Ev Idx': 3 } },
    { ...host, cat: 'cuda_runtime', name: 'hipModuleLaunchKernel', ts: 10, dur: 5, args: { correlation: 1 } },
    { ph: 'X', cat: 'kernel', name: '_matmul_ogs_xmxfp4_swiglu', pid: 0, tid: 7, ts: 20, dur: 10, args },
  ];
  const small = new Blob([JSON.stringify({ schemaVersion: 1, traceEvents })]);
  await engine.open(
    small,
    'moe.json',
    OPTIONS,
    proxy(() => {}),
  );
  const names = async (basis: Basis) => {
    const [column] = (await engine.table('operators', basis)).columns;
    return column.type === 'text' ? [...column.dictionary] : [];
  };
  const basis = { ...FIRST_BASIS, pseudoOps: true };
  expect(await names(FIRST_BASIS)).toContain('vllm::moe_forward');
  expect(await names(basis)).toContain('pseudo_op::moe_triton_unfused_up');
  const made = (await engine.details('operators', basis, 0))?.calls.event[0] ?? -1;
  expect(made).toBe(traceEvents.length);
  const { text, isRecorded } = await engine.eventText(made, basis);
  expect(isRecorded).toBe(false);
  expect(JSON.parse(text)).toEqual({
    ...host,
    cat: 'cpu_op',
    name: 'pseudo_op::moe_triton_unfused_up',
    ts: 10,
    dur: 5,
    args: { 'Input Dims': dims, 'MoE GEMM index': 0, 'MoE GEMM gated': true, 'Pseudo op': true },
  });
});

it('rejects a question when no trace is open', async () => {
  await expect(engine.overview(FIRST_BASIS)).rejects.toThrow('no trace is open');
});

describe('the timeline', () => {
  it('is answered over and over, though its arrays are transferred', async () => {
    await opened();
    const { tracks, startNs, endNs } = await engine.timelineTracks(FIRST_BASIS);
    const streams = tracks.filter(({ kind }) => kind === 'stream').map(({ id }) => id);
    const request = { tracks: streams, startNs, endNs, pixels: 300, pythonCollapsed: true };
    const counts = async () => {
      const { count } = await engine.timelineSlices(FIRST_BASIS, request);
      return count.reduce((sum, events) => sum + events, 0);
    };
    expect([await counts(), await counts()]).toEqual([truth.gpuEvents.length, truth.gpuEvents.length]);
    const [busy] = await engine.timelineCounters(FIRST_BASIS, { ...request, tracks: ['counter:gpuBusy:0'], pixels: 1 });
    expect(busy.max[0]).toBe(1);
    const span = await engine.timelineSpan(FIRST_BASIS, startNs, endNs);
    expect([span.busyNs, span.kernelSumNs]).toEqual([truth.all.busyNs, truth.all.sumNs]);
    expect((await engine.timelineGaps(FIRST_BASIS, 1)).totalNs).toBe(truth.all.idleNs);
  });

  it('leads from a hit to its details, arrows and place, and writes hits as a table', async () => {
    await opened();
    const search = { text: 'linear', regex: false, inArguments: false, minNs: null, maxNs: null };
    const hits = await engine.timelineSearch(FIRST_BASIS, search);
    const table = await engine.timelineHits(FIRST_BASIS, search);
    expect(table.rows).toBe(hits.event.length);
    const [event] = hits.event;
    const info = await engine.timelineEvent(FIRST_BASIS, event);
    expect(info?.name).toMatch(/linear/i);
    expect(await engine.timelinePlace(FIRST_BASIS, { kind: 'event', event })).toEqual({
      event,
      startNs: info?.startNs,
      endNs: info?.endNs,
    });
    const [kernel] = truth.gpuEvents.filter(({ launchEvent }) => launchEvent !== null);
    const { arrows } = await engine.timelineArrows(FIRST_BASIS, kernel.event);
    expect(arrows.map(({ from, to }) => [from.event, to.event])).toEqual([[kernel.launchEvent, kernel.event]]);
    expect(await engine.timelinePlace(FIRST_BASIS, { kind: 'event', event: 1e9 })).toBeNull();
  });
});
