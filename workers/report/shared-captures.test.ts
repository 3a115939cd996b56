import { describe, expect, it } from 'vitest';
import { referenceModel } from '../../fixtures/reference-model.ts';
import { HAS_SHARED_TRACES, readSharedTrace, SHARED_NOTE } from '../../fixtures/shared-traces.ts';
import { CORRECTED, TRACELENS } from '../base/conventions.ts';
import { rowKey, rowOfKey } from '../base/row-key.ts';
import { WHOLE_TRACE } from '../base/scope.ts';
import { CallSource } from '../trace/trace-model.ts';
import { captureReport } from './capture-report.ts';
import { graphLaunchesTable } from './graph-launches.ts';
import { cellsOf } from './hand-made.ts';
import { referenceTables } from './reference/reference-tables.ts';
import { FIRST_BASIS } from './report-types.ts';

/** Part of the launchers' time by category in percent, as the published report gives it without pseudo-operators (I 9.5, I 11 AT-G5). */
const SHARES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  vllm_decode_full: {
    other: 72.96,
    GEMM: 11.48,
    InferenceAttention: 8.03,
    triton: 3.97,
    RMSNorm: 3.1,
    elementwise: 0.46,
  },
  vllm_prefilldecode_piecewise: {
    other: 81.47,
    GEMM: 11.31,
    InferenceAttention: 3.67,
    RMSNorm: 2.18,
    triton: 1.31,
    elementwise: 0.05,
  },
};
/** GPU events of graphs, all of which a capture explains. */
const REPLAYED = [
  ['vllm_decode_full', 421, 1],
  ['vllm_prefilldecode_piecewise', 361, 25],
  ['sglang_decode', 544, 1],
] as const;

const read = (trace: string) => readSharedTrace(`traces/${trace}/trace.json.gz`);
const WITH_CAPTURES = (trace: string) => ({ captures: `traces/${trace}/capture_traces`, pseudoOps: false });

describe.skipIf(!HAS_SHARED_TRACES)(`real replays with their captures${SHARED_NOTE}`, () => {
  it.each(Object.entries(SHARES))(
    '%s has the published categories',
    (trace, shares) => {
      const model = referenceModel(WITH_CAPTURES(trace), read(trace), TRACELENS);
      const options = { includeUnlinked: false, layout: 'inference' } as const;
      const sheet = referenceTables(model, options).find(({ schema }) => schema.id === 'ops_summary_by_category');
      const found = Object.fromEntries(
        (sheet ? cellsOf(sheet) : []).map((row) => [row['op category'], row['Percentage (%)']]),
      );
      for (const [category, share] of Object.entries(shares)) {
        expect(Math.abs(Number(found[category]) - share), category).toBeLessThanOrEqual(0.01);
      }
    },
    60_000,
  );

  it.each(REPLAYED)(
    '%s has every replayed kernel under a captured operator',
    (trace, kernels, launches) => {
      const model = referenceModel(WITH_CAPTURES(trace), read(trace), CORRECTED);
      expect(model.callSource.filter((source) => source === CallSource.captureName)).toHaveLength(kernels);
      const { mode, matches, withOperator } = captureReport(model, FIRST_BASIS, [], []);
      expect(mode).toBe('replayAndCapture');
      expect(matches).toMatchObject([{ match: 'names', launches, kernels }]);
      expect(withOperator).toBeGreaterThan(0.99);
    },
    60_000,
  );

  it('finds a launch again in a scope that has fewer of its step', () => {
    const trace = 'vllm_prefilldecode_piecewise';
    const model = referenceModel(WITH_CAPTURES(trace), read(trace), CORRECTED);
    const whole = graphLaunchesTable(model, WHOLE_TRACE);
    const launches = cellsOf(whole).map(({ launch }) => Number(launch));
    const { gpuEvents, columns } = model;
    const half = columns.ts[gpuEvents[gpuEvents.length >> 1]];
    const later = graphLaunchesTable(model, { window: [half, Number.MAX_SAFE_INTEGER] });
    const found = launches.map((_, row) => rowOfKey(later, rowKey(whole, row)));
    const inLater = cellsOf(later).map(({ launch }) => Number(launch));
    expect(inLater.length).toBeGreaterThan(0);
    expect(inLater.length).toBeLessThan(launches.length);
    expect(found.map((row) => row !== undefined && inLater[row])).toEqual(
      launches.map((event) => inLater.includes(event) && event),
    );
  }, 60_000);

  it('refuses the captures of another model', () => {
    const model = referenceModel(WITH_CAPTURES('sglang_decode'), read('vllm_decode_full'), CORRECTED);
    const { mode, matches } = captureReport(model, FIRST_BASIS, [], []);
    expect([mode, matches.map(({ match }) => match)]).toEqual(['replay', ['other-model']]);
  }, 60_000);
});
