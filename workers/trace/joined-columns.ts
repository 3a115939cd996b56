import type { JsonObject } from '../base/json.ts';
import type { StringTable, TemplateSlot, TemplateTable, TraceColumns } from '../ingest/trace-columns.ts';
import type { AddedNodes } from './added-nodes.ts';

const COMPLETE = 'X'.charCodeAt(0);

/** The columns of a trace with added nodes behind them. Texts are not copied: tables of both stand behind one numbering. */
export function joinedColumns(columns: TraceColumns, added: AddedNodes): TraceColumns {
  const { contents, rows } = added;
  const { length: recorded, strings: texts, templates, values } = columns;
  const isOwn = contents.templates === templates && contents.values === values;
  const strings = contents.strings === texts ? null : new JoinedStrings(texts, contents.strings);
  const textOf = (id: number) => strings?.second(id) ?? id;
  const firstTemplate = isOwn ? 0 : templates.length;
  const firstValue = isOwn ? 0 : values.length;
  const track = followed(Uint32Array, columns.track, added.track);
  return {
    ...columns,
    length: recorded + rows.length,
    ts: followed(Float64Array, columns.ts, added.ts),
    dur: followed(Float64Array, columns.dur, added.dur),
    ph: followed(Uint8Array, columns.ph, new Uint8Array(rows.length).fill(COMPLETE)),
    flags: followed(Uint8Array, columns.flags, new Uint8Array(rows.length)),
    cat: followed(Uint32Array, columns.cat, rows, (row) => textOf(contents.cat[row])),
    name: followed(Uint32Array, columns.name, rows, (row) => textOf(contents.name[row])),
    track,
    template: followed(Uint32Array, columns.template, rows, (row) => firstTemplate + contents.template[row]),
    valueStart: followed(Uint32Array, columns.valueStart, rows, (row) => firstValue + contents.valueStart[row]),
    values: isOwn ? values : followed(Uint32Array, values, contents.values),
    strings: strings ?? texts,
    spelling:
      columns.spelling === columns.track ? track : followed(Uint32Array, columns.spelling, spellings(columns, added)),
    templates: isOwn ? templates : new JoinedTemplates(templates, contents.templates),
  };
}

interface Typed<A> {
  new (length: number): A & { set(from: ArrayLike<number>): void; [index: number]: number };
}

/** An array with the values of another behind it, or with what `of` makes of them. */
export function followed<A extends ArrayLike<number>>(
  Kind: Typed<A>,
  first: A,
  second: ArrayLike<number>,
  of: (value: number) => number = (value) => value,
): A {
  const both = new Kind(first.length + second.length);
  both.set(first);
  for (let i = 0; i < second.length; i++) both[first.length + i] = of(second[i]);
  return both;
}

/** How the track of each node is written: as by some event of the trace. */
function spellings({ track, spelling, tracks }: TraceColumns, added: AddedNodes): Uint32Array {
  const ofTrack = new Uint32Array(tracks.length);
  for (let event = 0; event < track.length; event++) ofTrack[track[event]] = spelling[event];
  return added.track.map((node) => ofTrack[node]);
}

/** Two tables of texts; what both hold has the number of the first. */
class JoinedStrings implements StringTable {
  readonly length: number;
  readonly #first: StringTable;
  readonly #second: StringTable;
  /** By id of the second table. */
  readonly #joined: Uint32Array;

  constructor(first: StringTable, second: StringTable) {
    this.#first = first;
    this.#second = second;
    this.length = first.length + second.length;
    const idOf = new Map<string, number>();
    for (let id = first.length - 1; id >= 0; id--) idOf.set(first.get(id), id);
    this.#joined = Uint32Array.from(
      { length: second.length },
      (_, id) => idOf.get(second.get(id)) ?? first.length + id,
    );
  }

  get(id: number): string {
    return id < this.#first.length ? this.#first.get(id) : this.#second.get(id - this.#first.length);
  }

  /** The number of a text of the second table. */
  second(id: number): number {
    return this.#joined[id];
  }
}

/** Two tables of templates, those of the second behind those of the first. */
class JoinedTemplates implements TemplateTable {
  readonly length: number;
  readonly #first: TemplateTable;
  readonly #second: TemplateTable;

  constructor(first: TemplateTable, second: TemplateTable) {
    this.#first = first;
    this.#second = second;
    this.length = first.length + second.length;
  }

  valueCount(template: number): number {
    return this.#in(template, (templates, id) => templates.valueCount(id));
  }

  constants(template: number): JsonObject {
    return this.#in(template, (templates, id) => templates.constants(id));
  }

  text(template: number): string {
    return this.#in(template, (templates, id) => templates.text(id));
  }

  slots(template: number): readonly TemplateSlot[] {
    return this.#in(template, (templates, id) => templates.slots(id));
  }

  #in<T>(template: number, read: (templates: TemplateTable, id: number) => T): T {
    const { length } = this.#first;
    return template < length ? read(this.#first, template) : read(this.#second, template - length);
  }
}
