import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../fixtures/json-reader.ts';
import { HAS_SHARED_TRACES, readSharedTrace, SHARED_NOTE } from '../../fixtures/shared-traces.ts';
import { CORRECTED } from '../base/conventions.ts';
import { buildModel } from './build-model.ts';
import { gpuTimeline } from './gpu-timeline.ts';
import { modelLedger } from './model-ledger.ts';
import { LinkSource } from './trace-model.ts';

describe('modelLedger', () => {
  it('says what share of GPU time has no recorded launch', () => {
    const events = [
      {
        ph: 'X',
        cat: 'cuda_runtime',
        name: 'cudaLaunchKernel',
        pid: 9,
        tid: 9,
        ts: 0,
        dur: 1,
        args: { correlation: 1 },
      },
      { ph: 'X', cat: 'kernel', name: 'a', pid: 0, tid: 7, ts: 10, dur: 30, args: { correlation: 1 } },
      { ph: 'X', cat: 'kernel', name: 'b', pid: 0, tid: 7, ts: 50, dur: 10, args: { correlation: 2 } },
    ];
    expect(modelLedger(buildModel(columnsOf(events), CORRECTED))).toMatchObject([
      {
        kind: 'unlinked-gpu-work',
        severity: 'information',
        count: 1,
        example: 'b',
        message: '1 GPU event without a recorded launch (25.0 % of GPU time).',
      },
    ]);
  });

  it('is silent about a trace of the CPU alone but for the lack of GPU events', () => {
    const model = buildModel(columnsOf([{ ph: 'X', cat: 'cpu_op', name: 'a', ts: 0, dur: 1 }]), CORRECTED);
    expect(modelLedger(model).map(({ kind, severity }) => [kind, severity])).toEqual([
      ['no-gpu-events', 'information'],
    ]);
  });
});

describe.skipIf(!HAS_SHARED_TRACES)(`ledger of odd traces${SHARED_NOTE}`, () => {
  const modelOf = (file: string) => buildModel(readSharedTrace(`bad-traces/${file}.json`), CORRECTED);
  const ledgerOf = (file: string) => modelLedger(modelOf(file));

  it.each([
    ['57_good_reference', []],
    ['56_no_rank_info', []],
    ['46_cuda_graph_one_launch_many_kernels', []],
    ['33_integers_over_2_53', []],
    ['35_ts_and_dur_as_strings', []],
    ['52_hostile_names', []],
    ['28_empty_traceEvents', [['no-events', 'warning', 1]]],
    ['29_metadata_only', [['only-metadata', 'warning', 12]]],
    ['30_launches_but_no_kernels', [['launches-without-gpu', 'information', 3]]],
    ['40_child_outlives_parent', [['partial-overlap', 'information', 1]]],
    ['41_kernels_overlap_on_one_stream', [['stream-overlap', 'information', 1]]],
    ['43_kernel_starts_before_launch', [['clock-skew', 'information', 2]]],
    ['44_no_correlation_ids', [['no-correlation-ids', 'information', 3]]],
    ['47_kernel_launched_before_start', [['unlinked-gpu-work', 'information', 1]]],
    ['48_legacy_autograd_array', [['no-correlation-ids', 'information', 1]]],
  ])('%s', (file, expected) => {
    expect(ledgerOf(file).map(({ kind, severity, count }) => [kind, severity, count])).toEqual(expected);
  });

  it('words them with their numbers', () => {
    expect(ledgerOf('30_launches_but_no_kernels')[0].message).toBe('3 launches but no GPU activity was recorded.');
    expect(ledgerOf('43_kernel_starts_before_launch')[0].message).toBe(
      '2 GPU events start up to 20 µs before their launch.',
    );
    expect(ledgerOf('47_kernel_launched_before_start')[0].message).toContain('1 GPU event without a recorded launch');
    expect(ledgerOf('29_metadata_only')[0].message).toMatch(
      /^0 slices among 12 metadata events; processes: .*python.*GPU 0/,
    );
  });

  it('links kernels through external ids to operators, six of one graph, and legacy work by its arrow', () => {
    const byExternalId = modelOf('44_no_correlation_ids');
    expect([...byExternalId.linkSource]).toEqual([LinkSource.externalId, LinkSource.externalId, LinkSource.externalId]);
    const names = [...byExternalId.launch].map((event) =>
      byExternalId.columns.strings.get(byExternalId.columns.name[event]),
    );
    expect(names).toEqual(['aten::addmm', 'aten::relu', 'aten::sum']);

    const graph = modelOf('46_cuda_graph_one_launch_many_kernels');
    expect(graph.launch.length).toBe(6);
    expect(new Set(graph.launch).size).toBe(1);

    const legacy = modelOf('48_legacy_autograd_array');
    expect([...legacy.linkSource]).toEqual([LinkSource.flow]);
    expect(legacy.columns.ts[legacy.launch[0]]).toBe(0);
  });

  it('counts an overlap on a stream once in busy time', () => {
    expect(gpuTimeline(modelOf('41_kernels_overlap_on_one_stream'), {}, { includeUnlinked: true }).busyNs).toBe(
      270_000,
    );
  });
});
