// How long the visible tables take after a change of scope, on a generated trace of 2 000 steps and a million events.
import { existsSync, openAsBlob, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateTrace } from '../fixtures/generate-trace.ts';
import { compactText, gzipped } from '../fixtures/write-trace.ts';
import type { Scope } from '../workers/base/scope.ts';
import { openTrace } from '../workers/engine/open-trace.ts';
import { makeOverview } from '../workers/report/overview.ts';
import { type Basis, FIRST_BASIS, type TableId } from '../workers/report/report-types.ts';
import { rooflineTotals } from '../workers/report/roofline-totals.ts';
import { buildTable } from '../workers/report/tables.ts';
import { PRESETS } from '../workers/roofline/presets.ts';
import { steadyState } from '../workers/steps/steady-state.ts';
import { stepFacts } from '../workers/steps/steady-state-facts.ts';
import { stepsOf, withSteps } from '../workers/steps/stepped-model.ts';
import { inProject } from './tools.ts';

const VIEWS: Readonly<Record<string, readonly TableId[]>> = {
  Overview: ['operatorShapes', 'kernels'],
  Roofline: ['operatorShapes'],
  Operators: ['operatorShapes'],
  Kernels: ['kernels'],
};
const STEPS = 2000;

const file = path.join(tmpdir(), `roofscope-${STEPS}-steps.json.gz`);
if (!existsSync(file)) writeFileSync(file, gzipped(compactText(generate())));
const kernel = await WebAssembly.compile(await readFile(inProject('workers/ingest/kernel/build/kernel.wasm')));
const opened = await openTrace(await openAsBlob(file), 'generated', kernel, { conventions: 'corrected' }, () => {});
if (opened.kind !== 'opened') throw new Error('the generated trace was not opened');
const model = withSteps(opened.model, null);
const detection = timed(() => stepsOf(model));
const { steps } = stepsOf(model);
console.log(`${model.columns.length} events, ${steps.length} steps; found in ${text(detection)}`);
const first: Basis = { ...FIRST_BASIS, hardware: PRESETS.find(({ name }) => name.startsWith('H100 SXM')) ?? null };
for (const view of Object.keys(VIEWS)) show(view, { ...first });

const scopes: [string, Scope][] = [
  ['first step scope', { steps: [500, 600] }],
  ['a range', { steps: [200, 1500] }],
  ['half the trace', { steps: [0, STEPS / 2] }],
  ['a phase', { phase: 'decode' }],
  ['a phase of a range', { phase: 'mixed', steps: [200, 1500] }],
  ['one step', { steps: [777, 778] }],
  ['the steady state', { steps: [...steadyState(stepFacts(stepsOf(model), model), {}).regions[0]] }],
  ['a window', { window: [model.span[0], model.span[0] + 1e9] }],
  ['the whole trace', {}],
];
console.log(`| change to | ${Object.keys(VIEWS).join(' | ')} |\n| --- |${' ---: |'.repeat(Object.keys(VIEWS).length)}`);
for (const [name, scope] of scopes) {
  // Each view is measured for itself: only one is on screen.
  const times = Object.keys(VIEWS).map((view, i) => timed(() => show(view, { ...first, scope: moved(scope, i) })));
  console.log(`| ${name} | ${times.map(text).join(' | ')} |`);
}

/** The same kind of scope anew, so that no view finds what another has made. */
function moved(scope: Scope, by: number): Scope {
  return scope.steps ? { ...scope, steps: [scope.steps[0] + by, scope.steps[1] + by] } : scope;
}

function show(view: string, basis: Basis): void {
  if (view === 'Overview') makeOverview(model, basis);
  if (view === 'Roofline') rooflineTotals(model, basis);
  for (const id of VIEWS[view]) buildTable(id, model, basis);
}

function timed(run: () => unknown): { readonly wall: number; readonly cpu: number } {
  const start = performance.now();
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - start, cpu: (user + system) / 1e3 };
}

function text({ wall, cpu }: { readonly wall: number; readonly cpu: number }): string {
  return `${Math.round(wall)} ms (${Math.round(cpu)} of processor)`;
}

function generate() {
  return generateTrace({
    seed: 7,
    model: { layers: 5, hidden: 4096, heads: 32, kvHeads: 8, headDim: 128, intermediate: 14_336, vocabulary: 128_256 },
    serving: {
      concurrency: 32,
      requests: 600,
      promptTokens: 1_600,
      outputTokens: 150,
      outputRatio: 0.6,
      arrivalsPerStep: 2,
      tokenBudget: 4_096,
      draftTokens: 0,
      warmUpSteps: 8,
      dips: [],
      hangUp: null,
      maxSteps: STEPS,
    },
    labels: 'vllm detailed',
    stacks: false,
    stepsAhead: 1,
  }).trace;
}
