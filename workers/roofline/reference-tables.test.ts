import { describe, expect, it } from 'vitest';
import { TRACELENS } from '../base/conventions.ts';
import type { JsonValue } from '../base/json.ts';
import type { Estimate, ParamValue } from './perf-model.ts';
import { type ReferenceRow, referenceRows } from './reference-rows.ts';
import { registeredModel } from './registry.ts';

/** Rows whose FLOPs need a step's annotation, a capture or a pseudo-operator's parameters, which a row does not hold. */
const FROM_ELSEWHERE = /^(InferenceAttention|MoE_unfused|MoE_fused)$/;

const rows = referenceRows().filter(({ call, cell, category }) => {
  const modelled = cell('has_perf_model') === 'True' && cell('GFLOPS') !== '';
  return modelled && (!FROM_ELSEWHERE.test(category) || call.name === 'sglang::store_cache');
});

/** Rows that differ in nothing that a model sees, once. */
const distinct = new Map(rows.map((row) => [`${row.table} ${row.call.name} ${JSON.stringify(row.call)}`, row]));

describe('published estimates', () => {
  it.skipIf(rows.length === 0)('are those of the models under the published conventions', () => {
    const wrong = [...distinct.values()].flatMap((row) => differences(row));
    expect(wrong).toEqual([]);
    expect(distinct.size).toBeGreaterThan(400);
  });
});

function differences(row: ReferenceRow): readonly string[] {
  const { call, cell, table } = row;
  const where = `${table} ${call.name} ${JSON.stringify(call.dims)}`;
  const verdict = registeredModel(call.name, TRACELENS)?.model?.(call, TRACELENS);
  if (verdict === undefined || 'whyNot' in verdict) return [`${where}: ${verdict?.whyNot ?? 'not registered'}`];
  const { estimate } = verdict;
  return [
    ...unequal('GFLOPS', estimate.flops / 1e9, Number(cell('GFLOPS'))),
    ...unequal('MB', estimate.bytes === null ? '' : estimate.bytes / 1024 ** 2, numberOrEmpty(cell('Data Moved (MB)'))),
    ...unequal('spec', specOf(estimate), cell('Compute Spec')),
    ...unequal('params', JSON.stringify(plainParams(estimate)), JSON.stringify(row.params)),
  ].map((difference) => `${where}: ${difference}`);
}

const numberOrEmpty = (text: string) => (text === '' ? '' : Number(text));

function unequal(what: string, ours: number | string, theirs: number | string): readonly string[] {
  const close =
    typeof ours === 'number' && typeof theirs === 'number'
      ? Math.abs(ours - theirs) <= 1e-12 * Math.abs(theirs)
      : ours === theirs;
  return close ? [] : [`${what} ${ours}, reference ${theirs}`];
}

function specOf({ engine, precision, computeSpec }: Estimate): string {
  return computeSpec ?? (engine === null || precision === null ? '' : `${engine}_${precision}`);
}

function plainParams({ params }: Estimate): JsonValue {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, plain(value)]));
}

function plain(value: ParamValue): JsonValue {
  if (value === null || typeof value !== 'object') return value;
  if ('float' in value) return value.float;
  return ('list' in value ? value.list : value).map(plain);
}
