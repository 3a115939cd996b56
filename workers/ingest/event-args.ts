import type { JsonValue } from '../base/json.ts';
import type { EventId, TraceColumns } from './trace-columns.ts';

/** Reads one numeric key of events without an object an event. Numbers written as strings count. */
export interface NumericKey {
  /** The value, NaN where the event has none. Exact to 2^53. */
  at(event: EventId): number;
  /** As `at`, but integers above 2^53 get a negative number of their own each, so that distinct ids stay distinct. */
  idAt(event: EventId): number;
}

const ABSENT = 0;
const CONSTANT = 1;
const WORD = 2;
const TWO_WORDS = 3;
/** Where surrogate ids start: far below every id that a trace writes. */
const SURROGATE_BASE = -(2 ** 52);

/**
 * A reader of the numeric key `path` (`id`, `args.correlation`, …) over all events of `columns`.
 * Cost: one look at each distinct template, then two array reads an event.
 */
export function numericKey(columns: TraceColumns, path: string): NumericKey {
  const { templates, template, valueStart, values } = columns;
  const kind = new Uint8Array(templates.length);
  const slot = new Uint32Array(templates.length);
  const constant = new Float64Array(templates.length).fill(Number.NaN);
  const bigConstant = new Map<number, string>();
  for (let t = 0; t < templates.length; t++) {
    const found = templates.slots(t).find((s) => s.path === path);
    if (found) {
      kind[t] = found.words === 1 ? WORD : TWO_WORDS;
      slot[t] = found.index;
      continue;
    }
    const value = constantAt(columns, t, path);
    if (typeof value === 'string' && /^-?\d+$/.test(value) && !Number.isSafeInteger(Number(value)))
      bigConstant.set(t, value);
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number' || Number.isNaN(number)) continue;
    kind[t] = CONSTANT;
    constant[t] = number;
  }
  const surrogates = new Map<string, number>();
  const surrogate = (digits: string): number => {
    const known = surrogates.get(digits);
    if (known !== undefined) return known;
    const fresh = SURROGATE_BASE - surrogates.size;
    surrogates.set(digits, fresh);
    return fresh;
  };
  const at = (event: EventId): number => {
    const t = template[event];
    switch (kind[t]) {
      case WORD:
        return values[valueStart[event] + slot[t]];
      case TWO_WORDS: {
        const low = valueStart[event] + slot[t];
        return values[low + 1] * 2 ** 32 + values[low];
      }
      case ABSENT:
        return Number.NaN;
      default:
        return constant[t];
    }
  };
  const idAt = (event: EventId): number => {
    const value = at(event);
    if (!(Math.abs(value) > Number.MAX_SAFE_INTEGER)) return value;
    const t = template[event];
    if (kind[t] !== TWO_WORDS) return surrogate(bigConstant.get(t) ?? String(value));
    const low = valueStart[event] + slot[t];
    return surrogate(((BigInt(values[low + 1]) << 32n) | BigInt(values[low])).toString());
  };
  return { at, idAt };
}

/** The constant (not taken out) value of `path` in a template, or undefined. */
export function constantAt(columns: TraceColumns, template: number, path: string): JsonValue | undefined {
  const constants = columns.templates.constants(template);
  if (!path.startsWith('args.')) return constants[path];
  const args = constants.args;
  if (args === null || typeof args !== 'object' || Array.isArray(args)) return undefined;
  return (args as Record<string, JsonValue>)[path.slice(5)];
}
