import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { statisticsOf } from '../workers/base/statistics.ts';

export const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The recorded trace that benchmarks measure and repeat. */
export const SOURCE = inProject('../shared/traces/xdit_sd_3.5/trace.json.gz');

/** What a user changes while tables are on screen. */
export const CHANGES = ['device', 'stream', 'preset', 'conventions'] as const;

/** Wall time of what everything is compared with, in ms. */
export function gzipMs(file: string): number {
  const start = performance.now();
  execFileSync('sh', ['-c', 'gzip -dc "$1" | wc -c', 'sh', file]);
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  return statisticsOf(Float64Array.from(values)).median;
}

/** Writes all runs of a benchmark, and the machine they ran on, beside the benchmarks. */
export function saveResults(name: string, results: unknown): void {
  mkdirSync(inProject('bench/results'), { recursive: true });
  const file = inProject(`bench/results/${name}-${new Date().toISOString().replaceAll(':', '-')}.json`);
  const machine = { cpu: cpus()[0].model, cores: cpus().length, node: process.version };
  writeFileSync(file, JSON.stringify({ machine, results }, null, 2));
  console.error(`all runs: ${file}`);
}

export function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
