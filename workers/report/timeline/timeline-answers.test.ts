import { describe, expect, it } from 'vitest';
import { generateTrace } from '../../../fixtures/generate-trace.ts';
import { readJsonTrace } from '../../../fixtures/json-reader.ts';
import { compactText } from '../../../fixtures/write-trace.ts';
import { CORRECTED } from '../../base/conventions.ts';
import { rowKey, rowOfKey } from '../../base/row-key.ts';
import { PRESETS } from '../../roofline/presets.ts';
import { withSteps } from '../../steps/stepped-model.ts';
import { eventKeys } from '../../timeline/event-keys.ts';
import { buildModel } from '../../trace/build-model.ts';
import { gpuTimeline } from '../../trace/gpu-timeline.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { cellsOf, frame, gpu, handMadeModel, operator, runtime } from '../hand-made.ts';
import { type Basis, FIRST_BASIS, type TableId } from '../report-types.ts';
import { buildTable } from '../tables.ts';
import { callColours } from './call-colours.ts';
import { eventInfo } from './event-info.ts';
import { timelineGaps } from './gaps.ts';
import { placeOfRow } from './place.ts';

const H100 = PRESETS.find(({ name }) => name.startsWith('H100 SXM')) ?? null;
const BASIS: Basis = { ...FIRST_BASIS, hardware: H100 };

function product(size: number) {
  return {
    'Input Dims': [
      [size, size],
      [size, size],
    ],
    'Input type': ['c10::BFloat16', 'c10::BFloat16'],
  };
}

/** Two products of 4096³, one of 64³, and a kernel that nothing launched; times in µs. */
const model = handMadeModel([
  operator('aten::mm', 0, 50, product(4096)),
  runtime('cudaLaunchKernel', 10, 5, 1),
  gpu('gemm', 100, 277.8, 1),
  operator('aten::mm', 60, 30, product(4096)),
  runtime('cudaLaunchKernel', 65, 5, 2),
  gpu('gemm', 400, 300, 2),
  frame('schedule', 91, 608),
  operator('aten::mm', 700, 30, product(64)),
  runtime('cudaLaunchKernel', 705, 5, 3),
  gpu('gemm', 760, 4, 3),
  gpu('lonely', 800, 1, 0),
]);

function eventsNamed({ columns }: TraceModel, name: string): number[] {
  return Array.from({ length: columns.length }, (_, event) => event).filter(
    (event) => columns.strings.get(columns.name[event]) === name,
  );
}

describe('colours of calls', () => {
  it('are the bound and the time over the roof time', () => {
    const { bound, overRoof } = callColours(model, BASIS);
    const { rowOf } = eventKeys(model);
    const rows = eventsNamed(model, 'gemm').map(rowOf);
    // 2 · 4096³ FLOP at 989.4 TFLOP/s take 138.9 µs; 64³ moves 3 · 64² · 2 B at 3.35 TB/s in 7.3 ns.
    expect(rows.map((row) => bound[row])).toEqual([1, 1, 0]);
    expect(overRoof[rows[0]]).toBeCloseTo(277.8 / 138.91, 2);
    expect(overRoof[rows[1]]).toBeCloseTo(300 / 138.91, 2);
    expect(overRoof[rows[2]]).toBeCloseTo(4000 / ((3 * 64 * 64 * 2) / 3350), 0);
  });

  it('are none without a device', () => {
    const { bound, overRoof } = callColours(model, FIRST_BASIS);
    expect([...bound].every((value) => value === 255)).toBe(true);
    expect([...overRoof].every(Number.isNaN)).toBe(true);
  });
});

describe('an event, opened', () => {
  const tableOf = (id: TableId) => buildTable(id, model, BASIS);

  it('tells its arguments, its call and the row that it is part of', () => {
    const [first] = eventsNamed(model, 'gemm');
    const info = eventInfo(model, BASIS, first, tableOf);
    expect(info).toMatchObject({
      name: 'gemm',
      track: 'stream:0:7',
      durationNs: 277_800,
      category: 'gemm',
      step: null,
    });
    expect(info?.arguments).toContainEqual({ label: 'correlation', value: '1' });
    expect(info?.details?.name).toBe('aten::mm');
    const table = tableOf('operatorShapes');
    const row = rowOfKey(table, info?.row?.key ?? '') ?? -1;
    expect(cellsOf(table)[row]).toMatchObject({ name: 'aten::mm', shapes: '(4096,4096) (4096,4096)' });
  });

  it('tells the same of the operator, and nothing of a call for a Python frame', () => {
    const [call] = eventsNamed(model, 'aten::mm');
    expect(eventInfo(model, BASIS, call, tableOf)?.details?.name).toBe('aten::mm');
    const [schedule] = eventsNamed(model, 'schedule');
    expect(eventInfo(model, BASIS, schedule, tableOf)).toMatchObject({ category: 'python', row: null, details: null });
  });

  it('opens its call over the whole trace where it is out of scope, but names no row', () => {
    const [first] = eventsNamed(model, 'gemm');
    const scoped: Basis = { ...BASIS, scope: { window: [700_000, 900_000] } };
    const info = eventInfo(model, scoped, first, (id) => buildTable(id, model, scoped));
    expect([info?.row, info?.details?.calls.event.length]).toEqual([null, 2]);
  });

  it('keeps all digits of an integer', () => {
    const big = handMadeModel([operator('a', 0, 5, { stamp: 4_503_599_627_370_497, small: 7 })]);
    expect(eventInfo(big, BASIS, 0, (id) => buildTable(id, big, BASIS))?.arguments).toEqual([
      { label: 'stamp', value: '4503599627370497' },
      { label: 'small', value: '7' },
    ]);
  });

  it('is nothing for an event that is not drawn', () => {
    expect(eventInfo(model, BASIS, 99, tableOf)).toBeNull();
  });
});

describe('the place of a row', () => {
  const placeOf = (id: TableId, column: string, value: string | number) => {
    const table = buildTable(id, model, BASIS);
    const row = cellsOf(table).findIndex((cells) => cells[column] === value);
    const place = placeOfRow(model, BASIS, id, table, row);
    return place && [model.columns.strings.get(model.columns.name[place.event]), place.startNs, place.endNs];
  };

  it('is the kernels of its longest call, or the longest event', () => {
    expect(placeOf('operators', 'name', 'aten::mm')).toEqual(['gemm', 400_000, 700_000]);
    expect(placeOf('operatorShapes', 'shapes', '(64,64) (64,64)')).toEqual(['gemm', 760_000, 764_000]);
    expect(placeOf('kernels', 'kernel', 'gemm')).toEqual(['gemm', 400_000, 700_000]);
    expect(placeOf('cpuOperators', 'name', 'aten::mm')).toEqual(['aten::mm', 0, 50_000]);
    expect(placeOf('streams', 'stream', 7)).toEqual(['gemm', 400_000, 700_000]);
  });

  it('is a gap from its start to its end', () => {
    expect(placeOf('gaps', 'gap', 700_000)).toEqual(['gemm', 700_000, 760_000]);
  });

  it('is nothing for a row that stands for no event', () => {
    expect(placeOf('gpuTimeline', 'part', 'whole scope')).toBeNull();
    expect(placeOfRow(model, BASIS, 'kernels', buildTable('kernels', model, BASIS), 99)).toBeNull();
  });
});

describe('idle gaps', () => {
  it('say what the host did, and when what ends them was launched', () => {
    const { gaps, total, totalNs, classes } = timelineGaps(model, {}, 2);
    expect([total, totalNs]).toEqual([3, 22_200 + 60_000 + 36_000]);
    expect(
      gaps.map(({ startNs, gapClass, evidence }) => [startNs, gapClass, evidence.replaceAll('\u202f', ' ')]),
    ).toEqual([
      [
        700_000,
        'queued',
        'For 83.3 % of it the next work had been launched and the GPU had not begun it. Launched within the gap, 55.0 µs ahead of its start.',
      ],
      [
        764_000,
        'nothing',
        'For 100.0 % of it nothing is recorded on the launching thread. No launch is recorded for what comes after.',
      ],
    ]);
    expect(classes).toEqual([
      { gapClass: 'queued', count: 2, ns: 82_200 },
      { gapClass: 'nothing', count: 1, ns: 36_000 },
    ]);
  });

  it('are a table that adds up to the idle time of the scope', () => {
    const { trace } = generateTrace({ seed: 9, kernels: 'few', labels: 'vllm' });
    const server = withSteps(buildModel(readJsonTrace(compactText(trace)), CORRECTED), null);
    for (const scope of [{}, { phase: 'decode' }] as const) {
      const table = buildTable('gaps', server, { ...BASIS, scope });
      expect(table.totals?.duration).toBe(gpuTimeline(server, scope, { includeUnlinked: true }).idleNs);
      expect(timelineGaps(server, scope, 5).totalNs).toBe(table.totals?.duration);
      expect(rowOfKey(table, rowKey(table, 3))).toBe(3);
    }
  });
});
