import type { JsonObject } from '../base/json.ts';
import type { EventId, TemplateSlot, TemplateTable, TraceColumns } from '../ingest/trace-columns.ts';

/** What events are, without when and where: the columns that a copy needs. */
export type EventContents = Pick<
  TraceColumns,
  'cat' | 'name' | 'template' | 'valueStart' | 'values' | 'strings' | 'templates'
>;

/** Events copied out of traces, or made, so that the traces need not be kept. Equal texts and templates of all of them are held once. */
export class EventCopies {
  readonly #strings = new Texts();
  readonly #templates = new CopiedTemplates();
  readonly #cat: number[] = [];
  readonly #name: number[] = [];
  readonly #template: number[] = [];
  readonly #valueStart: number[] = [];
  readonly #values: number[] = [];
  #from: CopiedFrom | null = null;

  /** Copies an event, under another name if one is given; returns its row. */
  copy(columns: EventContents, event: EventId, name?: string): number {
    if (this.#from?.columns !== columns) this.#from = new CopiedFrom(columns, this.#strings, this.#templates);
    const from = this.#from;
    const template = columns.template[event];
    const values = columns.valueStart[event];
    const count = columns.templates.valueCount(template);
    return this.#add(
      from.text(columns.cat[event]),
      name === undefined ? from.text(columns.name[event]) : this.#strings.idOf(name),
      from.template(template),
      columns.values.subarray(values, values + count),
    );
  }

  /** Adds an event that no trace holds; returns its row. */
  make(category: string, name: string, args: JsonObject): number {
    return this.#add(this.#strings.idOf(category), this.#strings.idOf(name), this.#templates.make({ args }), []);
  }

  /** All rows so far. */
  contents(): EventContents {
    return {
      cat: Uint32Array.from(this.#cat),
      name: Uint32Array.from(this.#name),
      template: Uint32Array.from(this.#template),
      valueStart: Uint32Array.from(this.#valueStart),
      values: Uint32Array.from(this.#values),
      strings: this.#strings,
      templates: this.#templates,
    };
  }

  #add(cat: number, name: number, template: number, values: Iterable<number>): number {
    this.#cat.push(cat);
    this.#name.push(name);
    this.#template.push(template);
    this.#valueStart.push(this.#values.length);
    for (const value of values) this.#values.push(value);
    return this.#cat.length - 1;
  }
}

/** Distinct texts; "" has id 0. */
class Texts {
  readonly #texts: string[] = [''];
  readonly #ids = new Map([['', 0]]);

  get length(): number {
    return this.#texts.length;
  }

  get(id: number): string {
    return this.#texts[id];
  }

  idOf(text: string): number {
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#texts.push(text) - 1;
      this.#ids.set(text, id);
    }
    return id;
  }
}

interface CopiedTemplate {
  readonly text: string;
  readonly constants: JsonObject;
  readonly slots: readonly TemplateSlot[];
  readonly valueCount: number;
}

class CopiedTemplates implements TemplateTable {
  readonly #templates: CopiedTemplate[] = [];
  readonly #ids = new Map<string, number>();

  get length(): number {
    return this.#templates.length;
  }

  valueCount(template: number): number {
    return this.#templates[template].valueCount;
  }

  constants(template: number): JsonObject {
    return this.#templates[template].constants;
  }

  text(template: number): string {
    return this.#templates[template].text;
  }

  slots(template: number): readonly TemplateSlot[] {
    return this.#templates[template].slots;
  }

  make(constants: JsonObject): number {
    return this.#add({ text: JSON.stringify(constants).slice(1, -1), constants, slots: [], valueCount: 0 });
  }

  copy(templates: TemplateTable, template: number): number {
    return this.#add({
      text: templates.text(template),
      constants: templates.constants(template),
      slots: templates.slots(template),
      valueCount: templates.valueCount(template),
    });
  }

  #add(template: CopiedTemplate): number {
    let id = this.#ids.get(template.text);
    if (id === undefined) {
      id = this.#templates.push(template) - 1;
      this.#ids.set(template.text, id);
    }
    return id;
  }
}

const UNSEEN = -1;

/** The ids of one trace, each looked up once. */
class CopiedFrom {
  readonly columns: EventContents;
  readonly #strings: Texts;
  readonly #templates: CopiedTemplates;
  readonly #textIds: Int32Array;
  readonly #templateIds: Int32Array;

  constructor(columns: EventContents, strings: Texts, templates: CopiedTemplates) {
    this.columns = columns;
    this.#strings = strings;
    this.#templates = templates;
    this.#textIds = new Int32Array(columns.strings.length).fill(UNSEEN);
    this.#templateIds = new Int32Array(columns.templates.length).fill(UNSEEN);
  }

  text(id: number): number {
    if (this.#textIds[id] === UNSEEN) this.#textIds[id] = this.#strings.idOf(this.columns.strings.get(id));
    return this.#textIds[id];
  }

  template(id: number): number {
    if (this.#templateIds[id] === UNSEEN) {
      this.#templateIds[id] = this.#templates.copy(this.columns.templates, id);
    }
    return this.#templateIds[id];
  }
}
