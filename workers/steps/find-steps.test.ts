import { describe, expect, it } from 'vitest';
import { findSteps, stepsFrom } from './find-steps.ts';
import { HandMade } from './hand-made.ts';
import { OUTSIDE, type Steps } from './steps.ts';

/** The serving trace of the splitting specification (12.2): annotation [1000 + 1000 i, + 100), launch at + 10, kernel of 40 µs at + 200. */
function serving(iterations: number, name: (i: number) => string = (i) => `step[DECODE bs=${i + 1}]`): HandMade {
  const trace = new HandMade();
  for (let i = 0; i < iterations; i++) {
    trace.annotation(name(i), 1000 + 1000 * i, 100).kernel(1010 + 1000 * i, 40, { at: 1200 + 1000 * i });
  }
  return trace;
}

const chosen = ({ candidates, chosen }: Steps) => candidates[chosen];
const found = (trace: HandMade) => chosen(findSteps(trace.model()));

describe('findSteps by annotations', () => {
  it('takes each known label for a step', () => {
    const steps = findSteps(serving(16).model());
    expect(chosen(steps)).toMatchObject({
      method: 'annotation:tier',
      status: 'splittable',
      count: 16,
      coverage: 1,
      spanShare: 1,
      unit: 'step',
    });
    expect(steps.steps.map(({ index, tileStartNs, tileEndNs }) => [index, tileEndNs - tileStartNs])).toEqual(
      Array.from({ length: 16 }, (_, i) => [i, 1e6]),
    );
    expect(steps.steps[3]).toMatchObject({ name: 'step[DECODE bs=4]', phase: 'decode', phaseFrom: 'annotation' });
    expect([...steps.tileOf]).toEqual(Array.from({ length: 16 }, (_, i) => i));
  });

  it('grades by the GPU time that tiles explain, unlinked work and all', () => {
    const graded = (unlinked: number) => found(serving(16).gpu('other', 90_000, unlinked));
    expect(graded(110)).toMatchObject({ status: 'degraded' });
    expect(graded(110).coverage).toBeCloseTo(640 / 750, 12);
    expect(graded(500_000)).toMatchObject({ status: 'not splittable', count: 16 });
    expect(graded(500_000).coverage).toBeCloseTo(640 / 500_640, 12);
  });

  it('prefers labels to what repeats, though work before the first degrades them', () => {
    const trace = serving(8);
    for (let i = 1; i <= 4; i++) trace.annotation(`step[DECODE bs=1`, 1000 - 1000 * i, 100);
    for (let i = 1; i <= 4; i++) trace.kernel(1010 - 1000 * i, 10);
    const steps = findSteps(trace.model());
    expect(chosen(steps)).toMatchObject({ method: 'annotation:tier', status: 'splittable', count: 12 });
    const before = serving(8).operator('warm up', 0, 900).kernel(10, 60).model();
    expect(chosen(findSteps(before))).toMatchObject({ method: 'annotation:tier', status: 'degraded', count: 8 });
  });

  it('does not take marks that come now and then, with the work between them', () => {
    const sparse = findSteps(serving(40, (i) => (i % 20 === 0 ? 'step[DECODE bs=1]' : `other ${i}`)).model());
    const known = sparse.candidates.find(({ method }) => method === 'annotation:tier');
    expect(known).toMatchObject({ status: 'degraded', count: 2, coverage: 1, spanShare: 0.05 });
    const first = findSteps(serving(40, (i) => (i < 2 ? 'step[DECODE bs=1]' : `other ${i}`)).model());
    expect(first.candidates.find(({ method }) => method === 'annotation:tier')).toMatchObject({
      status: 'not splittable',
      coverage: 0.05,
    });
  });

  it('counts what is launched between a step and the next as its own, after the last step too', () => {
    const trace = new HandMade();
    for (let i = 0; i < 12; i++) {
      const at = 1000 + 1000 * i;
      trace
        .annotation('step[DECODE bs=1]', at, 100)
        .kernel(at + 10, 90)
        .kernel(at + 150, 10);
    }
    expect(found(trace)).toMatchObject({ status: 'splittable', coverage: 1, spanShare: 0.9 });
  });

  it('finds nothing where nothing is', () => {
    const none = findSteps(new HandMade().model());
    expect(none).toMatchObject({ steps: [], chosen: -1, candidates: [] });
    expect(none.tileOf).toHaveLength(0);
  });

  it('widens labels that name a part of the steps to the family around them', () => {
    const trace = new HandMade();
    for (let i = 0; i < 20; i++) {
      const at = 1000 + 1000 * i;
      trace.annotation('scheduler.run_batch', at, 500);
      trace.annotation(i < 3 ? `step[DECODE bs=${i + 1}]` : `inner part ${i}`, at + 50, 300).kernel(at + 100, 40);
    }
    const steps = findSteps(trace.model());
    expect(chosen(steps)).toMatchObject({ method: 'annotation:widened', status: 'splittable', count: 20 });
    expect(steps.steps.map(({ phase }) => phase).slice(0, 5)).toEqual(['decode', 'decode', 'decode', 'step', 'step']);
    expect(steps.steps[1]).toMatchObject({ name: 'step[DECODE bs=2]', startNs: 1_000_000 });
    expect(steps.candidates.map(({ method }) => method)).toContain('family:unknown_only');
  });

  it('reads decode and verify labels of one run as its steps', () => {
    const trace = serving(20, (i) => (i < 3 ? 'step[DECODE bs=4]' : 'step[TARGET_VERIFY bs=4]'));
    const steps = findSteps(trace.model());
    expect(chosen(steps)).toMatchObject({ method: 'annotation:tier', count: 20, status: 'splittable' });
    expect(steps.steps.every(({ phase }) => phase === 'decode')).toBe(true);
  });

  it('shows a label that cannot be read as such, and never as a decode step', () => {
    const steps = findSteps(serving(6, (i) => (i === 2 ? 'step[DECODE]' : 'step[DECODE bs=4]')).model());
    expect(steps.steps).toHaveLength(6);
    expect(steps.steps[2]).toMatchObject({ parsed: false, label: null, phase: 'step', phaseFrom: 'none' });
  });

  it('takes nested labels of one step for one step, the detailed one for its data', () => {
    const trace = new HandMade();
    for (let i = 0; i < 8; i++) {
      const at = 1000 + 1000 * i;
      trace.annotation('step[DECODE bs=2]', at, 500);
      trace.annotation('step[DECODE bs=2 g_sq=2 g_sk=9 g_sqsq=2 g_sqsk=9]', at + 20, 400).kernel(at + 100, 40);
    }
    const steps = findSteps(trace.model());
    expect(steps.steps).toHaveLength(8);
    expect(steps.steps[0]).toMatchObject({ startNs: 0, endNs: 500_000, label: { detailed: true } });
    expect(chosen(steps)).toMatchObject({ coverage: 1, count: 8 });
  });

  it('takes the labels of one framework only', () => {
    const trace = new HandMade();
    for (let i = 0; i < 16; i++) {
      const at = 1000 + 1000 * i;
      trace.annotation('execute_1_context_0(sq0sk0sqsq0sqsk0)_generation_1(sq1sk5sqsq1sqsk5)', at, 300);
      trace.kernel(at + 10, 40).annotation('step[DECODE bs=1]', at + 400, 100);
    }
    const steps = findSteps(trace.model());
    expect(steps.steps).toHaveLength(16);
    expect(steps.steps.every(({ label }) => label?.framework === 'vllm')).toBe(true);
  });

  it.each([
    ['around', 0, 600, 100, 400],
    ['in', 100, 400, 0, 600],
  ])(
    'takes labels of a second framework that stand %s those of the first for the same steps',
    (_, at, dur, innerAt, innerDur) => {
      const trace = new HandMade();
      for (let i = 0; i < 16; i++) {
        trace.annotation('step[DECODE bs=1]', 1000 * i + at, dur).kernel(1000 * i + 110, 40);
        // Not every step has both.
        if (i % 4 === 3) continue;
        trace.annotation(
          'execute_1_context_0(sq0sk0sqsq0sqsk0)_generation_1(sq1sk5sqsq1sqsk5)',
          1000 * i + innerAt,
          innerDur,
        );
      }
      const steps = findSteps(trace.model());
      expect(chosen(steps)).toMatchObject({ method: 'annotation:tier', count: 16, coverage: 1 });
      expect(steps.steps.map(({ label }) => label?.framework)).toEqual(
        Array.from({ length: 16 }, (_, i) => (i % 4 === 3 ? 'sglang' : 'vllm')),
      );
      expect(steps.steps.slice(0, 3).map(({ startNs }) => startNs)).toEqual([0, 1_000_000, 2_000_000]);
    },
  );

  it('looks at annotations of the host only', () => {
    const trace = new HandMade();
    const name = 'execute_1_context_0(sq0sk0sqsq0sqsk0)_generation_1(sq1sk5sqsq1sqsk5)';
    trace.operator(name, 1000, 100).kernel(1010, 40).slice('gpu_user_annotation', name, 1200, 40);
    expect(findSteps(trace.model())).toMatchObject({ steps: [], chosen: -1 });
  });

  it('finds the marks of the profiler, the work of other threads and all', () => {
    const trace = new HandMade();
    for (let i = 0; i < 8; i++) {
      const at = 1000 + 1000 * i;
      trace
        .annotation(`ProfilerStep#${i}`, at, 900)
        .kernel(at + 10, 100)
        .kernel(at + 400, 200, { tid: 2 });
    }
    const steps = findSteps(trace.model());
    expect(chosen(steps)).toMatchObject({ status: 'splittable', count: 8, coverage: 1, spanShare: 1 });
    expect(steps.steps[0]).toMatchObject({ phase: 'step', phaseFrom: 'none' });
  });

  it('calls one mark of the profiler no split, one label of a server one step', () => {
    const one = (name: string) => found(new HandMade().annotation(name, 1000, 900).kernel(1100, 40));
    expect(one('ProfilerStep#3')).toMatchObject({ status: 'not splittable', count: 1 });
    expect(one('execute_context_0(0)_generation_3(3)')).toMatchObject({ status: 'splittable', count: 1 });
  });
});

describe('findSteps by unknown families', () => {
  it('prefers the step to its parts', () => {
    const trace = new HandMade();
    for (let i = 0; i < 6; i++) {
      const at = 1000 + 1000 * i;
      trace.annotation(`iteration ${i}`, at, 900);
      for (let layer = 0; layer < 4; layer++) {
        trace.annotation(`layer ${layer}`, at + 10 + 200 * layer, 190).kernel(at + 20 + 200 * layer, 50);
      }
    }
    const steps = findSteps(trace.model());
    expect(chosen(steps)).toMatchObject({ method: 'family:unknown_only', family: 'iteration #', count: 6 });
    expect(steps.candidates.some(({ family, count }) => family === 'layer #' && count === 24)).toBe(true);
  });

  it('leaves collectives and turns without work out', () => {
    const trace = new HandMade();
    for (let i = 0; i < 12; i++) {
      const at = 1000 + 1000 * i;
      trace.annotation('turn', at, 900);
      if (i % 3 !== 1) trace.annotation('nccl:all_reduce', at + 10, 50).kernel(at + 20, 50);
    }
    const steps = findSteps(trace.model());
    expect(chosen(steps)).toMatchObject({ family: 'turn', count: 8, coverage: 1 });
    expect(steps.candidates.every(({ family }) => !family.includes('nccl'))).toBe(true);
  });
});

describe('findSteps by the call tree', () => {
  it('sees a body that repeats', () => {
    const trace = new HandMade().frame('training_loop', 0, 8000);
    for (let i = 0; i < 8; i++) {
      trace.frame('iter_fwd', 10 + 900 * i, 300).kernel(20 + 900 * i, 20);
      trace.frame('iter_bwd', 310 + 900 * i, 400).kernel(320 + 900 * i, 20);
    }
    const steps = findSteps(trace.model());
    expect(chosen(steps)).toMatchObject({
      method: 'generic:branch_descent',
      status: 'splittable',
      coverage: 1,
      count: 8,
      calls: { by: 'pattern', period: 2, depth: 0, iterationsNs: 320_000, warmup: null, wrapup: null },
    });
    expect(
      steps.steps.every(({ name, startNs, endNs }) => name === 'training_loop' && endNs - startNs === 700_000),
    ).toBe(true);
  });

  it('sees calls of a loop that does nothing in some turns', () => {
    const trace = new HandMade().frame('event_loop', 0, 15_000);
    for (let turn = 0; turn < 14; turn++) {
      trace.frame('get_next_batch', 10 + 1000 * turn, 100);
      if ([0, 1, 3, 4, 6, 8, 10, 11].includes(turn)) {
        trace.frame('run_batch', 200 + 1000 * turn, 500).kernel(210 + 1000 * turn, 100);
      }
    }
    const steps = findSteps(trace.model());
    expect(chosen(steps)).toMatchObject({ count: 8, coverage: 1, status: 'splittable' });
    expect(new Set(steps.steps.map(({ name }) => name))).toEqual(new Set(['run_batch']));
  });

  it('sees a pattern of calls between idle ones', () => {
    const trace = new HandMade().frame('event_loop', 0, 13_000);
    for (let turn = 0; turn < 12; turn++) {
      const at = 1000 * turn;
      trace.frame('get_next_batch', at + 10, 50);
      trace.frame('run_batch', at + 100, 500).kernel(at + 110, 100);
      trace.frame('post_process', at + 610, 90).kernel(at + 620, 5);
      if ([2, 5, 9].includes(turn)) trace.frame('idle', at + 800, 50);
    }
    const steps = findSteps(trace.model());
    expect(chosen(steps)).toMatchObject({ count: 12, coverage: 1 });
    expect(steps.steps.every(({ name, startNs, endNs }) => name === 'event_loop' && endNs - startNs === 600_000)).toBe(
      true,
    );
  });

  it('takes no turns for steps that launch nothing', () => {
    const trace = new HandMade().frame('event_loop', 0, 15_000);
    for (let turn = 0; turn < 14; turn++) trace.frame('get_next_batch', 10 + 1000 * turn, 100);
    expect(findSteps(trace.operator('other', 20_000, 300).kernel(20_010, 200).model())).toMatchObject({ chosen: -1 });
  });

  it('does not lose an iteration whose body varies', () => {
    const trace = new HandMade().frame('run', 0, 7000);
    for (let turn = 0; turn < 6; turn++) {
      const at = 1000 * turn;
      trace.frame('attention', at + 10, 200).kernel(at + 20, 100);
      trace.frame(turn === 0 ? 'setup' : 'mlp', at + 300, 200).kernel(at + 310, turn === 0 ? 10 : 50);
    }
    const steps = findSteps(trace.model());
    expect(chosen(steps)).toMatchObject({
      method: 'generic:branch_descent',
      count: 6,
      coverage: 1,
      status: 'splittable',
    });
  });

  it('sees what repeats without anything around it', () => {
    const trace = new HandMade();
    for (let i = 0; i < 8; i++) {
      trace.operator('a', 1000 * i, 300).kernel(1000 * i + 10, 20);
      trace.operator('b', 1000 * i + 300, 400).kernel(1000 * i + 310, 20);
    }
    const steps = findSteps(trace.model());
    expect(chosen(steps)).toMatchObject({ method: 'generic:sibling_roots', count: 8, coverage: 1 });
    expect(steps.steps.every(({ name, startNs, endNs }) => name === 'a' && endNs - startNs === 700_000)).toBe(true);
  });

  it('sees what repeats though annotations stand around parts of it', () => {
    const trace = new HandMade();
    for (let i = 0; i < 9; i++) {
      if (i % 3 === 0) trace.annotation(`part ${'abc'[i / 3]}`, 1000 * i, i === 3 ? 1900 : 2900);
      trace.operator('a', 1000 * i + 10, 300).kernel(1000 * i + 20, 20);
      trace.operator('b', 1000 * i + 320, 400).kernel(1000 * i + 330, 20);
    }
    expect(found(trace)).toMatchObject({ method: 'generic:sibling_roots', count: 9, coverage: 1, spanShare: 1 });
  });

  it('goes on where the loop around what repeats begins anew', () => {
    const trace = new HandMade().frame('main', 0, 14_000);
    for (const epoch of [0, 1]) {
      const start = 7000 * epoch;
      trace.frame('train_epoch', start + 10, 5000);
      for (let i = 0; i < 5; i++) trace.frame('step', start + 20 + 900 * i, 800).kernel(start + 30 + 900 * i, 100);
      trace.frame('evaluate', start + 5500, 900).kernel(start + 5600, 10);
    }
    const found = findSteps(trace.model());
    expect(chosen(found)).toMatchObject({ count: 10, unit: 'step', status: 'splittable' });
    const { steps, tileOf } = found;
    expect(steps.map(({ startNs }) => startNs / 1000)).toEqual(
      [0, 1].flatMap((epoch) => Array.from({ length: 5 }, (_, i) => 20 + 7000 * epoch + 900 * i)),
    );
    // The first evaluation belongs to the step before it.
    expect(Array.from({ length: 10 }, (_, i) => tileOf.filter((tile) => tile === i).length)).toEqual([
      1, 1, 1, 1, 2, 1, 1, 1, 1, 1,
    ]);
  });

  it('takes replays of graphs for steps where nothing else is recorded', () => {
    const trace = new HandMade();
    for (let i = 0; i < 6; i++) {
      trace.slice('cuda_runtime', 'cudaGraphLaunch', 1000 * i, 20, { args: { correlation: 500 + i } });
      for (let k = 0; k < 3; k++) trace.gpu(`kernel ${k}`, 1000 * i + 100 + 50 * k, 40, 500 + i);
    }
    expect(found(trace)).toMatchObject({
      method: 'generic:sibling_roots',
      count: 6,
      coverage: 1,
      status: 'splittable',
    });
  });

  /** Six steps of a main program whose backward pass runs on another thread. */
  const withBackward = (annotated: boolean) => {
    const trace = new HandMade().frame('main.py(1): <module>', 0, 7000);
    for (let i = 0; i < 6; i++) {
      const at = 1000 * i;
      trace.frame('main.py(10): step', at + 10, 900);
      trace
        .frame('model.py(3): forward', at + 20, 300)
        .operator('aten::linear', at + 30, 200)
        .kernel(at + 40, 50);
      trace.frame('_tensor.py(500): backward', at + 400, 400);
      if (annotated) trace.annotation('## backward ##', at + 410, 380);
      trace.operator('autograd::engine', at + 450, 300, { tid: 2 }).kernel(at + 460, 100, { tid: 2 });
    }
    return trace;
  };

  it.each([false, true])('counts the backward pass of another thread (annotated: %s)', (annotated) => {
    const steps = findSteps(withBackward(annotated).model());
    const candidate = steps.candidates.find(({ method }) => method === 'generic:branch_descent');
    expect(candidate).toMatchObject({ count: 6, coverage: 1, spanShare: 1, status: 'splittable' });
    const branch = stepsFrom(withBackward(annotated).model(), candidate ? steps.candidates.indexOf(candidate) : -1);
    expect(branch.steps.map(({ name }) => name)).toEqual(Array(6).fill('main.py(10): step'));
  });

  it('keeps small steps beside large ones', () => {
    const trace = new HandMade().frame('main', 0, 11_000);
    for (let i = 0; i < 10; i++) trace.frame('step', 1000 * i + 10, 500).kernel(1000 * i + 20, i < 2 ? 1 : 100);
    expect(found(trace)).toMatchObject({ count: 10, coverage: 1, status: 'splittable' });
  });

  it('goes on after what comes now and then', () => {
    const trace = new HandMade().frame('main', 0, 40_000);
    let at = 10;
    const call = (name: string, gpu: number) => {
      trace.frame(name, at, 400).kernel(at + 10, gpu);
      at += 410;
    };
    for (let i = 1; i <= 30; i++) {
      call('fwd', 100);
      call('bwd', 200);
      if (i === 10 || i === 20) call('evaluate', 150);
    }
    const steps = findSteps(trace.model());
    expect(chosen(steps)).toMatchObject({ count: 30, coverage: 1, status: 'splittable' });
    expect(chosen(steps).spanShare).toBeCloseTo(9000 / 9300, 12);
  });

  it.each([
    ['in every fourth turn', (i: number) => i % 4 === 3],
    ['in some', (i: number) => [1, 2, 7, 11].includes(i)],
  ])('goes on after what comes %s, however regular', (_, isLogged) => {
    const trace = new HandMade();
    let at = 0;
    const call = (name: string, gpu: number) => {
      trace.operator(name, at, 20).kernel(at + 5, gpu);
      at += 25;
    };
    for (let i = 0; i < 12; i++) {
      for (const name of ['to', 'linear', 'gelu', 'linear', 'backward', 'backward']) call(`aten::${name}`, 20);
      call('Optimizer.step#Adam', 10);
      if (isLogged(i)) call('aten::item', 8);
    }
    const steps = findSteps(trace.model());
    expect(chosen(steps)).toMatchObject({ count: 12, coverage: 1, unit: 'step', status: 'splittable' });
    const counts = steps.steps.map(({ index }) => steps.tileOf.filter((tile) => tile === index).length);
    expect(counts).toEqual(Array.from({ length: 12 }, (_, i) => (isLogged(i) ? 8 : 7)));
  });

  it('keeps the parts of a step together that an optimizer ends', () => {
    const trace = new HandMade();
    for (let i = 0; i < 6; i++) {
      for (let part = 0; part < 4; part++) {
        const at = 1000 * i + 200 * part;
        trace
          .operator('forward', at, 90)
          .kernel(at + 5, 30)
          .operator('backward', at + 100, 90)
          .kernel(at + 105, 60);
      }
      trace.operator('Optimizer.step#Adam', 1000 * i + 850, 90).kernel(1000 * i + 855, 20);
    }
    expect(found(trace)).toMatchObject({ count: 6, coverage: 1, unit: 'step' });
  });

  /** A server without stacks: inputs go to the GPU, prompts run operator by operator, decodes as a graph, tokens come back. */
  const server = (pauseUs: number, bodies: string) => {
    const trace = new HandMade();
    let at = 0;
    const call = (name: string, gpu: number, cat = 'kernel', kernel = 'gemm') => {
      trace.operator(name, at, 20).kernel(at + 5, gpu, { cat, name: kernel });
      at += 20;
    };
    for (const body of bodies) {
      call('aten::copy_', 2, 'gpu_memcpy', 'Memcpy HtoD (Pinned -> Device)');
      if (body === 'd') call('replay', 50);
      else for (let layer = 0; layer < 6; layer++) for (const name of ['norm', 'attention', 'mlp']) call(name, 90);
      call('aten::argmax', 3);
      call('aten::copy_', 1, 'gpu_memcpy', 'Memcpy DtoH (Device -> Pinned)');
      at += pauseUs;
    }
    return findSteps(trace.model());
  };

  it.each([0, 300])('sees steps of a server without stacks that pauses for %s µs between them', (pauseUs) => {
    const bodies = 'pddddpdddpddddddpddp';
    const steps = server(pauseUs, bodies);
    expect(chosen(steps)).toMatchObject({ unit: 'step', status: 'splittable', coverage: 1, count: bodies.length });
    const { steps: list, tileOf } = steps;
    const counts = list.map(({ index }) => tileOf.filter((tile) => tile === index).length);
    expect(counts).toEqual(Array.from(bodies, (body) => (body === 'd' ? 4 : 21)));
  });

  it('never takes GPU events for steps', () => {
    const trace = new HandMade().operator('replay', 0, 1000);
    trace.slice('cuda_runtime', 'cudaGraphLaunch', 10, 900, { args: { correlation: 7777 } });
    for (let layer = 0; layer < 32; layer++) {
      trace.gpu('attention', 1000 + 100 * layer, 40, 7777).gpu('mlp', 1050 + 100 * layer, 40, 7777);
    }
    expect(findSteps(trace.model())).toMatchObject({ steps: [], chosen: -1, candidates: [] });
  });
});

describe('bookends', () => {
  const run = (before: number, after: number) => {
    const trace = new HandMade().frame('pipeline', 0, 10_000);
    if (before > 0) trace.frame('encode', 10, 400).kernel(20, before);
    for (let i = 0; i < 5; i++) trace.frame('denoise', 1000 + 1000 * i, 900).kernel(1010 + 1000 * i, 170);
    if (after > 0) trace.frame('decode', 6000, 400).kernel(6010, after);
    return findSteps(trace.model());
  };

  it('round off what explains most', () => {
    const steps = run(100, 50);
    expect(chosen(steps)).toMatchObject({
      method: 'generic:branch_descent',
      status: 'splittable',
      coverage: 1,
      count: 7,
      calls: { by: 'frames', period: null, depth: 0, iterationsNs: 850_000, warmup: 0.1, wrapup: 0.05 },
    });
    expect(steps.steps.map(({ name }) => name)).toEqual(['warmup', ...Array(5).fill('denoise'), 'wrapup']);
    expect([...steps.tileOf]).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const plain = steps.candidates.find(({ count }) => count === 5);
    expect(plain).toMatchObject({ status: 'degraded', coverage: 0.85 });
  });

  it('are there only on the side that has work', () => {
    expect(run(100, 0).steps.map(({ name }) => name)).toEqual(['warmup', ...Array(5).fill('denoise')]);
  });

  it('do not help what explains little', () => {
    const steps = run(9000, 50);
    expect(steps).toMatchObject({ chosen: -1, steps: [] });
    expect(steps.candidates.some(({ count }) => count === 7)).toBe(false);
  });
});

describe('layers', () => {
  /** A run of `iterations` of four layers, with modules or without, each iteration with copies from and to the host. */
  const model = (iterations: number, module: ((layer: number) => string) | null) => {
    const trace = new HandMade();
    for (let i = 0; i < iterations; i++) {
      const at = 10_000 * i;
      trace.frame('model.py(5): forward', at, 9000);
      trace.kernel(at + 10, 5, { cat: 'gpu_memcpy', name: 'Memcpy HtoD (Pinned -> Device)' });
      for (let layer = 0; layer < 4; layer++) {
        const start = at + 100 + 1000 * layer;
        if (module) trace.frame(module(layer), start, 900);
        trace.frame('layer.py(9): run', start + 1, 800).kernel(start + 10, 200);
      }
      trace.kernel(at + 8000, 5, { cat: 'gpu_memcpy', name: 'Memcpy DtoH (Device -> Pinned)' });
    }
    return trace.model();
  };

  it('of one iteration are no steps: each has a module of its own', () => {
    const steps = findSteps(model(1, (layer) => `nn.Module: DecoderLayer_${layer}`));
    expect(chosen(steps)).toMatchObject({ unit: 'layer', status: 'degraded', count: 4 });
  });

  it('of one iteration are no steps: none copies from or to the host, as the rest does', () => {
    expect(chosen(findSteps(model(1, null)))).toMatchObject({ unit: 'layer', status: 'degraded', count: 4 });
  });

  it('are not confused with iterations of one module', () => {
    const steps = findSteps(model(5, (layer) => `nn.Module: DecoderLayer_${layer}`));
    expect(chosen(steps)).toMatchObject({ unit: 'step', status: 'splittable', count: 5 });
  });
});

describe('ranks and threads', () => {
  const label = (i: number) => `execute_context_0(0)_generation_${i + 1}(${i + 1})`;

  it('that step together give one list, each step with the work of all', () => {
    const trace = new HandMade();
    for (const [pid, lag] of [
      [1, 0],
      [2, 150],
      [3, -90],
    ]) {
      for (let i = 0; i < 10; i++) {
        const at = 1000 + 1000 * i + lag;
        // The second launch comes late: by the clock of the first rank it is in the next step.
        trace.annotation(label(i), at, 600, { pid }).kernel(at + 10, 40, { pid, device: pid });
        trace.kernel(at + 950, 5, { pid, device: pid });
      }
    }
    const model = trace.model();
    const steps = findSteps(model);
    expect(chosen(steps)).toMatchObject({ count: 10, coverage: 1, status: 'splittable' });
    const counts = new Map<number, number>();
    for (const tile of steps.tileOf) counts.set(tile, (counts.get(tile) ?? 0) + 1);
    expect([...counts].sort((a, b) => a[0] - b[0])).toEqual(Array.from({ length: 10 }, (_, i) => [i, 6]));
  });

  it('that keep pace are paired by that, though names fit those of other steps', () => {
    const trace = new HandMade();
    for (let i = 0; i < 10; i++) {
      const at = 1000 + 1000 * i;
      trace.annotation(`ProfilerStep#${i}`, at, 900).kernel(at + 10, 40);
      trace.annotation(`ProfilerStep#${i + 3}`, at + 5, 900, { pid: 2 }).kernel(at + 20, 40, { pid: 2, device: 1 });
    }
    expect(found(trace)).toMatchObject({ count: 10, coverage: 1 });
  });

  it.each([3, -3])('that recorded different parts give one list, whose steps do not overlap (lag of %d µs)', (lag) => {
    const trace = new HandMade();
    for (let i = 0; i < 12; i++) {
      const at = 1000 + 1000 * i;
      if (i < 9) trace.annotation(label(i), at, 600).kernel(at + 10, 40);
      if (i < 3) continue;
      trace.annotation(label(i), at + lag, 600, { pid: 2 }).kernel(at + 20, 40, { pid: 2, device: 1 });
    }
    const { steps, tileOf } = findSteps(trace.model());
    expect(steps.map(({ label }) => label?.generationRequests)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
    expect(Array.from({ length: 12 }, (_, i) => tileOf.filter((tile) => tile === i).length)).toEqual([
      1, 1, 1, 2, 2, 2, 2, 2, 2, 1, 1, 1,
    ]);
    const overlaps = steps.filter((step, i) => i > 0 && step.tileStartNs < steps[i - 1].tileEndNs);
    expect(overlaps).toEqual([]);
  });

  it('whose clocks differ are paired by the order of their labels', () => {
    const trace = new HandMade();
    for (let i = 0; i < 10; i++) {
      trace.annotation(label(i), 1000 + 1000 * i, 600).kernel(1010 + 1000 * i, 40);
      if (i < 2) continue;
      const at = 71_300 + 1000 * i;
      trace.annotation(label(i), at, 600, { pid: 2 }).kernel(at + 10, 40, { pid: 2, device: 1 });
    }
    const steps = findSteps(trace.model());
    expect(steps.steps).toHaveLength(10);
    const perStep = Array.from({ length: 10 }, (_, i) => steps.tileOf.filter((tile) => tile === i).length);
    expect(perStep).toEqual([1, 1, 2, 2, 2, 2, 2, 2, 2, 2]);
  });

  it('that keep pace with requests of their own give one list, with the labels of the first', () => {
    const trace = new HandMade();
    for (let i = 0; i < 10; i++) {
      // Steps last differently, and both ranks wait for each other.
      const at = 1000 + 1000 * i + 37 * (i % 4);
      trace.annotation(`step[DECODE bs=${20 + i}]`, at, 900).kernel(at + 10, 40);
      trace.annotation(`step[DECODE bs=${5 + ((i * 7) % 4)}]`, at + 30, 850, { pid: 2 });
      trace.kernel(at + 50, 30, { pid: 2, device: 1 });
    }
    const steps = findSteps(trace.model());
    expect(chosen(steps)).toMatchObject({ count: 10, coverage: 1 });
    expect(steps.steps.map(({ label }) => label?.generationRequests)).toEqual(
      Array.from({ length: 10 }, (_, i) => 20 + i),
    );
    expect(steps.steps.map(({ index }) => steps.tileOf.filter((tile) => tile === index).length)).toEqual(
      Array(10).fill(2),
    );
  });

  it('that keep pace are paired though one records something else just before a step', () => {
    const trace = new HandMade();
    for (let i = 0; i < 12; i++) {
      const at = 1000 + 1000 * i;
      trace.annotation(`step[DECODE bs=${20 + i}]`, at, 900).kernel(at + 10, 40);
      if (i >= 10) continue;
      if (i === 4) trace.annotation('step[IDLE bs=0]', at - 110, 50, { pid: 2 });
      trace.annotation(`step[DECODE bs=${5 + ((i * 7) % 4)}]`, at + 30, 850, { pid: 2 });
      trace.kernel(at + 50, 30, { pid: 2, device: 1 });
    }
    const { steps, tileOf } = findSteps(trace.model());
    const withWork = steps.filter(({ label }) => label?.phase === 'decode').map(({ index }) => index);
    expect(withWork.map((step) => tileOf.filter((tile) => tile === step).length)).toEqual([...Array(10).fill(2), 1, 1]);
  });

  it('that step on their own keep their own steps', () => {
    const trace = new HandMade();
    for (let i = 0; i < 8; i++) trace.annotation('step[DECODE bs=4]', 1000 + 1000 * i, 900).kernel(1010 + 1000 * i, 40);
    for (let i = 0; i < 5; i++) {
      const at = 1370 + 1530 * i;
      trace.annotation('step[DECODE bs=9]', at, 1400, { pid: 2 }).kernel(at + 10, 40, { pid: 2, device: 1 });
    }
    const steps = findSteps(trace.model());
    expect(chosen(steps)).toMatchObject({ count: 13, coverage: 1 });
    expect(new Set(steps.tileOf).size).toBe(13);
  });

  it('count a step once that two threads of a process mark', () => {
    const trace = new HandMade();
    for (let i = 0; i < 8; i++) {
      const at = 1000 + 1000 * i;
      trace.annotation(label(i), at, 900, { tid: 1 }).annotation(label(i), at + 20, 800, { tid: 2 });
      trace.kernel(at + 30, 40, { tid: 2 });
    }
    expect(found(trace)).toMatchObject({ count: 8, coverage: 1 });
  });

  it('follow steps that hop from thread to thread', () => {
    const trace = new HandMade();
    for (let i = 0; i < 9; i++) {
      const at = 1000 + 1000 * i;
      trace.annotation(label(i), at, 900, { tid: 1 + (i % 3) }).kernel(at + 30, 40, { tid: 7 });
    }
    const steps = findSteps(trace.model());
    expect(chosen(steps)).toMatchObject({ count: 9, coverage: 1, spanShare: 1 });
    expect([...steps.tileOf]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('stepsFrom', () => {
  const trace = serving(8);
  for (let i = 0; i < 24; i++) trace.operator(`part ${i % 3}`, 1020 + 333 * i, 5);
  const model = trace.model();

  it('takes another candidate', () => {
    const steps = findSteps(model);
    expect(stepsFrom(model, steps.chosen).steps).toEqual(steps.steps);
    expect(stepsFrom(model, 99)).toMatchObject({ chosen: -1, steps: [] });
  });

  it('begins a step where a name fits', () => {
    expect(stepsFrom(model, 'PART 0').steps).toHaveLength(8);
    expect(stepsFrom(model, '/^part [01]$/').steps).toHaveLength(16);
    const last = stepsFrom(model, 'part 0');
    expect(last.candidates[last.chosen]).toMatchObject({ method: 'pattern', family: 'part 0', count: 8 });
  });

  it.each(['', '/(/', '/(a+)+$/', '/(a|aa)+$/', 'no such name', '/.*.*.*.*.*.*x/'])(
    'says why “%s” gives none',
    (pattern) => {
      const none = stepsFrom(model, pattern);
      expect(none).toMatchObject({ chosen: -1, steps: [] });
      expect(none.candidates.at(-1)).toMatchObject({ method: 'pattern', count: 0 });
      expect(none.tileOf).toEqual(model.launch.map((launch) => (launch < 0 ? OUTSIDE.unlinked : OUTSIDE.before)));
    },
  );
});
