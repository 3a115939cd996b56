import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HAS_SHARED_TRACES, SHARED_NOTE } from '../../fixtures/shared-traces.ts';
import { CORRECTED, TRACELENS } from '../base/conventions.ts';
import type { JsonValue } from '../base/json.ts';
import type { StepRequests } from '../base/step-sums.ts';
import type { OpCall } from './op-call.ts';
import type { Verdict } from './perf-model.ts';
import { coverageList } from './reference-rows.ts';
import { EXTENDED_TABLES, PUBLISHED_TABLES, registeredModel } from './registry.ts';

const namesOf = (tables: typeof PUBLISHED_TABLES) => tables.flatMap((table) => Object.keys(table));

describe.skipIf(!HAS_SHARED_TRACES)(`coverage of the published names${SHARED_NOTE}`, () => {
  const list = coverageList();

  it('is the whole list and nothing else, each name once', () => {
    expect(list).toHaveLength(292);
    expect(namesOf(PUBLISHED_TABLES).sort()).toEqual(list.map(({ op }) => op).sort());
  });

  it.each(list)('$op', ({ op, model_id, category, bwd_category, sheet_family }) => {
    const entry = registeredModel(op, TRACELENS);
    expect(entry?.category).toBe(category);
    expect(entry?.backwardCategory ?? '').toBe(bwd_category);
    expect(entry?.sheet ?? '').toBe(sheet_family);
    expect(entry?.model !== undefined).toBe(model_id !== '');
    expect(registeredModel(op, CORRECTED)?.category).toBe(category);
  });
});

it('names nothing twice beyond the list, and finds no operator by the name of an object property', () => {
  const names = namesOf(EXTENDED_TABLES);
  expect(names).toHaveLength(new Set(names).size);
  expect(registeredModel('constructor', CORRECTED)).toBeUndefined();
  expect(registeredModel('aten::_int_mm', TRACELENS)).toBeUndefined();
  expect(registeredModel('aten::_int_mm', CORRECTED)?.category).toBe('GEMM');
});

/** Finite, not negative, and the sum of its terms. */
function expectSound(name: string, verdict: Verdict): void {
  const estimate = 'estimate' in verdict ? verdict.estimate : verdict.atLeast;
  if (estimate === undefined) return;
  const { flops, bytes, terms, interval } = estimate;
  const sumOf = (of: 'flops' | 'bytes') =>
    terms.filter((term) => term.of === of).reduce((sum, { value }) => sum + value, 0);
  for (const { value } of terms) expect(value, name).toBeGreaterThanOrEqual(0);
  expect(Number.isFinite(flops), name).toBe(true);
  expect(flops, name).toBe(sumOf('flops'));
  if (bytes !== null) {
    expect(Number.isFinite(bytes), name).toBe(true);
    expect(bytes, name).toBe(sumOf('bytes'));
  }
  if (interval === undefined) return;
  const close = 1 + 1e-12;
  expect(interval.flops[0], name).toBeLessThanOrEqual(flops * close);
  expect(interval.flops[1] * close, name).toBeGreaterThanOrEqual(flops);
  expect(interval.bytes[0], name).toBeLessThanOrEqual((bytes ?? Number.NaN) * close);
  expect(interval.bytes[1] * close, name).toBeGreaterThanOrEqual(bytes ?? Number.NaN);
}

const dtype = fc.constantFrom(
  'float',
  'c10::BFloat16',
  'c10::Float8_e4m3fn',
  'unsigned char',
  'long int',
  'Scalar',
  '',
  'what',
);
const extent = fc.oneof(fc.nat({ max: 4 }), fc.constantFrom(16, 64, 2 ** 40));
const shape = fc.array(extent, { maxLength: 5 });
const printed = fc.constantFrom(
  '',
  '',
  '0',
  '1',
  '3',
  'True',
  'False',
  '[1, 1]',
  '[0]',
  '[True, True, False]',
  '0.5',
  '[-7]',
  'what',
);
const junk: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, -1, 1e308, 'text', { a: 1 }),
  fc.array(fc.oneof(shape, fc.constantFrom<JsonValue>(-1, 0.5, null, 'text')), { maxLength: 3 }),
);
const dims: fc.Arbitrary<JsonValue> = fc.oneof({ weight: 12, arbitrary: shape }, { weight: 1, arbitrary: junk });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 12 });
const sum = fc.oneof(fc.nat({ max: 50 }), fc.constantFrom(2 ** 40));
const told = fc.option(sum);
const step: fc.Arbitrary<StepRequests> = fc.record({
  contextRequests: told,
  generationRequests: told,
  requests: told,
  contextTokens: told,
  generationTokens: told,
  tokens: told,
  sums: fc.option(
    fc.record({ cSq: sum, cSk: sum, cSqSq: sum, cSqSk: sum, gSq: sum, gSk: sum, gSqSq: sum, gSqSk: sum }),
  ),
  sumsBySide: fc.boolean(),
});
const odd: fc.Arbitrary<Omit<OpCall, 'name'>> = fc.record({
  dims: maybe(fc.array(dims, { minLength: 0, maxLength: 12 })),
  types: maybe(fc.array(fc.oneof({ weight: 8, arbitrary: dtype }, { weight: 1, arbitrary: junk }), { maxLength: 12 })),
  strides: maybe(fc.array(dims, { maxLength: 12 })),
  concrete: maybe(
    fc.array(fc.oneof({ weight: 8, arbitrary: printed }, { weight: 1, arbitrary: junk }), { maxLength: 20 }),
  ),
  context: combined(
    fc.record({
      kernels: fc.array(
        fc.constantFrom('nvjet_x_TNT', 'Cijk_Alik_Bljk_B', '_matmul_ogs_NNT_bf16xbf16xmxfp4_1', 'nvjet'),
      ),
      args: fc.constantFrom<Record<string, JsonValue>[]>(
        {},
        { 'MoE topk': 'x' },
        { 'MoE topk': -1 },
        { 'MoE GEMM gated': true },
        { v4_H_Q: 32, v4_d_h: 512 },
      ),
    }),
    fc.record(
      {
        step,
        generationElsewhere: fc.boolean(),
        cacheDtype: dtype,
        window: fc.integer({ min: 1, max: 4096 }),
      },
      { requiredKeys: [] },
    ),
  ),
});

function combined<A extends object, B extends object>(a: fc.Arbitrary<A>, b: fc.Arbitrary<B>): fc.Arbitrary<A & B> {
  return fc.tuple(a, b).map(([first, second]) => ({ ...first, ...second }));
}

it.each([
  ['corrected', CORRECTED],
  ['tracelens', TRACELENS],
])(
  'every model is sound on odd calls: %s',
  (_, conventions) => {
    const names = [...new Set(namesOf([...PUBLISHED_TABLES, ...EXTENDED_TABLES]))];
    fc.assert(
      fc.property(odd, (fields) => {
        for (const name of names) {
          const entry = registeredModel(name, conventions);
          const call = { name, ...fields };
          for (const model of [entry?.model, entry?.backward]) if (model) expectSound(name, model(call, conventions));
        }
      }),
      { numRuns: 100 },
    );
  },
  60_000,
);
