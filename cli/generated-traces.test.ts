import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateTrace } from '../fixtures/generate-trace.ts';
import type { TrueGpuTimes } from '../fixtures/truth.ts';
import { arrayText, compactText, gzipped, multiMemberGzip, prettyText, zipped } from '../fixtures/write-trace.ts';
import { BuiltCli } from './built-cli.ts';

const { trace, truth } = generateTrace({ graphReplay: true, unlinkedShare: 0.1, seed: 5 });

/** Rows of a CSV whose cells need no quotes, first cell to the others. */
async function csvRows(file: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n');
  return new Map(lines.map((line) => line.split(',')).map(([first, ...rest]) => [first, rest]));
}

const inMicroseconds = (times: TrueGpuTimes) => ({
  busyUs: times.busyNs / 1000,
  computationUs: times.computationNs / 1000,
  exposedCommUs: times.exposedCommNs / 1000,
  exposedMemcpyUs: times.exposedMemcpyNs / 1000,
  idleUs: times.idleNs / 1000,
});

describe('a generated trace on the command line', () => {
  let cli: BuiltCli;
  let folder: string;
  const write = async (name: string, content: string | Uint8Array): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, content);
    return file;
  };

  beforeAll(async () => {
    cli = await BuiltCli.build();
    folder = await mkdtemp(path.join(tmpdir(), 'cli-generated-'));
  }, 120_000);
  afterAll(async () => {
    await cli?.remove();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['compact.json', compactText(trace), 'kineto'],
    ['pretty.json', prettyText(trace), 'kineto'],
    ['epoch.json', prettyText(trace, 1_751_410_836_000_000n), 'kineto'],
    ['array.json', arrayText(trace), 'kineto'],
    ['one.json.gz', gzipped(compactText(trace)), 'kineto'],
    ['several.json.gz', multiMemberGzip(prettyText(trace), 4), 'kineto'],
    ['packed.zip', zipped({ 'rank0.json': strToU8(compactText(trace)) }), 'kineto'],
  ])('%s is read to what is true of it', async (name, content, format) => {
    const found = await cli.inspect(await write(name, content));
    const { gpuEvents } = truth;
    expect(found).toMatchObject({
      code: 0,
      format,
      events: trace.traceEvents.length,
      kept: trace.traceEvents.length,
      dropped: 0,
      repaired: 0,
      kernels: gpuEvents.filter((e) => e.bucket !== 'memcpy').length,
      gpuEvents: gpuEvents.length,
      unlinkedGpuEvents: gpuEvents.filter((e) => e.launchEvent === null).length,
      devices: 1,
      // The host thread and two streams.
      tracks: 3,
      gpu: inMicroseconds(truth.linked),
      gpuAll: inMicroseconds(truth.all),
    });
  });

  it('prints a summary for people', async () => {
    const { code, stdout, stderr } = await cli.run('inspect', [await write('people.json', compactText(trace))]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`${trace.traceEvents.length} kept, 0 dropped`);
    expect(stdout).toContain('NVIDIA H100 80GB HBM3');
  });

  it.each([
    ['linked events', [], truth.linked],
    ['all events', ['--include-unlinked'], truth.all],
    ['flow pairs', ['--conventions', 'tracelens'], truth.linked],
  ] as const)('reports the timeline of %s', async (name, options, times) => {
    const out = path.join(folder, name);
    const file = await write('report.json', compactText(trace));
    const { code, stdout, stderr } = await cli.run('report', [file, '--out', out, ...options]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.trim().split('\n')).toEqual((await readdir(out)).sort().map((csv) => path.join(out, csv)));
    const rows = await csvRows(path.join(out, 'gpu_timeline.csv'));
    expect(rows.get('type')).toEqual(['time ms', 'percent']);
    const ms = (type: string) => Number(rows.get(type)?.[0]);
    expect(ms('computation_time')).toBeCloseTo(times.computationNs / 1e6, 9);
    expect(ms('exposed_comm_time')).toBeCloseTo(times.exposedCommNs / 1e6, 9);
    expect(ms('exposed_memcpy_time')).toBeCloseTo(times.exposedMemcpyNs / 1e6, 9);
    expect(ms('busy_time')).toBeCloseTo(times.busyNs / 1e6, 9);
    expect(ms('idle_time')).toBeCloseTo(times.idleNs / 1e6, 9);
    expect(ms('total_time')).toBeCloseTo(times.totalNs / 1e6, 9);
  });

  it('splits idle time at the wanted length of a gap', async () => {
    const out = path.join(folder, 'micro');
    const file = await write('micro.json', compactText(trace));
    await cli.run('report', [file, '--out', out, '--include-unlinked', '--micro-idle-us', '20']);
    const rows = await csvRows(path.join(out, 'gpu_timeline.csv'));
    const gaps = gapsNs().filter((gap) => gap < 20_000);
    const micro = gaps.reduce((sum, gap) => sum + gap, 0);
    expect(gaps.length).toBeGreaterThan(0);
    expect(Number(rows.get('micro_idle_time')?.[0])).toBeCloseTo(micro / 1e6, 9);
    expect(Number(rows.get('macro_idle_time')?.[0])).toBeCloseTo((truth.all.idleNs - micro) / 1e6, 9);
    expect(rows.has('idle_time')).toBe(false);
  });

  it.each([
    ['inspect', []],
    ['inspect', ['missing.json']],
    ['inspect', ['.']],
    ['inspect', ['a.json', '--nonsense']],
    ['report', ['a.json']],
  ] as const)('%s %j is wrong usage: said on standard error alone', async (command, args) => {
    const { code, stdout, stderr } = await cli.run(command, args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`Usage: npm run --silent ${command}`);
  });

  it('refuses what is no trace, and writes no report of it', async () => {
    const file = await write('letter.txt', 'Dear reader, this is no trace.');
    const inspected = await cli.run('inspect', [file]);
    expect([inspected.code, inspected.stderr]).toEqual([1, '']);
    expect(inspected.stdout).toContain('not opened');
    const out = path.join(folder, 'none');
    const reported = await cli.run('report', [file, '--out', out]);
    expect([reported.code, reported.stderr]).toEqual([1, '']);
    expect(await readdir(folder)).not.toContain('none');
  });
});

/** The gaps between GPU events, from the generator's schedule. */
function gapsNs(): number[] {
  const [first, ...others] = truth.gpuEvents.toSorted((a, b) => a.startNs - b.startNs);
  const gaps: number[] = [];
  let endNs = first.startNs + first.durationNs;
  for (const { startNs, durationNs } of others) {
    if (startNs > endNs) gaps.push(startNs - endNs);
    endNs = Math.max(endNs, startNs + durationNs);
  }
  return gaps;
}
