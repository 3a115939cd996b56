import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAS_SHARED_TRACES, SHARED_NOTE, sharedPath } from '../fixtures/shared-traces.ts';
import { BuiltCli } from './built-cli.ts';
import type { Inspection } from './inspection.ts';

/** What `EXPECT.md` and the command line's contract ask of a file; figures not given are those of the good file. */
interface Row {
  readonly file: string;
  readonly events?: number;
  readonly dropped?: number;
  readonly repaired?: number;
  readonly kernels?: number;
  readonly unlinked?: number;
  readonly spanUs?: number;
  readonly busyUs?: number;
  /** Kinds of ledger entries that must be there, with their severity, and the count where it is known. */
  readonly says?: readonly (readonly [kind: string, severity: string, count?: number])[];
  readonly also?: (found: Inspection) => void;
}

/** 12 slices, 3 kernels of 270 us in all, 500 us from first to last: `57_good_reference.json`. */
const GOOD = { events: 21, dropped: 0, repaired: 0, kernels: 3, unlinked: 0, spanUs: 500, busyUs: 270 };

const ROWS: readonly Row[] = [
  { file: '01_unescaped_backslash_path.json', events: 23, repaired: 2, says: [['invalid-escape', 'warning']] },
  { file: '03_raw_control_characters.json', repaired: 2, says: [['control-character', 'warning', 4]] },
  { file: '04_inf_nan_literals_in_args.json', says: [['non-finite-number', 'warning', 4]], repaired: 3 },
  {
    file: '05_nan_timestamp_inf_duration.json',
    dropped: 1,
    repaired: 1,
    says: [
      ['unusable-timestamp', 'warning', 1],
      ['missing-duration', 'warning', 1],
    ],
  },
  { file: '07_array_without_closing_bracket.json', says: [['list-not-closed', 'information']] },
  {
    file: '08_truncated_in_mid_event.json',
    events: 18,
    kernels: 2,
    says: [['cut-off', 'error', 1]],
    spanUs: 500,
    busyUs: 240,
    // Where the piece of an event begins that is lost; the file has 4533 bytes.
    also: ({ ledger }) => expect(ledger[0].firstOffset).toBe(4_466),
  },
  { file: '09_trailing_commas.json', says: [['trailing-comma', 'warning', 2]] },
  { file: '11_two_documents_concatenated.json', says: [['second-document', 'warning', 1]] },
  { file: '13_utf8_bom.json' },
  { file: '14_utf16le_bom.json' },
  { file: '16_gzip_two_members.json.gz' },
  { file: '17_gzip_truncated.json.gz', events: 20, says: [['compressed-cut-off', 'warning', 1]] },
  { file: '19_gzip_named_json.json' },
  { file: '25_nested_traceEvents.json', says: [['nested-event-list', 'information', 1]] },
  {
    file: '28_empty_traceEvents.json',
    events: 0,
    kernels: 0,
    spanUs: 0,
    busyUs: 0,
    says: [['no-events', 'warning']],
  },
  {
    file: '29_metadata_only.json',
    events: 12,
    kernels: 0,
    spanUs: 0,
    busyUs: 0,
    also: (found) => expect([found.categories, found.tracks]).toEqual([{ '': 12 }, 0]),
  },
  {
    file: '30_launches_but_no_kernels.json',
    events: 15,
    kernels: 0,
    busyUs: 0,
    also: (found) => expect([found.categories.cuda_runtime, found.gpuEvents]).toEqual([3, 0]),
  },
  { file: '33_integers_over_2_53.json' },
  { file: '35_ts_and_dur_as_strings.json' },
  { file: '37_negative_duration.json', repaired: 2, says: [['negative-duration', 'warning', 2]] },
  { file: '38_missing_dur.json', repaired: 2, says: [['missing-duration', 'warning', 2]] },
  { file: '40_child_outlives_parent.json' },
  { file: '41_kernels_overlap_on_one_stream.json' },
  { file: '43_kernel_starts_before_launch.json' },
  { file: '44_no_correlation_ids.json', events: 15 },
  { file: '46_cuda_graph_one_launch_many_kernels.json', events: 18, kernels: 6, busyUs: 150 },
  {
    file: '47_kernel_launched_before_start.json',
    events: 22,
    kernels: 4,
    unlinked: 1,
    spanUs: 560,
    busyUs: 360,
  },
  {
    file: '48_legacy_autograd_array.json',
    events: 8,
    kernels: 0,
    spanUs: 45.25,
    busyUs: 7,
    also: (found) => expect([found.gpuEvents, found.tracks, found.devices]).toEqual([1, 2, 1]),
  },
  { file: '52_hostile_names.json' },
  { file: '54_nanoseconds_under_displayTimeUnit_ns.json', spanUs: 500_000, busyUs: 270_000 },
  { file: '56_no_rank_info.json' },
  { file: '57_good_reference.json' },
];

/** Oddities of healthy traces: these may say something, but never raise an alarm. */
const HEALTHY = ['07', '13', '16', '19', '25', '33', '40', '41', '43', '44', '46', '47', '52', '54', '56', '57'];

const REFUSED: readonly [file: string, reason: RegExp][] = [
  ['18_gzip_of_nothing.json.gz', /the file is empty after decompression; the profiler wrote no data/i],
  [
    '21_zip_two_ranks.zip',
    /zip archive; it holds 2 traces: rank0\.pt\.trace\.json, rank1\.pt\.trace\.json; .*--member/,
  ],
  ['23_zero_bytes.json', /file is empty/i],
  ['24_git_lfs_pointer.json.gz', /this is a git lfs pointer for a file of 48 MB.*git lfs pull/i],
  ['27_no_events_key.json', /no traceEvents list in this file.*schemaVersion, deviceProperties, distributedInfo/],
  ['31_execution_trace_not_profile.json', /this is a PyTorch execution trace \(Chakra\), not a profiler trace/i],
];

describe.skipIf(!HAS_SHARED_TRACES)(`damaged inputs on the command line${SHARED_NOTE}`, () => {
  const folder = sharedPath('bad-traces');
  let cli: BuiltCli;
  beforeAll(async () => {
    cli = await BuiltCli.build();
  }, 120_000);
  afterAll(() => cli?.remove());

  it('are all listed here', () => {
    const listed = [...ROWS.map((row) => row.file), ...REFUSED.map(([file]) => file)].sort();
    expect(listed).toEqual(
      readdirSync(folder)
        .filter((name) => name !== 'EXPECT.md')
        .sort(),
    );
  });

  it.each(ROWS)('opens $file', async ({ file, says = [], also, ...figures }) => {
    const found = await cli.inspect(path.join(folder, file));
    const { events, dropped, repaired, kernels, unlinked, spanUs, busyUs } = { ...GOOD, ...figures };
    expect(found.code).toBe(0);
    expect(found.refused).toBeUndefined();
    expect(found).toMatchObject({ file, events, kept: events - dropped, dropped, repaired, kernels });
    expect(found.unlinkedGpuEvents).toBe(unlinked);
    expect(found.spanUs).toBeCloseTo(spanUs, 6);
    expect(found.gpuAll.busyUs).toBeCloseTo(busyUs, 6);
    expect(Object.values(found.categories).reduce((sum, n) => sum + n, 0)).toBe(found.kept);
    for (const [kind, severity, count] of says) {
      const entry = found.ledger.find((candidate) => candidate.kind === kind);
      expect(entry, `${kind} among ${found.ledger.map((candidate) => candidate.kind).join(', ')}`).toBeDefined();
      expect(entry).toMatchObject({ severity, ...(count === undefined ? {} : { count }) });
    }
    also?.(found);
  });

  it.each(ROWS.filter(({ file }) => HEALTHY.includes(file.slice(0, 2))))(
    'raises no alarm for $file',
    async ({ file }) => {
      const { ledger } = await cli.inspect(path.join(folder, file));
      expect(ledger.filter((entry) => entry.severity !== 'information')).toEqual([]);
    },
  );

  it.each(REFUSED)('refuses %s, saying what it is', async (file, reason) => {
    const found = await cli.inspect(path.join(folder, file));
    expect(found.code).toBe(1);
    expect(found.refused?.reason).toMatch(reason);
    expect(found).toMatchObject({ file, events: 0, kept: 0, dropped: 0 });
  });

  it('opens a member of an archive by name', async () => {
    const file = path.join(folder, '21_zip_two_ranks.zip');
    const found = await cli.inspect(file, '--member', 'rank1.pt.trace.json');
    expect(found).toMatchObject({ code: 0, events: 21, kernels: 3 });
    const missing = await cli.inspect(file, '--member', 'rank7.pt.trace.json');
    expect([missing.code, missing.refused?.reason]).toEqual([1, expect.stringContaining('rank7.pt.trace.json')]);
  });
});
