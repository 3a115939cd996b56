import { describe, expect, it } from 'vitest';
import { generateTrace } from '../../fixtures/generate-trace.ts';
import { readJsonTrace } from '../../fixtures/json-reader.ts';
import { CORRECTED } from '../base/conventions.ts';
import { buildModel } from '../trace/build-model.ts';
import { cellsOf } from './hand-made.ts';
import { operatorsTable } from './operators.ts';
import { FIRST_BASIS } from './report-types.ts';

describe('the operators of a generated trace', () => {
  it.each([
    ['eager', {}],
    ['with kernels launched before the recording', { unlinkedShare: 0.1 }],
    ['on one rank, prefill', { ranks: 1, phases: ['prefill'] as const }],
  ])('take the time and do the products that it was generated with: %s', (_, options) => {
    const { trace, truth } = generateTrace(options);
    const model = buildModel(readJsonTrace(JSON.stringify(trace)), CORRECTED);
    const rows = cellsOf(operatorsTable(model, FIRST_BASIS));
    const products = truth.gpuEvents.filter(
      ({ operator, operatorEvent }) => operator === 'aten::mm' && operatorEvent !== null,
    );
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const mm = rows.find(({ name }) => name === 'aten::mm');
    expect(products.length).toBeGreaterThan(0);
    expect(mm?.calls).toBe(products.length);
    expect(mm?.time).toBe(sum(products.map(({ durationNs }) => durationNs)));
    expect(Number(mm?.gflop) * 1e9).toBeCloseTo(sum(products.map(({ flops }) => flops ?? Number.NaN)), 0);
    expect(sum(rows.map(({ time }) => Number(time)))).toBe(sum(truth.gpuEvents.map(({ durationNs }) => durationNs)));
  });
});
