import { describe, expect, it } from 'vitest';
import { CORRECTED, type Conventions, TRACELENS as PUBLISHED } from '../base/conventions.ts';
import type { JsonObject } from '../base/json.ts';
import { gpu, handMadeModel, operator, runtime } from '../report/hand-made.ts';
import { unifiedRows } from './unified.ts';

/** The published conventions, but for launches without flow arrows, which the events here have none of. */
const TRACELENS: Conventions = { ...PUBLISHED, linking: 'correlation' };
const BF16 = 'c10::BFloat16';
const UNIFIED = 'vllm::unified_attention_with_output';
const detailed = (keys: number) =>
  `execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk${keys}sqsq32sqsk${keys})`;
const MIXED = 'execute_886_context_1(sq824sk824sqsq678976sqsk678976)_generation_62(sq62sk93055sqsq62sqsk93055)';

function range(name: string, ts: number, dur: number, tid = 1, cat = 'user_annotation'): JsonObject {
  return { ph: 'X', cat, name, pid: 1, tid, ts, dur, args: {} };
}

const ATTENTION = {
  'Input Dims': [
    [32, 64, 64],
    [32, 8, 64],
    [32, 8, 64],
    [32, 64, 64],
  ],
  'Input type': [BF16, BF16, BF16, BF16],
};

/** An operator of 10 µs at `ts` that launches a kernel, under a correlation that `ts` makes its own. */
function attention(name: string, ts: number, args: JsonObject = ATTENTION): JsonObject[] {
  return [operator(name, ts, 10, args), runtime('hipLaunchKernel', ts + 1, 1, ts), gpu('attn', ts + 500, 5, ts)];
}

/** Name, FLOPs or why there are none, and GPU events of each unified row. */
function rowsOf(events: readonly JsonObject[], conventions: Conventions = CORRECTED) {
  const model = handMadeModel(events, {}, conventions);
  const { count, callOf, calls, kernels } = unifiedRows(model);
  return Array.from({ length: count }, (_, row) => {
    const { call, verdict } = calls[callOf[row]];
    return [call.name, 'estimate' in verdict ? verdict.estimate.flops : verdict.whyNot, kernels(row).length];
  });
}

/** FLOPs of 64 heads of 64 over so many pairs. */
const flops = (pairs: number) => 2 * 64 * 128 * pairs;

describe('the label of an attention call', () => {
  it('is that of its step: calls of different steps differ, those of one are judged once', () => {
    const events = [
      range(detailed(5000), 0, 100),
      range(detailed(5032), 200, 100),
      ...[10, 30, 210, 230].flatMap((ts) => attention(UNIFIED, ts)),
    ];
    for (const conventions of [CORRECTED, TRACELENS]) {
      expect(rowsOf(events, conventions).map(([, work]) => work)).toEqual([5000, 5000, 5032, 5032].map(flops));
      expect(unifiedRows(handMadeModel(events, {}, conventions)).calls).toHaveLength(2);
    }
  });

  it('is not hidden by a range around it, though it is so as published', () => {
    for (const outer of ['ProfilerStep#3', 'my range']) {
      const events = [range(outer, 0, 400), range(detailed(5000), 5, 100), ...attention(UNIFIED, 10)];
      expect(rowsOf(events)).toEqual([[UNIFIED, flops(5000), 1]]);
      expect(rowsOf(events, TRACELENS)).toEqual([[UNIFIED, 'needs-step', 1]]);
    }
  });

  it('is the one that tells sums where labels lie in one another', () => {
    const inner = [range(detailed(5000), 0, 100), range('step[DECODE bs=32]', 5, 80), ...attention(UNIFIED, 10)];
    const outer = [range('step[DECODE bs=32]', 0, 100), range(detailed(5000), 5, 80), ...attention(UNIFIED, 10)];
    for (const events of [inner, outer]) expect(rowsOf(events)[0][1]).toBe(flops(5000));
    expect(rowsOf(inner, TRACELENS)[0][1]).toBe(flops(5000));
    expect(rowsOf(outer, TRACELENS)[0][1]).toBe('needs-step');
  });

  it('is one of another thread where its own has none, and of its own thread first', () => {
    const events = [range(detailed(5000), 0, 100, 2), ...attention(UNIFIED, 10)];
    expect(rowsOf(events)[0][1]).toBe(flops(5000));
    expect(rowsOf([...events, range(detailed(7000), 5, 50, 1)])[0][1]).toBe(flops(7000));
  });

  it('is that of the step that launched a call behind its range', () => {
    const events = [
      range(detailed(5000), 0, 20),
      range(detailed(6000), 200, 20),
      ...attention('aten::mm', 5, {}),
      ...attention(UNIFIED, 150),
      ...attention(UNIFIED, 205),
    ];
    const found = rowsOf(events).filter(([name]) => name === UNIFIED);
    expect(found.map(([, work]) => work)).toEqual([flops(5000), flops(6000)]);
    const published = rowsOf(events, TRACELENS).filter(([name]) => name === UNIFIED);
    expect(published.map(([, work]) => work)).toEqual(['needs-step', flops(6000)]);
  });

  it('as published may be that of the GPU, and ends after the call', () => {
    const onGpu = [range(detailed(5000), 5, 100, 9, 'gpu_user_annotation'), ...attention(UNIFIED, 10)];
    expect(rowsOf(onGpu, TRACELENS)[0][1]).toBe(flops(5000));
    expect(rowsOf(onGpu)[0][1]).toBe('needs-step');
    const together = [range(detailed(5000), 5, 15), ...attention(UNIFIED, 10)];
    expect(rowsOf(together, TRACELENS)[0][1]).toBe('needs-step');
    expect(rowsOf(together)[0][1]).toBe(flops(5000));
  });

  it('tells tokens alone: the call keeps its time, and a step without requests keeps or loses it', () => {
    const native = [range('execute_context_0(0)_generation_32(32)', 0, 100), ...attention(UNIFIED, 10)];
    expect(rowsOf(native)).toEqual([[UNIFIED, 'needs-context', 1]]);
    expect(rowsOf(native, TRACELENS)).toEqual([[UNIFIED, 'needs-step', 1]]);
    const idle = 'execute_0_context_0(sq0sk0sqsq0sqsk0)_generation_0(sq0sk0sqsq0sqsk0)';
    const empty = [range(idle, 0, 100), ...attention(UNIFIED, 10)];
    expect(rowsOf(empty)).toEqual([[UNIFIED, 'no-requests', 1]]);
    expect(rowsOf(empty, TRACELENS)).toEqual([]);
  });
});

describe('attention of a mixed step', () => {
  const prompts = 678_976 - (678_976 - 824) / 2;

  it('is divided where an operator serves generation alone', () => {
    const events = [
      range(MIXED, 0, 100),
      ...attention('aiter::mha_varlen_fwd', 10),
      ...attention('aiter::pa_fwd_asm', 30),
    ];
    expect(rowsOf(events).map(([, work]) => work)).toEqual([flops(prompts), flops(93_055)]);
    expect(rowsOf(events.slice(0, 4)).map(([, work]) => work)).toEqual([flops(prompts + 93_055)]);
  });

  it('stands under the operators below a wrapper that attend, and under the wrapper where none does', () => {
    const wrapped = (inner: JsonObject[], kernel: JsonObject[] = []) => [
      range(MIXED, 0, 100),
      operator(UNIFIED, 10, 60, ATTENTION),
      ...kernel,
      ...inner,
    ];
    const own = [runtime('hipLaunchKernel', 12, 1, 7), gpu('kernel_unified_attention_2d', 600, 5, 7)];
    const inner = [...attention('aiter::mha_varlen_fwd', 20), ...attention('aiter::pa_fwd_asm', 40)];
    expect(rowsOf(wrapped(inner))).toEqual([
      ['aiter::mha_varlen_fwd', flops(prompts), 1],
      ['aiter::pa_fwd_asm', flops(93_055), 1],
    ]);
    expect(rowsOf(wrapped(attention('aten::copy_', 20), own))).toEqual([[UNIFIED, flops(prompts + 93_055), 2]]);
    expect(rowsOf(wrapped(inner, own), TRACELENS)).toEqual([[UNIFIED, 64 * 128 * (678_976 + 2 * 93_055), 3]]);
  });
});

describe('the cache of attention', () => {
  const write = (ts: number, dtype: string) =>
    attention('_C_cache_ops::reshape_and_cache_flash', ts, {
      'Input Dims': [[32, 8, 64], [32, 8, 64], [100, 16, 8, 64], [100, 16, 8, 64], [32]],
      'Input type': [BF16, BF16, dtype, dtype, 'long int'],
    });
  const bytesOf = (events: readonly JsonObject[]) => {
    const { callOf, calls } = unifiedRows(handMadeModel(events));
    return Array.from(callOf, (call) => calls[call])
      .filter(({ call }) => call.name === UNIFIED)
      .map(({ verdict }) => ('estimate' in verdict ? verdict.estimate.bytes : null));
  };
  const label = range(detailed(5000), 0, 200);

  it('is as wide as the operator that fills it records', () => {
    const queriesAndOwn = 32 * 64 * 128 * 2 + 32 * 8 * 128 * 2;
    const cached = (5000 - 32) * 8 * 128;
    const read = attention(UNIFIED, 30);
    expect(bytesOf([label, ...read])).toEqual([queriesAndOwn + 2 * cached]);
    expect(bytesOf([label, ...write(10, 'unsigned char'), ...read])).toEqual([queriesAndOwn + cached]);
    const both = [...write(10, 'unsigned char'), ...read, ...write(50, BF16), ...attention(UNIFIED, 70)];
    expect(bytesOf([label, ...both])).toEqual([queriesAndOwn + cached, queriesAndOwn + 2 * cached]);
  });
});

describe('windows that the user states', () => {
  const events = [
    range(detailed(5000), 0, 100),
    range(detailed(9000), 200, 100),
    ...[10, 30, 210, 230].flatMap((ts) => attention(UNIFIED, ts)),
  ];
  const withWindows = (layers: readonly number[] | null, operator = UNIFIED) => {
    const model = { ...handMadeModel(events), attentionWindows: [{ operator, layers, keys: 128 }] };
    const { callOf, calls } = unifiedRows(model);
    return Array.from(callOf, (call) => {
      const { verdict } = calls[call];
      return 'estimate' in verdict ? verdict.estimate.flops : verdict.whyNot;
    });
  };

  it('hold for the layers that they name, by their place within a step', () => {
    const within = flops(32 * 128);
    expect(withWindows([0])).toEqual([within, flops(5000), within, flops(9000)]);
    expect(withWindows(null)).toEqual([within, within, within, within]);
    expect(withWindows([0], 'another')).toEqual([5000, 5000, 9000, 9000].map(flops));
  });
});
