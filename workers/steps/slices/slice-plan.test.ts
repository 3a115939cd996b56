import { describe, expect, it } from 'vitest';
import type { Phase } from '../../base/scope.ts';
import { labelOf } from '../step-label.ts';
import { OUTSIDE, type Step } from '../steps.ts';
import { stepOf } from './hand-made-steps.ts';
import { baseName, safeName } from './slice-names.ts';
import { outsideSlices, phaseSlices, rangeSlice, singleSlices, windowSlice } from './slice-plan.ts';

/** A step with so many context and generation requests, one token each. */
function serving(index: number, phase: Phase, contextRequests: number, generationRequests: number): Step {
  const requests = contextRequests + generationRequests;
  const name = `execute_${requests}_context_${contextRequests}(${contextRequests})_generation_${generationRequests}`;
  const label = labelOf('vllm', { phase, contextRequests, generationRequests, requests, tokens: requests });
  return stepOf(index, { name, phase, label });
}

const STEPS = [
  serving(0, 'prefill', 2, 0),
  serving(1, 'mixed', 1, 2),
  serving(2, 'decode', 0, 3),
  serving(3, 'decode', 0, 4),
  serving(4, 'idle', 0, 0),
  serving(5, 'decode', 0, 4),
];

describe('file names', () => {
  it.each([
    ['rank0.1234.pt.trace.json.gz', 'rank0.1234'],
    ['sglang_deepseek_mi300.trace.json.gz', 'sglang_deepseek_mi300.trace'],
    ['trace.json', 'trace'],
    ['a b (1).zip', 'a_b_1'],
    ['.json.gz', 'trace'],
    ['=1+cmd.json', '1+cmd'],
    ['トレース.json', 'トレース'],
  ])('%s is %s', (file, base) => {
    expect(baseName(file)).toBe(base);
  });

  it('hold nothing that a file system refuses', () => {
    expect(safeName('execute_16_context_0(sq0)_generation_16(sq16)')).toBe(
      'execute_16_context_0_sq0_generation_16_sq16',
    );
    expect(safeName('step[DECODE bs=4]')).toBe('step_DECODE_bs4');
    expect(safeName('../..\\C:\\a*?"<>|\u0000\n')).toBe('_.._C_a_');
    expect(new TextEncoder().encode(safeName('長'.repeat(500))).length).toBeLessThanOrEqual(90);
  });
});

describe('slices to save', () => {
  it('are one a step, named by its annotation', () => {
    expect(
      singleSlices([...STEPS, stepOf(6), stepOf(7, { name: 'wrapup' })], [1, 8], 'base').map(
        ({ path, idx, places }) => [path, idx, places],
      ),
    ).toEqual([
      ['base_iteration_1_execute_3_context_1_1_generation_2.json.gz', 1, [1]],
      ['base_iteration_2_execute_3_context_0_0_generation_3.json.gz', 2, [2]],
      ['base_iteration_3_execute_4_context_0_0_generation_4.json.gz', 3, [3]],
      ['base_iteration_4_execute_0_context_0_0_generation_0.json.gz', 4, [4]],
      ['base_iteration_5_execute_4_context_0_0_generation_4.json.gz', 5, [5]],
      ['base_iteration_6.json.gz', 6, [6]],
      ['base_wrapup.json.gz', 7, [7]],
    ]);
  });

  it('are what is outside the steps', () => {
    expect(outsideSlices('base')).toEqual([
      { path: 'base_before.json.gz', idx: 'before', places: [OUTSIDE.before] },
      { path: 'base_after.json.gz', idx: 'after', places: [OUTSIDE.after] },
      { path: 'base_unlinked.json.gz', idx: 'unlinked', places: [OUTSIDE.unlinked] },
    ]);
  });

  it('are a range, without a colon in its name', () => {
    expect(rangeSlice([2, 5], 'base')).toEqual({
      path: 'base_iteration_2-5.json.gz',
      idx: '2:5',
      places: [2, 3, 4],
    });
    expect(rangeSlice([2, 3], 'base')).toEqual({ path: 'base_iteration_2.json.gz', idx: 2, places: [2] });
  });

  it('are windows, named by the phases, mean batch size and mean requests of their steps', () => {
    expect(windowSlice(STEPS, [0, 4], 'mixed_steady_state', 'base')).toEqual({
      path: 'mixed_steady_state_prefill_1_prefilldecode_1_decode_2_bs3_conc3_base.json.gz',
      idx: '0:4',
      places: [0, 1, 2, 3],
    });
    const unknown = [stepOf(0, { shapeBatch: 8 }), stepOf(1)];
    expect(windowSlice(unknown, [0, 2], 'mixed_steady_state', 'base').path).toBe(
      'mixed_steady_state_prefill_0_prefilldecode_0_decode_0_bs8_base.json.gz',
    );
    expect(windowSlice(unknown, [0, 2], 'steady_state', 'base').path).toBe('steady_state_base.json.gz');
  });

  it('are runs of one phase, which idle steps and borders of regions end', () => {
    const regions = [
      [0, 3],
      [3, 6],
    ] as const;
    expect(phaseSlices(STEPS, regions, 'base').map(({ path, idx }) => [path, idx])).toEqual([
      [
        'prefilldecodemix/prefilldecodemix_chunk0_steps2_bs2_conc2_prefill_1_prefilldecode_1_decode_0_bs2_conc2_base.json.gz',
        '0:2',
      ],
      ['decode_only/decode_only_chunk0_steps1_bs3_conc3_prefill_0_prefilldecode_0_decode_1_bs3_conc3_base.json.gz', 2],
      ['decode_only/decode_only_chunk1_steps1_bs4_conc4_prefill_0_prefilldecode_0_decode_1_bs4_conc4_base.json.gz', 3],
      ['decode_only/decode_only_chunk2_steps1_bs4_conc4_prefill_0_prefilldecode_0_decode_1_bs4_conc4_base.json.gz', 5],
    ]);
    expect(phaseSlices([stepOf(0), stepOf(1)], [[0, 2]], 'base')).toEqual([]);
  });
});
