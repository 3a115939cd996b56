import { EventFlag, type EventId, type TraceColumns } from './trace-columns.ts';

const METADATA = 0x4d;
/** Nanoseconds that a double holds exactly. */
const EXACT = 2n ** 53n;

/**
 * Places events whose times lie beyond 64-bit nanoseconds (nanoseconds written where microseconds belong), where they and not the
 * others are the bulk of the trace: the base moves to them, and the others lose their usable time. Returns the columns as they
 * are where the far events are the exception.
 */
export function placeFarTimes(columns: TraceColumns): TraceColumns {
  const { ts, flags, ph } = columns;
  const far: { event: EventId; time: bigint }[] = [];
  const near: EventId[] = [];
  for (let event = 0; event < columns.length; event++) {
    if (ph[event] === METADATA) continue;
    if ((flags[event] & EventFlag.noUsableTime) === 0) near.push(event);
    else if (!columns.outOfRange.has(event)) {
      const time = writtenTime(columns, event);
      if (time !== null) far.push({ event, time });
    }
  }
  if (far.length <= near.length) return columns;
  const sorted = far.map(({ time }) => time).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const center = sorted[sorted.length >> 1];
  const base = sorted.find((time) => center - time <= EXACT) ?? center;
  const outOfRange = new Map(columns.outOfRange);
  for (const event of near) {
    outOfRange.set(event, columns.base + BigInt(ts[event]));
    ts[event] = Number.NaN;
    flags[event] |= EventFlag.noUsableTime;
  }
  for (const { event, time } of far) {
    if (time < base || time - base > EXACT) continue;
    ts[event] = Number(time - base);
    flags[event] &= ~EventFlag.noUsableTime;
  }
  return { ...columns, base, outOfRange };
}

/** The time in an event's template, in nanoseconds; null where it holds none. */
function writtenTime({ templates, template }: TraceColumns, event: EventId): bigint | null {
  const match = /"ts":"?(-?\d+)(?:\.(\d+))?(?:e\+?(\d{1,2}))?[",}]/i.exec(`${templates.text(template[event])}}`);
  if (!match) return null;
  const [, whole, fraction = '', exponent = '0'] = match;
  const places = Number(exponent) + 3;
  return BigInt(whole + fraction.padEnd(places, '0').slice(0, places));
}
