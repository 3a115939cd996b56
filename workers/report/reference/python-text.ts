import type { JsonValue } from '../../base/json.ts';
import type { ParamValue } from '../../roofline/perf-model.ts';

/** A float as Python writes it: `1.0`, `1e-05`, `1.5e+16`. */
export function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  const [mantissa, exponentText] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (value !== 0 && (exponent < -4 || exponent >= 16)) {
    const sign = exponent < 0 ? '-' : '+';
    return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const digits = mantissa.replace(/[-.]/g, '');
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}

/** A string as Python's `repr` writes it. */
export function pythonString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(quote, `\\${quote}`);
  return `${quote}${body}${quote}`;
}

/** A list of strings as Python writes it. */
export function pythonStringList(items: readonly string[]): string {
  return `[${items.map(pythonString).join(', ')}]`;
}

/** A JSON value as a Python literal, its lists as tuples. */
export function pythonTuple(value: JsonValue): string {
  return pythonLiteral(value, tuple);
}

/** A JSON value as a Python literal. */
export function pythonList(value: JsonValue): string {
  return pythonLiteral(value, (items) => `[${items.join(', ')}]`);
}

/** A parameter of a model as a Python literal. */
export function pythonParam(value: ParamValue): string {
  if (value === null || typeof value !== 'object') return pythonTuple(value);
  if ('float' in value) return pythonFloat(value.float);
  if ('list' in value) return `[${value.list.map(pythonParam).join(', ')}]`;
  return tuple(value.map(pythonParam));
}

const tuple = (items: readonly string[]) => (items.length === 1 ? `(${items[0]},)` : `(${items.join(', ')})`);

function pythonLiteral(value: JsonValue, list: (items: readonly string[]) => string): string {
  if (value === null) return 'None';
  if (typeof value === 'string') return pythonString(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : pythonFloat(value);
  if (Array.isArray(value)) return list(value.map((item: JsonValue) => pythonLiteral(item, list)));
  return `{${Object.entries(value)
    .map(([key, item]) => `${pythonString(key)}: ${pythonLiteral(item, list)}`)
    .join(', ')}}`;
}
