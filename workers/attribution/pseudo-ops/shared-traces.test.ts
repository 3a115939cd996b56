import { describe, expect, it } from 'vitest';
import { HAS_SHARED_TRACES, readSharedTrace, SHARED_NOTE } from '../../../fixtures/shared-traces.ts';
import { TRACELENS } from '../../base/conventions.ts';
import { newCaptureStore, readCaptures } from '../../capture/captures.ts';
import { mergeCaptures } from '../../capture/merge-captures.ts';
import { cellsOf } from '../../report/hand-made.ts';
import { referenceTables } from '../../report/reference/reference-tables.ts';
import { buildModel } from '../../trace/build-model.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { withPseudoOperators } from './pseudo-operators.ts';

describe.skipIf(!HAS_SHARED_TRACES)(`pseudo-operators of a trace with its captures${SHARED_NOTE}`, () => {
  it('give the paged attention of sglang_decode its shapes (I 8.6)', () => {
    const store = newCaptureStore();
    const model = (file: string) => buildModel(readSharedTrace(`traces/sglang_decode/${file}`), TRACELENS);
    const file = 'bs_32_rank0.json.gz';
    const captures = readCaptures(model(`capture_traces/${file}`), file, store);
    const merged = mergeCaptures(model('trace.json.gz'), { ...store, captures, eager: [] });
    const pseudo = withPseudoOperators(merged);

    expect(attentionShare(merged)).toBeCloseTo(1.8, 1);
    expect(attentionShare(pseudo)).toBeCloseTo(23.5, 1);
    const [paged] = sheet(pseudo, 'InferenceAttention_fwd');
    expect(paged).toMatchObject({
      name: 'sglang_profiler::attention_paged_attention_ragged',
      name_count: 36,
      GFLOPS_first: 0.53714944,
      'Data Moved (MB)_first': 128.56640625,
    });
    expect(paged['Kernel Time (µs)_mean']).toBeCloseTo(59.11, 2);
    expect(paged['TB/s_mean']).toBeCloseTo(2.283, 3);
  }, 60_000);
});

function attentionShare(model: TraceModel): number {
  const categories = sheet(model, 'ops_summary_by_category');
  const attention = categories.filter((row) => row['op category'] === 'InferenceAttention');
  return attention.reduce((sum, row) => sum + Number(row['Percentage (%)']), 0);
}

function sheet(model: TraceModel, id: string) {
  const tables = referenceTables(model, { layout: 'inference', includeUnlinked: false });
  return tables.flatMap((table) => (table.schema.id === id ? cellsOf(table) : []));
}
