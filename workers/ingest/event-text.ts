import { ONE_WORD, PLACEHOLDER } from './placeholders.ts';
import { EventFlag, type EventId, type TraceColumns } from './trace-columns.ts';

/** Writes an event as JSON text that parses to the same value as what was read, ids with all their digits. */
export function eventText(columns: TraceColumns, event: EventId): string {
  const { strings, templates, values, valueStart } = columns;
  const members: string[] = [];
  const ph = columns.ph[event];
  if (ph !== 0) members.push(`"ph":${JSON.stringify(String.fromCharCode(ph))}`);
  if (columns.cat[event] !== 0) members.push(`"cat":${JSON.stringify(strings.get(columns.cat[event]))}`);
  if (columns.name[event] !== 0) members.push(`"name":${JSON.stringify(strings.get(columns.name[event]))}`);
  const { pid, tid } = columns.spellings[columns.spelling[event]];
  if (pid !== '') members.push(`"pid":${pid}`);
  if (tid !== '') members.push(`"tid":${tid}`);

  const template = columns.template[event];
  const constants = templates.constants(template);
  const ts = timeOf(columns, event);
  if (ts !== null && !('ts' in constants))
    members.push(`"ts":${microseconds(ts, has(columns, event, EventFlag.textualTs))}`);
  if (hasDuration(columns, event) && !('dur' in constants)) {
    members.push(`"dur":${microseconds(BigInt(columns.dur[event]), has(columns, event, EventFlag.textualDur))}`);
  }
  let next = valueStart[event];
  const rest = templates.text(template).replace(PLACEHOLDER, (mark) => {
    if (mark === ONE_WORD) return String(values[next++]);
    const low = BigInt(values[next++]);
    return String((BigInt(values[next++]) << 32n) | low);
  });
  if (rest !== '') members.push(rest);
  return `{${members.join(',')}}`;
}

function has(columns: TraceColumns, event: EventId, flag: number): boolean {
  return (columns.flags[event] & flag) !== 0;
}

/** Absolute nanoseconds of an event, null when it has none. */
function timeOf(columns: TraceColumns, event: EventId): bigint | null {
  const ts = columns.ts[event];
  return Number.isNaN(ts) ? (columns.outOfRange.get(event) ?? null) : columns.base + BigInt(ts);
}

/** Whether the event was written with a duration that its column holds. */
function hasDuration(columns: TraceColumns, event: EventId): boolean {
  const X = 0x58;
  if (has(columns, event, EventFlag.pairedBegin)) return false;
  return columns.ph[event] === X ? !has(columns, event, EventFlag.noDuration) : columns.dur[event] !== 0;
}

/** Nanoseconds as a JSON number of microseconds; as text with the three decimals that mark the textual form. */
function microseconds(ns: bigint, textual: boolean): string {
  const sign = ns < 0n ? '-' : '';
  const digits = String(ns < 0n ? -ns : ns).padStart(4, '0');
  const whole = digits.slice(0, -3);
  const decimals = digits.slice(-3);
  if (textual) return `"${sign}${whole}.${decimals}"`;
  const fraction = decimals.replace(/0+$/, '');
  return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}
