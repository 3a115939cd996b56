import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readJsonTrace } from '../../fixtures/json-reader.ts';
import type { Conventions } from '../base/conventions.ts';
import { buildModel } from '../trace/build-model.ts';
import type { TraceModel } from '../trace/trace-model.ts';

/** Real traces for tests, beside the repository; tests over them are skipped where the folder is absent. */
export const SHARED_TRACES = new URL('../../../shared/traces/', import.meta.url).pathname;

/** Paths below `SHARED_TRACES`: the traces with reference tables first, then those of other producers. */
export const SHARED_TRACE_PATHS: readonly string[] = existsSync(SHARED_TRACES) ? listTraces() : [];

/** Why tests over shared traces do not run, for their titles. */
export const SHARED_TRACES_NOTE = SHARED_TRACE_PATHS.length > 0 ? '' : ' (skipped: ../shared/traces is absent)';

/** The model of a shared trace. */
export function openSharedTrace(path: string, conventions: Conventions): TraceModel {
  const bytes = readFileSync(`${SHARED_TRACES}${path}`);
  const json = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  return buildModel(readJsonTrace(json.toString('utf8')), conventions);
}

function listTraces(): string[] {
  const folders = readdirSync(SHARED_TRACES).filter((name) => existsSync(`${SHARED_TRACES}${name}/trace.json.gz`));
  const others = readdirSync(`${SHARED_TRACES}other`).filter((name) => /\.(json|json\.gz)$/.test(name));
  return [...folders.sort().map((name) => `${name}/trace.json.gz`), ...others.sort().map((name) => `other/${name}`)];
}
