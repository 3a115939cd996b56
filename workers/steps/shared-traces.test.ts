import { describe, expect, it } from 'vitest';
import { readJsonTrace } from '../../fixtures/json-reader.ts';
import { HAS_SHARED_TRACES, readSharedText, SHARED_NOTE, sharedTracePaths } from '../../fixtures/shared-traces.ts';
import { withoutAnnotations } from '../../fixtures/without-annotations.ts';
import { CORRECTED } from '../base/conventions.ts';
import { buildModel } from '../trace/build-model.ts';
import { isGpuKind } from '../trace/event-kinds.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { findSteps } from './find-steps.ts';
import { type StepFigures, stepFigures } from './step-figures.ts';
import { type Candidate, OUTSIDE, type Steps } from './steps.ts';
import { stepAt } from './tiles.ts';

const modelOf = (text: string) => buildModel(readJsonTrace(text), CORRECTED);

type Expected = Partial<Candidate> | null;
const ONE_STEP: Expected = { method: 'annotation:tier', status: 'splittable', count: 1, coverage: 1, spanShare: 1 };
/** One mark of the profiler around all is one iteration: nothing to split. */
const ONE_MARK: Expected = { method: 'annotation:tier', status: 'not splittable', count: 1 };
const layers = (count: number): Expected => ({ unit: 'layer', status: 'degraded', count });

/**
 * What is right, as they are and with annotations removed; null: nothing that could be a step. The reference's answers are in section
 * 12.10 of the splitting specification. It differs where it takes kernels of a graph (W24) or layers (W25) for iterations.
 */
const EXPECTED: Readonly<Record<string, readonly [asIs: Expected, stripped?: Expected]>> = {
  sglang_decode: [ONE_STEP, null],
  vllm_decode_full: [ONE_STEP, null],
  vllm_prefilldecode_piecewise: [ONE_STEP, layers(25)],
  'xdit_sd_3.5': [
    ONE_STEP,
    { method: 'generic:branch_descent', unit: 'step', status: 'splittable', count: 6, coverage: 1, spanShare: 1 },
  ],
  h100_bert_small: [ONE_MARK, layers(4)],
  mi300_bert_small: [ONE_MARK, layers(4)],
  h100_vit_nsfw: [ONE_MARK, layers(12)],
  'h100_qwen1.5_0.5b': [ONE_MARK, null],
  mi210_gpu_only: [null],
  norm_layers: [null, null],
  kineto__resnet50_num_workers_0_worker0: [{ method: 'annotation:tier', count: 6, status: 'splittable' }],
  HolisticTraceAnalysis__ns_resolution: [
    { method: 'annotation:tier', count: 5, status: 'splittable' },
    { method: 'generic:sibling_roots', unit: 'step', count: 5, status: 'splittable' },
  ],
  HolisticTraceAnalysis__nccl_parser_config: [{ method: 'annotation:tier', count: 3, status: 'splittable' }, null],
  HolisticTraceAnalysis__with_gpu_user_annotation: [
    { method: 'generic:sibling_roots', unit: 'step', count: 5, status: 'splittable' },
    { method: 'generic:sibling_roots', unit: 'step', count: 5, status: 'splittable' },
  ],
  // Annotations around parts of a step hide nothing: one way or the other, its redistributions repeat.
  'tokenomics-from-first-principles__llama_trace_4layers0': [layers(19), layers(19)],
  'tokenomics-from-first-principles__llama_trace_4layers1': [layers(19), layers(19)],
};

/** GPU events by step, from the specifications (S 12.10, AT-D3); and the sum of their durations in ns. */
const TILES: Readonly<Record<string, readonly [gpuEvents: number[], kernelSumNs: number][]>> = {
  vllm_decode_full: [[[434], 10_717_708]],
  'xdit_sd_3.5': [
    [[8066], 712_489_971],
    [[3291, 1114, 1107, 1107, 1107, 340], 712_489_971],
  ],
};

describe.skipIf(!HAS_SHARED_TRACES)(`steps of recorded traces${SHARED_NOTE}`, () => {
  it.each(sharedTracePaths())(
    '%s',
    (path) => {
      const text = readSharedText(path);
      const stripped = withoutAnnotations(text);
      const key = Object.keys(EXPECTED).find((name) => path.includes(name)) ?? '';
      [text, ...(stripped === null ? [] : [stripped])].forEach((one, i) => {
        const model = modelOf(one);
        const steps = findSteps(model);
        const expected = EXPECTED[key]?.[i];
        if (expected === null) expect(steps).toMatchObject({ chosen: -1, steps: [] });
        else if (expected) expect(steps.candidates[steps.chosen]).toMatchObject(expected);
        const figures = stepFigures(model, steps);
        const tiles = TILES[key]?.[i];
        if (tiles) {
          const sumNs = figures.kernelSumNs.reduce((sum, ns) => sum + ns, 0);
          expect([[...figures.gpuEvents], sumNs]).toEqual(tiles);
        }
        expectSound(model, steps, figures);
      });
    },
    120_000,
  );
});

/** What holds for all steps of all traces: sums close, every event is somewhere once, no step is a GPU event. */
function expectSound(model: TraceModel, steps: Steps, figures: StepFigures) {
  const { columns, gpuEvents, launch, kind } = model;
  const { dur, ts, track } = columns;
  const sums = new Map<number, number>([
    [OUTSIDE.before, 0],
    [OUTSIDE.after, 0],
    [OUTSIDE.unlinked, 0],
  ]);
  let allNs = 0;
  let wrong = 0;
  expect(steps.tileOf).toHaveLength(gpuEvents.length);
  for (let row = 0; row < gpuEvents.length; row++) {
    const tile = steps.tileOf[row];
    allNs += dur[gpuEvents[row]];
    sums.set(tile, (sums.get(tile) ?? 0) + dur[gpuEvents[row]]);
    if (steps.steps.length === 0) continue;
    const asked = launch[row] === -1 ? OUTSIDE.unlinked : stepAt(steps.tileMap, track[launch[row]], ts[launch[row]]);
    if (tile !== asked) wrong++;
  }
  expect(wrong).toBe(0);
  expect([...sums.values()].reduce((a, b) => a + b, 0)).toBe(allNs);
  steps.steps.forEach((step, i) => {
    expect(step.index).toBe(i);
    expect(isGpuKind(kind[step.event])).toBe(false);
    expect(step.tileEndNs).toBeGreaterThanOrEqual(step.tileStartNs);
    expect(figures.kernelSumNs[i]).toBe(sums.get(i) ?? 0);
    expect(figures.gpuBusyNs[i]).toBeLessThanOrEqual(figures.kernelSumNs[i]);
  });
  for (const candidate of steps.candidates) {
    expect(candidate.coverage).toBeLessThanOrEqual(1);
    expect(candidate.evidence).toMatch(/^.+\.$/);
  }
}
