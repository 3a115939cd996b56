import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GeneratedTrace, generateTrace } from '../fixtures/generate-trace.ts';
import { ORIGIN_US, type TraceEvent } from '../fixtures/trace-file.ts';
import { gpuTimes, type TrueGpuEvent } from '../fixtures/truth.ts';
import { compactText } from '../fixtures/write-trace.ts';
import { HandMade } from '../workers/steps/hand-made.ts';
import { BuiltCli } from './built-cli.ts';
import type { SplitReport } from './split-report.ts';

const GPU_CATEGORIES = ['kernel', 'gpu_memcpy', 'gpu_memset'];
const phases = ['prefill', 'decode', 'decode', 'mixed', ...Array<'decode'>(8).fill('decode')] as const;
const SERVING = { phases, labels: 'vllm detailed', stepsAhead: 1, seed: 21 } as const;
const whole = generateTrace(SERVING);
const lateStart = generateTrace({ ...SERVING, unlinkedShare: 0.15 });
const ranks = generateTrace({ ...SERVING, rank: 'all', ranks: 2 });
const NO_STEPS = {
  traceEvents: [
    { ph: 'X', cat: 'cuda_runtime', name: 'launch', pid: 1, tid: 1, ts: 5, dur: 1, args: { correlation: 1 } },
    {
      ph: 'X',
      cat: 'kernel',
      name: 'gemm',
      pid: 0,
      tid: 7,
      ts: 9,
      dur: 8,
      args: { correlation: 1, device: 0, stream: 7 },
    },
  ],
};

let cli: BuiltCli;
let folder: string;
beforeAll(async () => {
  cli = await BuiltCli.build();
  folder = await mkdtemp(path.join(tmpdir(), 'cli-split-'));
}, 120_000);
afterAll(async () => {
  await cli?.remove();
  await rm(folder, { recursive: true });
});

async function write(name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

async function splitJson(file: string, ...options: readonly string[]): Promise<SplitReport> {
  const { code, stdout, stderr } = await cli.run('split', [file, '--json', ...options]);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

async function json(...place: readonly string[]): Promise<unknown> {
  return JSON.parse(await readFile(path.join(...place), 'utf8'));
}

async function eventsIn(file: string): Promise<readonly TraceEvent[]> {
  return JSON.parse(gunzipSync(await readFile(file)).toString('utf8')).traceEvents;
}

/** What the generator knows of the GPU work of some events, in the words of the report. */
function trueWork({ trace }: GeneratedTrace, events: readonly TrueGpuEvent[]) {
  return {
    kernels: events.filter(({ event }) => trace.traceEvents[event].cat === 'kernel').length,
    kernelSumUs: gpuTimes(events).sumNs / 1000,
  };
}

describe('split --json', () => {
  it.each([
    ['one rank', whole],
    ['two ranks in one file', ranks],
  ])('tells what is true of every step: %s', async (name, generated) => {
    const { trace, truth } = generated;
    const found = await splitJson(await write(`${name}.json`, compactText(trace)));
    expect(found).toMatchObject({ status: 'splittable', method: 'annotation:tier', coverage: 1, unit: 'step' });
    expect(found.outside.unlinked).toEqual({ kernels: 0, kernelSumUs: 0 });
    const originUs = ORIGIN_US - Number(BigInt(found.base)) / 1000;
    const starts = truth.steps.map(({ annotationEvent }) => trace.traceEvents[annotationEvent ?? -1].ts - ORIGIN_US);
    expect(found.steps).toHaveLength(truth.steps.length);
    for (const [index, step] of found.steps.entries()) {
      const { phase, contextRequests, generationRequests, contextTokens, generationTokens } = truth.steps[index];
      const own = truth.gpuEvents.filter((event) => event.step === index);
      expect(step).toEqual({
        index,
        startUs: expect.closeTo(starts[index] + originUs, 3),
        endUs: index + 1 < starts.length ? expect.closeTo(starts[index + 1] + originUs, 3) : expect.any(Number),
        phase,
        contextRequests,
        generationRequests,
        tokens: contextTokens + generationTokens,
        ...trueWork(generated, own),
        gpuBusyUs: gpuTimes(own).busyNs / 1000,
      });
    }
  });

  it('adds up to the whole trace with what is outside the steps', async () => {
    const { truth } = lateStart;
    const found = await splitJson(await write('late.json', compactText(lateStart.trace)));
    const { before, after, unlinked } = found.outside;
    expect(unlinked).toEqual(
      trueWork(
        lateStart,
        truth.gpuEvents.filter((event) => event.launchEvent === null),
      ),
    );
    const parts = [...found.steps, before, after, unlinked];
    expect(parts.reduce((sum, part) => sum + part.kernelSumUs, 0)).toBeCloseTo(truth.all.sumNs / 1000, 3);
    expect(found.status).toBe('degraded');
    expect(found.coverage).toBeGreaterThan(0.75);
    expect(found.coverage).toBeLessThan(0.95);
  });

  it('finds the steady state and its windows among the wanted steps', async () => {
    const file = await write('steady.json', compactText(whole.trace));
    const all = await splitJson(file, '--num-steps', '4');
    expect(all.tier).toBe('concurrency');
    expect(all.regions.length).toBeGreaterThan(0);
    const [from, to] = all.windows.decodeOnly ?? [0, 0];
    expect(to - from).toBe(4);
    expect(all.steps.slice(from, to).map(({ phase }) => phase)).toEqual(Array(4).fill('decode'));
    const late = await splitJson(file, '--num-steps', '4', '--steps', '5:12');
    expect(late.steps).toHaveLength(12);
    for (const [start, end] of late.regions) expect([start >= 5, end <= 12]).toEqual([true, true]);
  });

  it('takes shapes for batch sizes where it is told that the trace is an LLM, whatever else says so', async () => {
    const trace = new HandMade();
    for (const [i, rows] of [8, 8, 900, ...Array(9).fill(8)].entries()) {
      const args = {
        'Input Dims': [
          [rows, 64],
          [64, 256],
        ],
      };
      for (let layer = 0; layer < 3; layer++) {
        trace.operator('aten::mm', 1000 * i + 30 * layer, 20, { args }).kernel(1000 * i + 30 * layer + 1, 5);
      }
    }
    const file = await write('unlabelled.json', JSON.stringify({ schemaVersion: 1, traceEvents: trace.events }));
    const phasesOf = ({ steps }: SplitReport) => steps.map(({ phase }) => phase);
    const plain = await splitJson(file);
    expect([plain.tier, new Set(phasesOf(plain))]).toEqual(['duration', new Set(['step'])]);
    const told = await splitJson(file, '--llm-inference');
    expect(told.tier).toBe('batch');
    expect(phasesOf(told)).toEqual(['decode', 'decode', 'mixed', ...Array(9).fill('decode')]);
  });

  it('knows a trace without steps', async () => {
    expect(await splitJson(await write('none.json', JSON.stringify(NO_STEPS)))).toEqual({
      file: 'none.json',
      base: '5000',
      status: 'not splittable',
      method: 'none',
      coverage: 0,
      unit: 'step',
      tier: 'duration',
      steps: [],
      outside: {
        before: { kernels: 1, kernelSumUs: 8 },
        after: { kernels: 0, kernelSumUs: 0 },
        unlinked: { kernels: 0, kernelSumUs: 0 },
      },
      regions: [],
      windows: { mixed: null, decodeOnly: null, mostPrefill: null },
    });
  });

  it('refuses what is no trace', async () => {
    const file = await write('letter.txt', 'Dear reader, this is no trace.');
    const { code, stdout, stderr } = await cli.run('split', [file, '--json']);
    expect([code, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'not splittable', steps: [], refused: { reason: /./ } });
  });
});

describe('split --out', () => {
  it('saves every step and what is outside, in which each GPU event is once', async () => {
    const out = path.join(folder, 'single');
    const { trace, truth } = lateStart;
    const file = await write('serving.pt.trace.json', compactText(trace));
    const { code, stdout, stderr } = await cli.run('split', [file, '--out', out, '--single', '--allow-degraded']);
    expect([code, stderr]).toEqual([0, '']);
    const names = await readdir(out);
    expect(stdout.trim().split('\n')).toEqual(names.sort().map((name) => path.join(out, name)));
    const traces = names.filter((name) => name.endsWith('.json.gz'));
    const known = /^serving_(iteration_\d+_execute_\w+|before|after|unlinked)\.json\.gz$/;
    expect(traces.filter((name) => !known.test(name))).toEqual([]);
    const events = (await Promise.all(traces.map((name) => eventsIn(path.join(out, name))))).flat();
    const isGpu = ({ cat }: TraceEvent) => typeof cat === 'string' && GPU_CATEGORIES.includes(cat);
    const texts = (list: readonly TraceEvent[]) =>
      list
        .filter(isGpu)
        .map((event) => JSON.stringify(sorted(event)))
        .sort();
    expect(texts(events)).toEqual(texts(trace.traceEvents));
    const unlinked = truth.gpuEvents.filter((event) => event.launchEvent === null).length;
    expect(await json(out, 'split_manifest.json')).toMatchObject({
      status: 1,
      method: 'annotation:tier',
      gap_fill: true,
      n_gpu_events_in_trace: truth.gpuEvents.length,
      n_gpu_events_unlinked: unlinked,
      gpu_events_duplicated: false,
    });
    const details = await json(out, 'execution_details.json');
    expect(details).toHaveLength(traces.length);
    const csv = await readFile(path.join(out, 'execution_details.csv'), 'utf8');
    expect(csv.trim().split('\r\n')).toHaveLength(traces.length + 1);
  });

  it('saves windows, phases and a range under the names that the reference gives', async () => {
    const out = path.join(folder, 'windows');
    const file = await write('serving.json', compactText(whole.trace));
    const args = ['--find-steady-state', '--divide-phases', '--num-steps', '4', '--steps', '1:12'];
    const { code } = await cli.run('split', [file, '--out', out, ...args]);
    expect(code).toBe(0);
    const names = (await readdir(out, { recursive: true })).filter((name) => name.endsWith('.gz'));
    const counts = String.raw`prefill_\d+_prefilldecode_\d+_decode_\d+_bs\d+_conc\d+_serving\.json\.gz`;
    const known = [
      /^serving_iteration_1-12\.json\.gz$/,
      new RegExp(`^mixed_steady_state_${counts}$`),
      new RegExp(`^decode_only_steady_state_${counts}$`),
      new RegExp(`^prefilldecode_steady_state_${counts}$`),
      new RegExp(String.raw`^decode_only/decode_only_chunk\d+_steps\d+_bs\d+_conc\d+_${counts}$`),
      new RegExp(String.raw`^prefilldecodemix/prefilldecodemix_chunk\d+_steps\d+_bs\d+_conc\d+_${counts}$`),
    ];
    for (const name of names) expect([name, known.some((form) => form.test(name))]).toEqual([name, true]);
    for (const form of known.filter((_, i) => i !== 3)) {
      expect([form.source, names.some((name) => form.test(name))]).toEqual([form.source, true]);
    }
  });

  it('writes a manifest alone where nothing else was wanted', async () => {
    const out = path.join(folder, 'manifest');
    const file = await write('plain.json', compactText(whole.trace));
    const { code, stdout } = await cli.run('split', [file, '--out', out]);
    expect([code, stdout]).toEqual([0, `${path.join(out, 'split_manifest.json')}\n`]);
    expect(await json(out, 'split_manifest.json')).not.toHaveProperty('aborted');
  });

  it.each([
    ['not splittable', 'none.json', JSON.stringify(NO_STEPS), 2, /^Not splittable: /],
    ['degraded', 'degraded.json', compactText(lateStart.trace), 1, /^Degraded: .*--allow-degraded/],
  ])('writes only the manifest of a trace that is %s, and fails', async (name, file, text, status, why) => {
    const out = path.join(folder, name);
    const args = [await write(file, text), '--out', out, '--single', '--json'];
    const { code, stdout, stderr } = await cli.run('split', args);
    expect(code).toBe(1);
    expect(stderr).toMatch(why);
    expect(JSON.parse(stdout)).toMatchObject({ status: name });
    expect(await readdir(out)).toEqual(['split_manifest.json']);
    expect(await json(out, 'split_manifest.json')).toMatchObject({ status, aborted: true });
  });

  it('fails for steps that are not there', async () => {
    const out = path.join(folder, 'beyond');
    const file = await write('few.json', compactText(whole.trace));
    const { code, stderr } = await cli.run('split', [file, '--out', out, '--steps', '40:50']);
    expect([code, stderr]).toEqual([1, 'No steps in 40:50: the trace has 12.\n']);
    expect(await readdir(out)).toEqual(['split_manifest.json']);
  });

  it('fails for what is no trace, and writes nothing', async () => {
    const file = await write('letter.txt', 'Dear reader, this is no trace.');
    const { code, stdout } = await cli.run('split', [file, '--out', path.join(folder, 'letter')]);
    expect([code, existsSync(path.join(folder, 'letter'))]).toEqual([1, false]);
    expect(stdout).toContain('not opened');
  });

  it.each([[[]], [['missing.json', '--json']], [['.', '--json']], [['a.json']], [['a.json', '--json', '--nonsense']]])(
    '%j is wrong usage: said on standard error alone',
    async (args) => {
      const { code, stdout, stderr } = await cli.run('split', args);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('Usage: npm run --silent split');
    },
  );
});

/** An event with its keys in order, deep. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
