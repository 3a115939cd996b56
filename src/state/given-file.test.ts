import { describe, expect, it } from 'vitest';
import { sortGiven, tracesBeside } from './given-file.ts';

const given = (...names: readonly string[]) => names.map((name) => ({ name, blob: new Blob() }));
const names = (files: readonly { readonly name: string }[]) => files.map(({ name }) => name);

describe('sortGiven', () => {
  it('tells traces from what lies beside them in a profile folder', () => {
    const { traces, beside } = sortGiven(
      given(
        'run/trace-rank-0.pt.trace.json.gz',
        'run/noext',
        'run/table.csv',
        'run/bs_32_rank0.json.gz',
        'run/capture_traces/1773709742.pt.trace.json.gz',
        'run/execution_details.json',
        'run/graph_capture_rank_0.177.pt.trace.json.gz',
      ),
    );
    expect(names(traces)).toEqual(['run/trace-rank-0.pt.trace.json.gz', 'run/noext']);
    expect(beside).toHaveLength(5);
  });

  it('opens a file given alone, whatever its ending', () => {
    expect(names(sortGiven(given('kineto.log')).traces)).toEqual(['kineto.log']);
    expect(sortGiven(given('bs_8_q_2_rank1.json')).traces).toEqual([]);
  });
});

describe('tracesBeside', () => {
  const of = (file: string, ...traces: readonly string[]) => names(tracesBeside(file, given(...traces)));

  it('are those in the nearest folder', () => {
    expect(of('runs/b/captures/bs_1.json', 'runs/trace.json', 'runs/a/trace.json', 'runs/b/trace.json')).toEqual([
      'runs/b/trace.json',
    ]);
  });

  it('are those of its rank, and all where the names tell no rank or another', () => {
    const ranks = ['run/x-TP-0.trace.json.gz', 'run/x-TP-1.trace.json.gz', 'run/x-TP-10.trace.json.gz'];
    expect(of('run/captures/bs_32_rank1.json.gz', ...ranks)).toEqual(['run/x-TP-1.trace.json.gz']);
    expect(of('run/captures/bs_32.json.gz', ...ranks)).toEqual(ranks);
    expect(of('run/captures/bs_32_rank7.json.gz', ...ranks)).toEqual(ranks);
  });

  it('work in archives', () => {
    expect(of('a.zip/captures/bs_1.json', 'b.zip/trace.json', 'a.zip/trace.json')).toEqual(['a.zip/trace.json']);
  });
});
