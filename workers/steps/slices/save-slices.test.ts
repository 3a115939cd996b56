import { gunzipSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../fixtures/json-reader.ts';
import { CONVENTIONS } from '../../base/conventions.ts';
import type { JsonObject } from '../../base/json.ts';
import { buildModel } from '../../trace/build-model.ts';
import { labelOf } from '../step-label.ts';
import { conservationOf } from './conservation.ts';
import { stepsBetween } from './hand-made-steps.ts';
import { manifestFile, type SaveProgress, saveSlices, zipOf } from './save-slices.ts';
import { outsideSlices, rangeSlice, singleSlices } from './slice-plan.ts';
import { Slicer } from './slicer.ts';
import { splitManifest } from './split-manifest.ts';

const launchAndKernel = (launchUs: number, startUs: number, dur: number, id: number, stream = 7): JsonObject[] => [
  { ph: 'X', cat: 'cuda_runtime', name: 'launch', pid: 1, tid: 1, ts: launchUs, dur: 1, args: { correlation: id } },
  {
    ph: 'X',
    cat: 'kernel',
    name: `kernel ${id}`,
    pid: 0,
    tid: stream,
    ts: startUs,
    dur,
    args: { correlation: id, device: 0, stream },
  },
];

/** Two steps (100 to 200 to 300 µs): the second's kernels overlap each other and the end of the first's. One kernel before both. */
const EVENTS = [
  ...launchAndKernel(50, 60, 5, 1),
  ...launchAndKernel(110, 120, 50, 2),
  ...launchAndKernel(120, 170, 60, 3),
  ...launchAndKernel(210, 220, 20, 4),
  ...launchAndKernel(211, 230, 30, 5, 8),
  { ph: 'M', name: 'process_name', pid: 1, args: { name: 'python' } },
];
const HEADER = { schemaVersion: 1, deviceProperties: [{ id: 0, name: 'H100' }] };

const decode = labelOf('vllm', {
  phase: 'decode',
  contextRequests: 0,
  contextTokens: 0,
  generationRequests: 4,
  generationTokens: 4,
  requests: 4,
  tokens: 4,
});

const model = buildModel(columnsOf(EVENTS, HEADER), CONVENTIONS.corrected);
const steps = stepsBetween(
  model,
  // The columns count from their earliest event.
  [100, 200, 300].map((us) => (us - 50) * 1000),
  [{ name: 'decode', phase: 'decode', label: decode }, { shapeBatch: 9 }],
);
const slicer = new Slicer(model, steps);
const parts = [...singleSlices(steps.steps, [0, 2], 'base'), ...outsideSlices('base')];
const parsed = (bytes: Uint8Array): unknown => JSON.parse(strFromU8(bytes));

describe('saved slices', () => {
  it('are traces with the header of the file', async () => {
    const files = await saveSlices(model, steps, slicer, [rangeSlice([0, 2], 'base')]);
    expect(parsed(gunzipSync(files['base_iteration_0-2.json.gz']))).toEqual({
      ...HEADER,
      traceEvents: EVENTS.slice(2),
    });
  });

  it('come with details, in which nothing is counted twice', async () => {
    const files = await saveSlices(model, steps, slicer, [...parts, rangeSlice([0, 2], 'base')]);
    const details = [
      {
        idx: 0,
        output_path: 'base_iteration_0_decode.json.gz',
        event_count: 5,
        num_gpu_events: 2,
        gpu_duration: 110,
        gpu_busy_duration: 110,
        gpu_union_duration: 110,
        steps: [
          {
            batch_size: 4,
            num_requests: 4,
            context_requests: 0,
            context_sum: 0,
            generation_requests: 4,
            generation_sum: 4,
          },
        ],
        phase: { num_prefill: 0, num_prefilldecode: 0, num_decode: 1, avg_bs: 4, avg_conc: 4 },
      },
      {
        idx: 1,
        output_path: 'base_iteration_1.json.gz',
        event_count: 5,
        num_gpu_events: 2,
        gpu_duration: 40,
        gpu_busy_duration: 50,
        gpu_union_duration: 40,
        steps: [
          {
            batch_size: 9,
            num_requests: null,
            context_requests: null,
            context_sum: null,
            generation_requests: null,
            generation_sum: null,
          },
        ],
        phase: { num_prefill: 0, num_prefilldecode: 0, num_decode: 0, avg_bs: 9, avg_conc: null },
      },
      {
        idx: 'before',
        output_path: 'base_before.json.gz',
        event_count: 3,
        num_gpu_events: 1,
        gpu_duration: 5,
        gpu_busy_duration: 5,
        gpu_union_duration: 5,
        steps: [],
        phase: { num_prefill: 0, num_prefilldecode: 0, num_decode: 0, avg_bs: null, avg_conc: null },
      },
      {
        idx: '0:2',
        output_path: 'base_iteration_0-2.json.gz',
        event_count: 9,
        num_gpu_events: 4,
        // 120 to 230, and 220 to 260 of the second step.
        gpu_duration: 140,
        gpu_busy_duration: 160,
        gpu_union_duration: 140,
        steps: expect.any(Array),
        phase: { num_prefill: 0, num_prefilldecode: 0, num_decode: 1, avg_bs: 6, avg_conc: 4 },
      },
    ];
    // What is after the steps or unlinked is nothing, and not written.
    expect(Object.keys(files).sort()).toEqual([
      'base_before.json.gz',
      'base_iteration_0-2.json.gz',
      'base_iteration_0_decode.json.gz',
      'base_iteration_1.json.gz',
      'execution_details.csv',
      'execution_details.json',
    ]);
    expect(parsed(files['execution_details.json'])).toEqual(details);
    expect(strFromU8(files['execution_details.csv']).split('\r\n')).toEqual([
      'idx,output_path,event_count,num_gpu_events,gpu_duration,gpu_busy_duration,gpu_union_duration,phase_num_prefill,phase_num_prefilldecode,phase_num_decode,phase_avg_bs,phase_avg_conc,num_steps',
      '0,base_iteration_0_decode.json.gz,5,2,110.00,110.00,110.00,0,0,1,4,4,1',
      '1,base_iteration_1.json.gz,5,2,40.00,50.00,40.00,0,0,0,9,,1',
      'before,base_before.json.gz,3,1,5.00,5.00,5.00,0,0,0,,,0',
      '0:2,base_iteration_0-2.json.gz,9,4,140.00,160.00,140.00,0,0,1,6,4,2',
      '',
    ]);
  });

  it('are nothing where nothing was wanted', async () => {
    expect(await saveSlices(model, steps, slicer, [])).toEqual({});
  });

  it('make one zip', () => {
    const files = { 'decode_only/a.json.gz': Uint8Array.of(1, 2), 'b.json': Uint8Array.of(3) };
    expect(unzipSync(zipOf(files))).toEqual(files);
  });

  it('tell how far they are, up to the end', async () => {
    const told: SaveProgress[] = [];
    const files = await saveSlices(model, steps, slicer, parts, (progress) => told.push(progress));
    const written = Object.keys(files).filter((path) => path.endsWith('.gz'));
    expect(told.map(({ events, slices }) => [events, slices])).toEqual([
      [5, 0],
      [10, 1],
      [13, 2],
    ]);
    expect(told.every(({ totalEvents, totalSlices }) => totalEvents === 13 && totalSlices === written.length)).toBe(
      true,
    );
    expect(told[2].bytes).toBeGreaterThan(told[1].bytes);
  });
});

describe('cancelling', () => {
  it('ends the work between two chunks, while messages are heard', async () => {
    const many = Array.from({ length: 40_000 }, (_, i) => ({
      ph: 'i',
      s: 't',
      name: 'mark',
      pid: 1,
      tid: 1,
      ts: 110 + i / 1e3,
    }));
    const large = buildModel(columnsOf([...EVENTS, ...many]), CONVENTIONS.corrected);
    const found = stepsBetween(large, [50_000, 150_000, 250_000]);
    const cancel = new AbortController();
    // A message that arrives while the first slice is written.
    setTimeout(() => cancel.abort(new Error('cancelled')));
    let reached = 0;
    const saved = saveSlices(
      large,
      found,
      new Slicer(large, found),
      singleSlices(found.steps, [0, 2], 'base'),
      ({ events }) => {
        reached = events;
      },
      cancel.signal,
    );
    await expect(saved).rejects.toThrow('cancelled');
    expect(reached).toBeGreaterThan(0);
    expect(reached).toBeLessThan(40_000);
  });
});

describe('the manifest', () => {
  it('tells how steps were found in the call tree, and what is beside them (S 6.2, S 12.5)', () => {
    const calls = { by: 'frames', period: null, depth: 2, iterationsNs: 850_000, warmup: 0.1, wrapup: null } as const;
    const candidate = { ...steps.candidates[0], method: 'generic:branch_descent', coverage: 0.95, calls };
    const manifest = splitManifest({ ...steps, candidates: [candidate] }, false, null);
    expect(manifest).toMatchObject({
      root_family_known: false,
      period_label_tier: 'branch_descent',
      branch_source: 'frame_family',
      period: null,
      period_depth: 2,
      branch_coverage: 0.95,
      iter_gpu_time: 850,
      bookend_enhancement: true,
      warmup_gpu_pct: 10,
    });
    expect(manifest).not.toHaveProperty('wrapup_gpu_pct');
  });

  it('tells how the trace was split and that every GPU event is in one slice', () => {
    const conservation = conservationOf(model, steps, slicer, parts);
    expect(splitManifest(steps, false, conservation)).toEqual({
      status: 0,
      method: 'annotation:tier',
      phase_confidence: 'low',
      n_roots: 2,
      attribution_strategy: 'launch',
      coverage_selected_roots: 1,
      coverage_root_spans_only: 1,
      root_span_share: 1,
      root_family: 'step #',
      root_family_known: true,
      suspiciously_few_roots: true,
      unit: 'step',
      startup_transient_trimmed: false,
      reason: 'made by hand',
      gap_fill: true,
      n_overlapping_roots: 0,
      n_gpu_events_in_trace: 5,
      n_gpu_events_extracted: 4,
      n_gpu_events_outside_iterations: 1,
      n_gpu_events_before: 1,
      n_gpu_events_after: 0,
      n_gpu_events_unlinked: 0,
      gpu_events_duplicated: false,
      gpu_event_retention: 0.8,
    });
  });

  it('sees a GPU event that is in two slices, and one that is in none, beside each other', () => {
    const [first] = parts;
    expect(conservationOf(model, steps, slicer, [first, first])).toMatchObject({
      n_gpu_events_extracted: 2,
      n_gpu_events_outside_iterations: 3,
      gpu_events_duplicated: true,
      gpu_event_retention: 0.4,
    });
  });

  it('is all that there is of a trace without steps', () => {
    const nothing = { ...steps, steps: [], chosen: -1, candidates: [] };
    const [[path, bytes]] = Object.entries(manifestFile(splitManifest(nothing, true, null)));
    expect(path).toBe('split_manifest.json');
    expect(parsed(bytes)).toMatchObject({
      status: 2,
      method: 'none',
      aborted: true,
      n_roots: 0,
      coverage_selected_roots: null,
      root_span_share: null,
      reason: 'no splittable annotations and no repeating call pattern',
    });
  });

  it('rounds shares to four digits and ratios to one, and counts steps that overlap', () => {
    const transient = { kernel: 'ncclAllReduce', collectiveRatio: 22.54, noiseRatio: 1.06 };
    const candidate = {
      ...steps.candidates[0],
      status: 'degraded',
      coverage: 0.876543,
      spanShare: 0.5,
      transient,
    } as const;
    const overlapping = steps.steps.map((step) => ({ ...step, endNs: step.endNs + 1 }));
    expect(splitManifest({ ...steps, steps: overlapping, candidates: [candidate] }, true, null)).toMatchObject({
      status: 1,
      coverage_selected_roots: 0.8765,
      coverage_root_spans_only: 0.4383,
      root_span_share: 0.5,
      n_overlapping_roots: 1,
      startup_transient_trimmed: true,
      startup_transient_kernel: 'ncclAllReduce',
      startup_transient_collective_ratio: 22.5,
      startup_transient_noise_ratio: 1.1,
    });
  });
});
