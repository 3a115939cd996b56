import type { JsonValue } from '../base/json.ts';
import { constantAt } from '../ingest/event-args.ts';
import type { TraceColumns } from '../ingest/trace-columns.ts';

const UNREAD = -2;

/** A text derived from an event's constant keys, worked out once a template and numbered, so that events can be grouped by it. */
export class TemplateText {
  readonly #columns: TraceColumns;
  readonly #read: (template: number) => string | undefined;
  readonly #keys: Int32Array;
  readonly #texts: string[] = [];
  readonly #known = new Map<string, number>();

  constructor(columns: TraceColumns, read: (template: number) => string | undefined) {
    this.#columns = columns;
    this.#read = read;
    this.#keys = new Int32Array(columns.templates.length).fill(UNREAD);
  }

  /** The texts of one key of `args`: strings as they are, lists by `format`. */
  static ofArgument(
    columns: TraceColumns,
    keys: readonly string[],
    format: (value: JsonValue) => string,
  ): TemplateText {
    return new TemplateText(columns, (template) => {
      for (const key of keys) {
        const value = constantAt(columns, template, `args.${key}`);
        if (value !== undefined && value !== null) return format(value) || undefined;
      }
      return undefined;
    });
  }

  /** The number of an event's text, -1 where it has none. */
  keyOf(event: number): number {
    const template = this.#columns.template[event];
    if (this.#keys[template] === UNREAD) this.#keys[template] = this.#number(this.#read(template));
    return this.#keys[template];
  }

  text(key: number): string {
    return this.#texts[key];
  }

  of(event: number): string | undefined {
    const key = this.keyOf(event);
    return key < 0 ? undefined : this.#texts[key];
  }

  #number(text: string | undefined): number {
    if (text === undefined) return -1;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    this.#known.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }
}

/** A scalar as its text, anything else as JSON. */
export function plainText(value: JsonValue): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** `[8, 2, 1]` or `"[8, 2, 1]"` as `(8,2,1)`. */
export function extentText(value: JsonValue): string {
  const text = plainText(value);
  return /^\[[\d, ]*\]$/.test(text) ? `(${text.slice(1, -1).replaceAll(' ', '')})` : text;
}
