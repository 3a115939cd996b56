import { openAsBlob, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { withPseudoOperators } from '../workers/attribution/pseudo-ops/pseudo-operators.ts';
import { mergeCaptures } from '../workers/capture/merge-captures.ts';
import { FilesBeside } from '../workers/engine/files-beside.ts';
import { openTrace } from '../workers/engine/open-trace.ts';
import { captureReport } from '../workers/report/capture-report.ts';
import { type Basis, FIRST_BASIS } from '../workers/report/report-types.ts';
import { PRESETS } from '../workers/roofline/presets.ts';
import { withSteps } from '../workers/steps/stepped-model.ts';
import { gzipMs, inProject, median, saveResults } from './tools.ts';

/**
 * `npm run bench:capture -- [TRACE …]`: time from the bytes of a trace and its captures to the merged model, in multiples of
 * `gzip -dc` of the same files in turns; shares of GPU time with operator, shapes and roofline without and with the merge; what the
 * graph launches were matched by.
 */
const RUNS = 5;
const TRACES = ['vllm_decode_full', 'vllm_prefilldecode_piecewise', 'sglang_decode', 'xdit_sd_3.5'];

const kernel = await WebAssembly.compile(
  new Uint8Array(await readFile(inProject('workers/ingest/kernel/build/kernel.wasm'))),
);
const hardware = PRESETS.find(({ name }) => name === 'MI300X') ?? null;
const BASIS: Basis = { ...FIRST_BASIS, hardware };

const named = process.argv.slice(2);
const results = [];
for (const trace of named.length > 0 ? named : TRACES) results.push(await measure(trace));
saveResults('capture', results);
console.table(results.map(({ runs, ...shown }) => shown));

async function measure(trace: string) {
  const folder = inProject(`../shared/traces/${trace}`);
  const captures = readdirSync(folder).includes('capture_traces')
    ? readdirSync(`${folder}/capture_traces`).map((name) => `${folder}/capture_traces/${name}`)
    : [];
  const files = [`${folder}/trace.json.gz`, ...captures];
  const runs: { readonly loadMs: number; readonly gzipMs: number }[] = [];
  let last = await load(files);
  for (let run = 0; run < RUNS; run++) {
    const gzip = files.filter((file) => file.endsWith('.gz')).reduce((sum, file) => sum + gzipMs(file), 0);
    const start = performance.now();
    last = await load(files);
    runs.push({ loadMs: performance.now() - start, gzipMs: gzip });
  }
  const { plain, merged, beside } = last;
  const before = captureReport(withSteps(plain, null), BASIS, [], []);
  const after = captureReport(withSteps(merged, null, plain), BASIS, beside.captures, beside.notes);
  const pseudo = captureReport(withSteps(withPseudoOperators(merged), null, plain), BASIS, [], []);
  return {
    trace,
    'load ms': Math.round(median(runs.map(({ loadMs }) => loadMs))),
    'of gzip -dc': Number(median(runs.map((run) => run.loadMs / run.gzipMs)).toFixed(1)),
    operator: shares(before.withOperator, after.withOperator),
    shapes: shares(before.withShapes, after.withShapes),
    roofline: shares(before.withRoofline ?? 0, after.withRoofline ?? 0),
    'with pseudo-operators': percent(pseudo.withRoofline ?? 0),
    matches: after.matches.map(({ match, launches }) => `${launches} ${match}`).join(', '),
    runs,
  };
}

async function load([trace, ...captures]: readonly string[]) {
  const outcome = await openTrace(await openAsBlob(trace), trace, kernel, { conventions: 'corrected' }, () => {});
  if (outcome.kind !== 'opened') throw new Error(`${trace} is not opened`);
  const beside = new FilesBeside(kernel);
  for (const name of captures) await beside.add({ name, blob: await openAsBlob(name) }, true);
  const sources = beside.sources();
  const { model: plain } = outcome;
  return { plain, merged: sources === null ? plain : mergeCaptures(plain, sources), beside };
}

function shares(without: number, merged: number): string {
  return `${percent(without)} → ${percent(merged)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
