import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type GeneratorOptions, generateTrace } from '../../../fixtures/generate-trace.ts';
import { readWhole } from '../../../fixtures/read-bytes.ts';
import { HAS_SHARED_TRACES, readSharedText, SHARED_NOTE, sharedTracePaths } from '../../../fixtures/shared-traces.ts';
import { testKernel } from '../../../fixtures/test-kernel.ts';
import { prettyText } from '../../../fixtures/write-trace.ts';
import { CONVENTIONS } from '../../base/conventions.ts';
import type { JsonObject } from '../../base/json.ts';
import { eventText } from '../../ingest/event-text.ts';
import { buildModel } from '../../trace/build-model.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { findSteps } from '../find-steps.ts';
import { OUTSIDE, type Steps } from '../steps.ts';
import { conservationOf } from './conservation.ts';
import { saveSlices } from './save-slices.ts';
import { outsideSlices, singleSlices } from './slice-plan.ts';
import { Slicer } from './slicer.ts';

let kernel: WebAssembly.Module;
beforeAll(async () => {
  kernel = await testKernel;
}, 60_000);

async function modelOf(bytes: Uint8Array): Promise<TraceModel> {
  const { columns, dropped, repaired } = await readWhole(bytes, kernel);
  expect({ dropped, repaired }).toEqual({ dropped: 0, repaired: 0 });
  return buildModel(columns, CONVENTIONS.corrected);
}

/** The GPU events as text, and how each is linked: the launch's text. */
function gpuEventTexts({ columns, gpuEvents, launch }: TraceModel): string[] {
  return Array.from(gpuEvents, (event, row) => {
    const launched = launch[row] === -1 ? 'unlinked' : eventText(columns, launch[row]);
    return `${eventText(columns, event)} by ${launched}`;
  });
}

/** Saves every step and what is outside them, and opens each file again. */
async function divided(model: TraceModel, steps: Steps): Promise<ReadonlyMap<string, TraceModel>> {
  const slicer = new Slicer(model, steps);
  const parts = [...singleSlices(steps.steps, [0, steps.steps.length], 'base'), ...outsideSlices('base')];
  const files = await saveSlices(model, steps, slicer, parts);
  const counted = conservationOf(model, steps, slicer, parts);
  expect(counted).toMatchObject({
    n_gpu_events_in_trace: model.gpuEvents.length,
    n_gpu_events_extracted: steps.tileOf.filter((tile) => tile >= 0).length,
    gpu_events_duplicated: false,
  });
  const models = new Map<string, TraceModel>();
  for (const [path, bytes] of Object.entries(files)) {
    if (path.endsWith('.json.gz')) models.set(path, await modelOf(bytes));
  }
  return models;
}

async function expectRoundTrip(model: TraceModel, steps: Steps) {
  const parts = await divided(model, steps);
  const found = [...parts.values()].flatMap(gpuEventTexts).sort();
  const expected = gpuEventTexts(model).sort();
  expect(found.length).toBe(expected.length);
  const differing = found.findIndex((text, i) => text !== expected[i]);
  expect(differing === -1 ? null : [found[differing], expected[differing]]).toBeNull();
  for (const part of parts.values()) expect(part.columns.header).toEqual(model.columns.header);
  return parts;
}

const SERVING: Partial<GeneratorOptions> = { phases: ['prefill', 'decode', 'mixed', 'decode', 'decode', 'prefill'] };

describe('saving every part of a trace and loading the parts', () => {
  it.each<[string, Partial<GeneratorOptions>]>([
    ['eager steps', {}],
    ['graph replay, the host ahead of the GPU', { graphReplay: true, stepsAhead: 2 }],
    ['work launched before the recording', { unlinkedShare: 0.3 }],
    ['two ranks in one file', { rank: 'all', ranks: 2, stepsAhead: 1 }],
    ['neither shapes nor stacks', { shapes: false, stacks: false }],
  ])('gives back every GPU event once, linked as before: %s', async (_, options) => {
    const { trace, truth } = generateTrace({ ...SERVING, ...options, seed: 11 });
    const model = await modelOf(new TextEncoder().encode(prettyText(trace, 1_751_410_836_000_000n)));
    const steps = findSteps(model);
    expect(steps.steps.length).toBe(truth.steps.filter((step) => step.annotationEvent !== null).length);
    const parts = await expectRoundTrip(model, steps);
    const unlinked = truth.gpuEvents.filter((event) => event.launchEvent === null).length;
    expect(parts.get('base_unlinked.json.gz')?.gpuEvents.length ?? 0).toBe(unlinked);
    expect(parts.size).toBeGreaterThanOrEqual(steps.steps.length);
  });

  it('keeps events far from all others with their digits, before the first step', async () => {
    const { trace } = generateTrace({ ...SERVING, seed: 3 });
    const far = { ph: 'i', s: 'g', name: 'at the epoch', pid: 1, tid: 1, ts: 0 };
    const text = prettyText({ ...trace, traceEvents: [...trace.traceEvents, far] }, 1_751_410_836_000_000n);
    const model = await modelOf(new TextEncoder().encode(text.replace('1751410836000000.000', '0.000')));
    const steps = findSteps(model);
    const slicer = new Slicer(model, steps);
    const files = await saveSlices(model, steps, slicer, outsideSlices('base'));
    const events = eventsOf(files['base_before.json.gz']);
    expect(events.filter((event) => event.name === 'at the epoch')).toEqual([far]);
    expect(slicer.events([0]).some((event) => Number.isNaN(model.columns.ts[event]))).toBe(false);
  });

  it.skipIf(!HAS_SHARED_TRACES).for(sharedTracePaths())(
    `%s${SHARED_NOTE}`,
    { timeout: 120_000 },
    async (path, { skip }) => {
      const model = await modelOf(new TextEncoder().encode(readSharedText(path)));
      const steps = findSteps(model);
      if (steps.steps.length === 0) skip('no steps');
      await expectRoundTrip(model, steps);
    },
  );

  it('repeats nothing in the slice of a range', async () => {
    const { trace } = generateTrace({ ...SERVING, seed: 4 });
    const model = await modelOf(new TextEncoder().encode(prettyText(trace)));
    const steps = findSteps(model);
    const slicer = new Slicer(model, steps);
    const all = [...steps.steps.keys(), OUTSIDE.before, OUTSIDE.after, OUTSIDE.unlinked];
    expect(Array.from(slicer.events(all))).toEqual(Array.from({ length: model.columns.length }, (_, event) => event));
  });
});

function eventsOf(gzip: Uint8Array): JsonObject[] {
  const document = JSON.parse(gunzipSync(gzip).toString('utf8')) as { traceEvents: JsonObject[] };
  return document.traceEvents;
}
