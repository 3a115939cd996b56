import { posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  HAS_SHARED_TRACES,
  hasSharedFile,
  readSharedText,
  readSharedTrace,
  SHARED_NOTE,
  sharedTracePaths,
} from '../../fixtures/shared-traces.ts';
import { CORRECTED, TRACELENS } from '../base/conventions.ts';
import type { TraceColumns } from '../ingest/trace-columns.ts';
import { buildModel } from './build-model.ts';
import { isGpuKind, isSlice } from './event-kinds.ts';
import { type GpuTimeline, gpuTimeline } from './gpu-timeline.ts';
import { modelLedger } from './model-ledger.ts';
import { LinkSource, type TraceModel } from './trace-model.ts';

const WITH_PYTORCH_REPORT = /^traces\/(h100_|mi300_|mi210_gpu_only|norm_layers|torch_compile_triton)/;
/** A busy time of the references carries up to this much rounding a GPU event (their README), in µs. */
const ROUNDING_US = 5e-4;

describe.skipIf(!HAS_SHARED_TRACES)(`models of real traces${SHARED_NOTE}`, () => {
  describe.each(sharedTracePaths())('%s', (path) => {
    let columns: TraceColumns;
    let corrected: TraceModel;
    let tracelens: TraceModel;
    beforeAll(() => {
      columns = readSharedTrace(path);
      corrected = buildModel(columns, CORRECTED);
      tracelens = buildModel(columns, TRACELENS);
    }, 120_000);

    it('keeps every GPU event, each linked or counted as unlinked', () => {
      for (const model of [corrected, tracelens]) {
        const gpuEvents = [...model.kind].filter((kind, event) => isGpuKind(kind) && !Number.isNaN(columns.ts[event]));
        expect(model.gpuEvents.length).toBe(gpuEvents.length);
        expect(new Set(model.gpuEvents).size).toBe(gpuEvents.length);
        const unlinked = model.linkSource.filter((source) => source === LinkSource.none).length;
        expect(model.launch.filter((launch) => launch === -1).length).toBe(unlinked);
        const entry = modelLedger(model).find(({ kind }) => kind === 'unlinked-gpu-work');
        expect(entry?.count ?? 0).toBe(unlinked);
      }
    });

    it('adds up to the nanosecond, as a whole and by stream', () => {
      for (const model of [corrected, tracelens]) {
        for (const includeUnlinked of [true, false]) {
          for (const scope of [{}, ...model.streams]) {
            const t = gpuTimeline(model, scope, { includeUnlinked, microIdleBelowNs: 5000 });
            expect(t.computationNs + t.exposedCommNs + t.exposedMemcpyNs).toBe(t.busyNs);
            expect(t.busyNs + t.idleNs).toBe(t.totalNs);
            expect(t.microIdleNs + t.macroIdleNs).toBe(t.idleNs);
          }
        }
      }
    });

    it('has a tree: parents on the same track that enclose the start, and every slice once among roots and children', () => {
      const { parent, firstChild, nextSibling, roots, kind } = corrected;
      const seen = new Uint8Array(columns.length);
      let wrong = 0;
      const open = [...roots];
      while (open.length > 0) {
        const event = open.pop() ?? -1;
        if (seen[event]++ > 0) wrong++;
        for (let child = firstChild[event]; child !== -1; child = nextSibling[child]) {
          if (parent[child] !== event) wrong++;
          const inside =
            columns.track[child] === columns.track[event] &&
            columns.ts[child] >= columns.ts[event] &&
            columns.ts[child] < columns.ts[event] + columns.dur[event];
          if (!isGpuKind(kind[child]) && !inside) wrong++;
          open.push(child);
        }
      }
      for (let event = 0; event < columns.length; event++) if (parent[event] !== -1 && seen[event] !== 1) wrong++;
      expect(wrong).toBe(0);
      expect(roots.every((root) => parent[root] === -1 && isSlice(columns, root))).toBe(true);
    });

    it.runIf(WITH_PYTORCH_REPORT.test(path))('has the reference GPU timeline by flow pairs', () => {
      expectTimeline(path, 'expected', gpuTimeline(tracelens, {}, { includeUnlinked: false }));
    });

    it.runIf(hasSharedFile(referencePath(path, 'expected_all_gpu')))(
      'has the reference GPU timeline of all events',
      () => {
        const options = { includeUnlinked: true, microIdleBelowNs: 5000 };
        expectTimeline(path, 'expected_all_gpu', gpuTimeline(corrected, {}, options));
        expectTimeline(path, 'expected_all_gpu', gpuTimeline(tracelens, {}, options));
      },
    );

    it.runIf(/vllm_|sglang_|xdit_/.test(path))('has the GPU timeline of the inference report by flow pairs', () => {
      expectTimeline(path, 'expected', gpuTimeline(tracelens, {}, { includeUnlinked: false }));
    });
  });
});

function referencePath(path: string, tables: string): string {
  return `${posix.dirname(path)}/${tables}/gpu_timeline.csv`;
}

/** Compares with each row of a reference table, in µs within the rounding of its events. */
function expectTimeline(path: string, tables: string, timeline: GpuTimeline): void {
  const rows = readSharedText(referencePath(path, tables)).trim().split('\n').slice(1);
  expect(rows.length).toBeGreaterThanOrEqual(8);
  const ours: Record<string, number> = {
    computation_time: timeline.computationNs,
    exposed_comm_time: timeline.exposedCommNs,
    exposed_memcpy_time: timeline.exposedMemcpyNs,
    busy_time: timeline.busyNs,
    idle_time: timeline.idleNs,
    micro_idle_time: timeline.microIdleNs,
    macro_idle_time: timeline.macroIdleNs,
    total_time: timeline.totalNs,
    total_comm_time: timeline.commNs,
    total_memcpy_time: timeline.memcpyNs,
  };
  for (const row of rows) {
    const [type, ms] = row.split(',');
    const deviationUs = Math.abs(ours[type] / 1000 - Number(ms) * 1000);
    expect({ type, within: deviationUs <= ROUNDING_US * timeline.events }).toEqual({ type, within: true });
  }
}
