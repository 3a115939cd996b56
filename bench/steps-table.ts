import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readJsonTrace } from '../fixtures/json-reader.ts';
import { readSharedText, sharedTracePaths } from '../fixtures/shared-traces.ts';
import { withoutAnnotations } from '../fixtures/without-annotations.ts';
import { CORRECTED } from '../workers/base/conventions.ts';
import { findSteps } from '../workers/steps/find-steps.ts';
import { stepFigures } from '../workers/steps/step-figures.ts';
import { buildModel } from '../workers/trace/build-model.ts';
import { STEPS, scopeTrace } from './scope-trace.ts';

/** What the reference answers, by trace and whether annotations were removed (section 12.10 of the splitting specification). */
const REFERENCE: Readonly<Record<string, readonly [asIs: string, stripped: string]>> = {
  sglang_decode: ['annotation:tier, 1 root, splittable, 1.0', '38 “roots” that are kernels, splittable'],
  vllm_decode_full: ['annotation:tier, 1 root, splittable, 1.0', '13 “roots” that are kernels, splittable'],
  vllm_prefilldecode_piecewise: ['annotation:tier, 1 root, splittable, 1.0', '24 “roots”, splittable: layers'],
  'xdit_sd_3.5': ['annotation:tier, 1 root, 1.0', 'branch descent, 4 + 2 bookends, 1.0'],
  h100_vit_nsfw: ['not splittable', 'not splittable'],
  h100_bert_small: ['not splittable', 'not splittable'],
  mi300_bert_small: ['not splittable', 'not splittable'],
  'h100_qwen1.5_0.5b': ['not splittable', 'not splittable'],
  mi210_gpu_only: ['not splittable', 'not splittable'],
};
const RUNS = 5;

console.log('| trace | annotations | reference | method | unit | steps | status | coverage | retention | ms |');
console.log('|---|---|---|---|---|---:|---|---:|---:|---:|');
for (const path of sharedTracePaths()) {
  const name = path.replace(/^traces\/(other\/)?/, '').replace(/\/trace\.json\.gz$/, '');
  printRows(name, readSharedText(path));
}
printRows(`generated, ${STEPS} steps`, gunzipSync(readFileSync(scopeTrace())).toString('utf8'));

function printRows(name: string, text: string): void {
  console.log(row(name, 'as is', text, REFERENCE[name]?.[0]));
  const stripped = withoutAnnotations(text);
  if (stripped !== null) console.log(row(name, 'removed', stripped, REFERENCE[name]?.[1]));
}

function row(name: string, annotations: string, text: string, reference = '–'): string {
  const model = buildModel(readJsonTrace(text), CORRECTED);
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    findSteps(model);
    times.push(performance.now() - start);
  }
  const steps = findSteps(model);
  const { gpuEvents } = stepFigures(model, steps);
  const inTiles = gpuEvents.reduce((sum, count) => sum + count, 0);
  const candidate = steps.candidates[steps.chosen];
  const cells = [
    name,
    annotations,
    reference,
    candidate?.method ?? 'none',
    candidate?.unit ?? '–',
    steps.steps.length,
    candidate?.status ?? 'not splittable',
    candidate?.coverage.toFixed(4) ?? '–',
    candidate && model.gpuEvents.length > 0 ? (inTiles / model.gpuEvents.length).toFixed(4) : '–',
    times.sort((a, b) => a - b)[RUNS >> 1].toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}
