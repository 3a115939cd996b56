import { PHASES } from '../../../workers/base/scope.ts';
import type { Table } from '../../../workers/base/table.ts';
import { LINE_IDS, type LineId } from '../../state/steps-settings.ts';
import { numbersOf, textAt, textsOf } from '../../table/read-column.ts';

/** All steps of the trace as the series shows them: one value a step, times in ns. */
export interface StepSeries {
  readonly count: number;
  /** Place in `PHASES`. */
  readonly phase: Uint8Array;
  readonly startNs: Float64Array;
  readonly durationNs: Float64Array;
  /** Parts of what the GPU does, stacked: busy without exposed communication, exposed communication, idle. Never NaN. */
  readonly parts: Readonly<Record<PartId, Float64Array>>;
  /** NaN where the trace does not tell, as in the lines. */
  readonly generationTokens: Float64Array;
  readonly lines: Readonly<Record<LineId, Float64Array>>;
}

export const PART_IDS = ['busy', 'exposed', 'idle'] as const;
export type PartId = (typeof PART_IDS)[number];

const PLACES: readonly string[] = PHASES;

/** The series of a table of all steps. */
export function seriesOf(table: Table): StepSeries {
  const phases = textsOf(table, 'phase');
  const known = (id: string) => numbersOf(table, id).map((ns) => (Number.isNaN(ns) ? 0 : ns));
  const exposed = known('exposedComm');
  const line = (id: LineId) => numbersOf(table, id);
  return {
    count: table.rows,
    phase: Uint8Array.from({ length: table.rows }, (_, row) => Math.max(0, PLACES.indexOf(textAt(phases, row)))),
    startNs: numbersOf(table, 'start'),
    durationNs: numbersOf(table, 'duration'),
    parts: {
      busy: known('gpuBusy').map((ns, row) => Math.max(0, ns - exposed[row])),
      exposed,
      idle: known('idle'),
    },
    generationTokens: numbersOf(table, 'generationTokens'),
    lines: {
      concurrency: line('concurrency'),
      contextRequests: line('contextRequests'),
      generationRequests: line('generationRequests'),
      tokens: line('tokens'),
      kvTokens: line('kvTokens'),
    },
  };
}

/** The lines that the trace tells of. */
export function toldLines({ lines }: StepSeries): readonly LineId[] {
  return LINE_IDS.filter((id) => lines[id].some((value) => !Number.isNaN(value)));
}

/** Number of steps by place in `PHASES`. */
export function phaseCounts({ phase }: StepSeries): readonly number[] {
  const counts = PHASES.map(() => 0);
  for (const of of phase) counts[of]++;
  return counts;
}
