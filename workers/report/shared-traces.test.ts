import { describe, expect, it } from 'vitest';
import { HAS_SHARED_TRACES, readSharedTrace, SHARED_NOTE, sharedTracePaths } from '../../fixtures/shared-traces.ts';
import { kernelBackend, UNKNOWN_BACKEND } from '../attribution/kernel-backends.ts';
import { shortKernelName } from '../attribution/kernel-names.ts';
import { CORRECTED, TRACELENS } from '../base/conventions.ts';
import type { Scope } from '../base/scope.ts';
import { buildModel } from '../trace/build-model.ts';
import { gpuRowsInScope } from '../trace/gpu-scope.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { groupBy, statisticsByGroup } from './groups.ts';
import { makeOverview } from './overview.ts';
import { FIRST_BASIS, type TableId } from './report-types.ts';
import { buildTable, tablesWithRows } from './tables.ts';

/** Columns that must add up to the kernel sum of the scope. */
const CONSERVED: readonly (readonly [TableId, string])[] = [
  ['operators', 'time'],
  ['operatorShapes', 'time'],
  ['operatorCategories', 'time'],
  ['operatorKernels', 'time'],
  ['kernels', 'sum'],
  ['streams', 'sum'],
];

/** Two halves and a stream beside the whole. */
function scopesOf({ span, streams }: TraceModel): Scope[] {
  const middle = (span[0] + span[1]) / 2;
  return [{}, { window: [span[0], middle] }, { window: [middle, span[1] + 1] }, ...streams.slice(0, 1)];
}

describe(`every shared trace${SHARED_NOTE}`, () => {
  it.skipIf(!HAS_SHARED_TRACES).each(sharedTracePaths())(
    '%s: GPU time is conserved exactly, and kernels are known',
    (path) => {
      const model = buildModel(readSharedTrace(path), CORRECTED);
      const { columns, gpuEvents } = model;
      const halves: number[] = [];
      for (const scope of scopesOf(model)) {
        const rows = gpuRowsInScope(model, scope);
        const sum = rows.reduce((total, row) => total + columns.dur[gpuEvents[row]], 0);
        if (scope.window) halves.push(sum);
        for (const [id, column] of CONSERVED)
          expect([id, buildTable(id, model, { ...FIRST_BASIS, scope }).totals?.[column]]).toEqual([id, sum]);
        const overview = makeOverview(model, { ...FIRST_BASIS, scope });
        expect(overview.kernelSumNs).toBe(sum);
        expect(overview.unattributedNs).toBeLessThanOrEqual(sum);
        expect(overview.shares.reduce((total, { ns }) => total + ns, 0)).toBe(overview.gpu.totalNs);
      }
      const whole = gpuEvents.reduce((total, event) => total + columns.dur[event], 0);
      expect(halves.reduce((total, half) => total + half, 0)).toBe(whole);

      const published = buildModel(columns, TRACELENS);
      for (const [id, column] of CONSERVED) {
        expect([id, buildTable(id, published, FIRST_BASIS).totals?.[column]]).toEqual([id, whole]);
      }

      const present = new Set(tablesWithRows(model));
      if (present.has('modules')) expect(buildTable('modules', model, FIRST_BASIS).totals?.time).toBe(whole);
      for (const id of ['copies', 'collectives', 'shortKernels', 'blockingCalls', 'modules', 'cpuOperators'] as const)
        expect([id, buildTable(id, model, FIRST_BASIS).rows > 0]).toEqual([id, present.has(id)]);

      const groups = groupBy(gpuEvents.length, (row) => columns.name[gpuEvents[row]]);
      const { count, sum } = statisticsByGroup(groups, (row) => columns.dur[gpuEvents[row]]);
      let unknown = 0;
      let unknownNs = 0;
      for (let group = 0; group < groups.count; group++) {
        const name = columns.strings.get(columns.name[gpuEvents[groups.first[group]]]);
        expect(shortKernelName(name).length).toBeGreaterThan(0);
        expect(shortKernelName(name).length).toBeLessThanOrEqual(name.length);
        if (kernelBackend(name) !== UNKNOWN_BACKEND) continue;
        unknown += count[group];
        unknownNs += sum[group];
      }
      expect(unknown).toBeLessThanOrEqual(0.02 * gpuEvents.length);
      expect(unknownNs).toBeLessThanOrEqual(0.02 * whole);
    },
    300_000,
  );
});
