import { attributionOf } from '../attribution/attribution.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { type Column, number } from './make-table.ts';
import type { Figures } from './unified/figures.ts';

const NO_CALL =
  'No call is on record: the launch was not recorded, or it replays a graph whose calls were made at its capture.';

/** Host time of the calls of each row. */
export function hostColumns(model: TraceModel, { calls, groups }: Pick<Figures, 'calls' | 'groups'>): Column[] {
  const { columns, kind } = model;
  const { operators } = attributionOf(model);
  const total = new Float64Array(groups.length).fill(Number.NaN);
  const self = new Float64Array(groups.length).fill(Number.NaN);
  for (let i = 0; i < calls.event.length; i++) {
    const event = calls.event[i];
    const row = calls.row[i];
    if (event >= model.recorded) continue;
    const place = kind[event] === EventKind.cpuOp ? operators.indexOf(event) : -1;
    total[row] = (Number.isNaN(total[row]) ? 0 : total[row]) + columns.dur[event];
    self[row] = (Number.isNaN(self[row]) ? 0 : self[row]) + (place < 0 ? columns.dur[event] : operators.selfNs[place]);
  }
  return [
    number(
      {
        id: 'cpuSelf',
        title: 'CPU self',
        kind: 'duration',
        description: 'Host time of these calls outside the operators they call.',
        missing: NO_CALL,
      },
      (row) => self[row],
    ),
    number(
      {
        id: 'cpuTotal',
        title: 'CPU total',
        kind: 'duration',
        description: 'Host time of these calls.',
        missing: NO_CALL,
      },
      (row) => total[row],
    ),
  ];
}
