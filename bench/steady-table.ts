// Prints how far the steady states found in 200 generated traces are from the true ones: `npx tsx bench/steady-table.ts [count]`.
import { readFile } from 'node:fs/promises';
import { generateTrace } from '../fixtures/generate-trace.ts';
import { readWhole } from '../fixtures/read-bytes.ts';
import { type Scenario, servingScenarios } from '../fixtures/serving-scenarios.ts';
import { stepsAllowed, stepsOff } from '../fixtures/steady-distance.ts';
import { compactText } from '../fixtures/write-trace.ts';
import { CORRECTED } from '../workers/base/conventions.ts';
import { findSteps } from '../workers/steps/find-steps.ts';
import { steadyState } from '../workers/steps/steady-state.ts';
import { stepFacts } from '../workers/steps/steady-state-facts.ts';
import { buildModel } from '../workers/trace/build-model.ts';

const KERNEL = new URL('../workers/ingest/kernel/build/kernel.wasm', import.meta.url);

interface Result {
  readonly scenario: Scenario;
  readonly stepsRight: boolean;
  readonly off: number | null;
  readonly detectionMs: number;
  readonly said: string;
}

async function measure(scenario: Scenario, kernel: WebAssembly.Module): Promise<Result> {
  const { trace, truth } = generateTrace(scenario.options);
  const { columns } = await readWhole(new TextEncoder().encode(compactText(trace)), kernel);
  const model = buildModel(columns, CORRECTED);
  const begin = performance.now();
  const found = findSteps(model);
  const state = steadyState(stepFacts(found, model));
  const detectionMs = performance.now() - begin;
  const stepsRight = found.steps.length === truth.steps.length;
  const said = `true ${truth.steady.region.join('–')}, found ${state.regions.map((r) => r.join('–')).join(' ')}: ${state.explanation}`;
  return { scenario, stepsRight, off: stepsOff(state, truth, scenario), detectionMs, said };
}

function isRight({ scenario, stepsRight, off }: Result): boolean {
  return stepsRight && off !== null && off <= stepsAllowed(scenario);
}

function printTable(results: readonly Result[]): void {
  console.log('| traces | count | right | exact | farthest off | detection, median ms |');
  console.log('|---|---|---|---|---|---|');
  const groupOf = ({ scenario: { evidence, sharp } }: Result) => `${evidence}, ${sharp ? 'sharp' : 'gradual'}`;
  for (const name of new Set(results.map(groupOf))) {
    const group = results.filter((result) => groupOf(result) === name);
    const offs = group.map(({ off }) => off ?? Number.POSITIVE_INFINITY);
    const times = group.map(({ detectionMs }) => detectionMs).sort((a, b) => a - b);
    const counts = [group.length, group.filter(isRight).length, offs.filter((off) => off === 0).length];
    console.log(`| ${name} | ${counts.join(' | ')} | ${Math.max(...offs)} | ${times[times.length >> 1].toFixed(1)} |`);
  }
  for (const result of results) {
    if (!isRight(result))
      console.log(`${result.scenario.name}: ${result.said}${result.stepsRight ? '' : '; other steps'}`);
  }
}

const kernel = await WebAssembly.compile(new Uint8Array(await readFile(KERNEL)));
const results: Result[] = [];
for (const scenario of servingScenarios(Number(process.argv[2] ?? 200))) results.push(await measure(scenario, kernel));
printTable(results);
