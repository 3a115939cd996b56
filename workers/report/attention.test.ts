import { describe, expect, it } from 'vitest';
import { referenceModel } from '../../fixtures/reference-model.ts';
import { HAS_SHARED_TRACES, readSharedTrace, SHARED_NOTE } from '../../fixtures/shared-traces.ts';
import type { AttentionWindow } from '../base/attention-window.ts';
import { CORRECTED, TRACELENS } from '../base/conventions.ts';
import type { JsonObject } from '../base/json.ts';
import { PRESETS } from '../roofline/presets.ts';
import { buildModel } from '../trace/build-model.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { type CallDetails, callDetails } from './call-details.ts';
import { cellsOf, gpu, handMadeModel, operator, runtime } from './hand-made.ts';
import { type Basis, FIRST_BASIS } from './report-types.ts';
import { buildTable } from './tables.ts';

const UNIFIED = 'vllm::unified_attention_with_output';

function onPreset(name: string): Basis {
  const hardware = PRESETS.find((preset) => preset.name === name);
  if (!hardware) throw new Error(`no preset ${name}`);
  return { ...FIRST_BASIS, hardware };
}

function attentionRow(model: TraceModel, basis: Basis) {
  const rows = cellsOf(buildTable('operators', model, basis));
  const row = rows.findIndex(({ name }) => name === UNIFIED);
  return { cells: rows[row], details: callDetails('operators', model, basis, row) };
}

function annotation(name: string, ts: number, dur: number): JsonObject {
  return { ...operator(name, ts, dur), cat: 'user_annotation' };
}

/** A step from `ts` with a label and a layer of attention for each duration, in µs. */
function step(label: string, ts: number, durations: readonly number[]): JsonObject[] {
  const shape = (heads: number) => [32, heads, 64];
  const args = {
    'Input Dims': [shape(64), shape(8), shape(8), shape(64)],
    'Input type': Array.from({ length: 4 }, () => 'c10::BFloat16'),
  };
  return [
    annotation(label, ts, 900),
    ...durations.flatMap((dur, layer) => {
      const at = ts + 10 + 100 * layer;
      return [
        operator(UNIFIED, at, 20, args),
        runtime('hipLaunchKernel', at + 1, 1, at),
        gpu('attn', at + 50, dur, at),
      ];
    }),
  ];
}

const DECODE = 'execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk55086sqsq32sqsk55086)';

describe('attention in the report', () => {
  // 113.34 MB take 33.8 µs at 3.35 TB/s.
  const basis = onPreset('H100 SXM 80 GB');
  const model = handMadeModel([...step(DECODE, 0, [10, 40, 10]), ...step(DECODE, 2000, [12, 50, 60])]);
  const stating = (...attentionWindows: AttentionWindow[]) => attentionRow({ ...model, attentionWindows }, basis);

  it('marks layers that take less time than their whole context would', () => {
    const { cells, details } = attentionRow(model, basis);
    expect(cells.window).toBe('window?');
    // Over both steps the third layer has the time.
    expect(details?.attention).toEqual({ operator: UNIFIED, layers: [0, 1, 2], overRoof: [0] });
  });

  it('takes a window that is stated, and no longer asks for it', () => {
    const { cells, details } = stating({ operator: UNIFIED, layers: [0], keys: 128 });
    expect(details?.attention).toEqual({ operator: UNIFIED, layers: [0, 1, 2], overRoof: [] });
    const whole = 113_340_416;
    const within = whole - (55_086 - 32 * 128) * 8 * 128 * 2;
    expect(cells.bytes).toBe(4 * whole + 2 * within);
  });

  it('has no such column without a device, or where nothing is above its roof', () => {
    expect(attentionRow(model, FIRST_BASIS).cells).not.toHaveProperty('window');
    const slow = handMadeModel(step(DECODE, 0, [40, 50]));
    expect(attentionRow(slow, basis).cells).not.toHaveProperty('window');
    expect(attentionRow(slow, basis).details?.attention?.overRoof).toEqual([]);
  });

  it('tells what is certain and which switch would give the number where the label tells tokens alone', () => {
    const native = handMadeModel(step('execute_context_0(0)_generation_32(32)', 0, [40]));
    const { details } = attentionRow(native, basis);
    expect(details?.estimate).toBeNull();
    // 32 pairs; queries and output of 64 heads, keys and values of 8, 32 tokens each.
    expect(2 * 64 * 128 * 32).toBe(524_288);
    expect(2 * 32 * (64 + 8) * 128).toBe(589_824);
    expect(details?.whyNot?.text).toContain('At least 524\u202fkFLOP and 590\u202fkB are certain');
    expect(details?.whyNot?.remedy).toContain('detailed_trace_annotation');
  });
});

describe.skipIf(!HAS_SHARED_TRACES)(`attention of served models${SHARED_NOTE}`, () => {
  const basis = onPreset('MI300X');
  const details = (found: CallDetails | null) => {
    if (found === null) throw new Error('no details');
    return found;
  };

  it('of a mixed step: the published figures, and the diagonal of the prompts beside them (I 11, H2)', () => {
    const columns = readSharedTrace('traces/vllm_prefilldecode_piecewise/trace.json.gz');
    const published = details(
      attentionRow(buildModel(columns, TRACELENS), { ...basis, conventions: 'tracelens' }).details,
    );
    expect(published.estimate).toMatchObject({ flops: 65_010_180_096, bytes: 222_115_840 });
    const corrected = details(attentionRow(buildModel(columns, CORRECTED), basis).details);
    expect(corrected.estimate).toMatchObject({ flops: 65_010_180_096 + 64 * 128 * 8155, bytes: 222_115_840 });
    expect(corrected.estimated?.calls).toBe(24);
  });

  it('of a replayed graph: layers with a window stand out, and with it lie below their roof (I 10.4)', () => {
    const captures = 'traces/vllm_decode_full/capture_traces';
    const columns = readSharedTrace('traces/vllm_decode_full/trace.json.gz');
    const merged = referenceModel({ captures, pseudoOps: false }, columns, CORRECTED);
    const { cells, details: found } = attentionRow(merged, basis);
    expect(cells).toMatchObject({ calls: 24, gflop: 24 * 0.902529024, bytes: 24 * 113_340_416, window: 'window?' });
    const { attention } = details(found);
    expect(attention?.layers).toEqual(Array.from({ length: 24 }, (_, layer) => layer));
    // gpt-oss slides in every other layer.
    expect(attention?.overRoof).toHaveLength(12);
    expect(new Set(attention?.overRoof.map((layer) => layer % 2)).size).toBe(1);
    const attentionWindows = [{ operator: UNIFIED, layers: attention?.overRoof ?? [], keys: 128 }];
    const stated = attentionRow({ ...merged, attentionWindows }, basis);
    expect(stated.cells).not.toHaveProperty('window');
    expect(stated.cells.roofShare).toBeLessThan(1);
  }, 60_000);
});
