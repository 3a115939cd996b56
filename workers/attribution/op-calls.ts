import type { JsonValue } from '../base/json.ts';
import type { TraceColumns } from '../ingest/trace-columns.ts';
import type { OpCall } from '../roofline/op-call.ts';
import type { RegisteredModel, Verdict, WhyNot } from '../roofline/perf-model.ts';
import { registeredModel } from '../roofline/registry.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { AttentionCalls, type AttentionContext } from './attention-calls.ts';
import { reportCategory } from './operator-categories.ts';

/** A call as models see it, shared by all calls of a trace that are alike: same name, arguments and kernels. */
export interface DistinctCall {
  readonly form: CallForm;
  readonly call: OpCall;
  /** Category as the published reports name it. */
  readonly category: string;
  /** Sheet family of the published reports, if any. */
  readonly family: string | undefined;
  readonly hasModel: boolean;
  readonly verdict: Verdict;
}

/** What a call stands for: the operator, the gradients of a forward operator, or one kernel that no collected operator holds. */
export type CallForm = 'operator' | 'backward' | 'kernel';

const FORMS: readonly CallForm[] = ['operator', 'backward', 'kernel'];

const NO_ATTENTION = { number: 0, context: {} };

/** Keys of `args` that tell calls apart without telling what they do. */
const IDENTITIES = new Set([
  'External id',
  'external id',
  'Sequence number',
  'Fwd thread id',
  'Record function id',
  'Ev Idx',
  'correlation',
  'cbid',
  'Python id',
  'Python parent id',
  'Python module id',
]);
/** Keys of `args` that have fields of their own in `OpCall`. Older profilers write the second word small. */
const DIMS = ['Input Dims', 'Input dims'];
const TYPES = ['Input type', 'Input Type'];
const STRIDES = ['Input Strides'];
const CONCRETE = ['Concrete Inputs'];
const FIELDS = new Set([...DIMS, ...TYPES, ...STRIDES, ...CONCRETE]);

/** The distinct calls of a trace, each built and judged once, when it is first asked for. */
export class OpCalls {
  readonly #model: TraceModel;
  readonly #sequences = new Sequences();
  readonly #places = new Map<number, number>();
  readonly #distinct: DistinctCall[] = [];
  readonly #registered: (RegisteredModel | null | undefined)[] = [];
  readonly #usable = new Map<number, boolean>();
  readonly #arguments: Arguments;
  readonly #attention: AttentionCalls;

  constructor(model: TraceModel) {
    this.#model = model;
    this.#arguments = new Arguments(model.columns);
    this.#attention = new AttentionCalls(model, (event) => this.#arguments.call(event, '', []).types ?? []);
  }

  /** The distinct calls found so far. */
  get distinct(): readonly DistinctCall[] {
    return this.#distinct;
  }

  /** What is registered for an event's name. */
  registered(event: number): RegisteredModel | undefined {
    const { columns, conventions } = this.#model;
    const name = columns.name[event];
    this.#registered[name] ??= registeredModel(columns.strings.get(name), conventions) ?? null;
    return this.#registered[name] ?? undefined;
  }

  /** Whether an operator has a model of its own; that of a compiled kernel counts only where it can read the arguments. */
  hasModel(event: number): boolean {
    const registered = this.registered(event);
    if (registered?.model === undefined) return false;
    if (registered.category !== 'triton') return true;
    const key = this.#arguments.key(this.#sequences, event);
    let usable = this.#usable.get(key);
    if (usable === undefined) {
      const call = this.#arguments.call(event, this.#nameOf(event), []);
      usable = 'estimate' in registered.model(call, this.#model.conventions);
      this.#usable.set(key, usable);
    }
    return usable;
  }

  /** The place in `distinct` of a call with these rows of `gpuEvents`; `forward` is the operator whose gradients it computes. */
  placeOf(event: number, form: CallForm, rows: ArrayLike<number>, forward = -1): number {
    const { columns, gpuEvents } = this.#model;
    let key = this.#sequences.extend(this.#arguments.key(this.#sequences, event), FORMS.indexOf(form));
    if (forward >= 0) key = this.#sequences.extend(key, this.#arguments.key(this.#sequences, forward));
    const serves = form === 'operator' ? this.registered(event)?.serves : undefined;
    const { number, context } = serves ? this.#attention.contextOf(event, serves) : NO_ATTENTION;
    if (number > 0) key = this.#sequences.extend(key, number);
    for (let i = 0; i < rows.length; i++) key = this.#sequences.extend(key, columns.name[gpuEvents[rows[i]]]);
    let place = this.#places.get(key);
    if (place === undefined) {
      const kernels = Array.from(rows, (row) => this.#nameOf(gpuEvents[row]));
      place = this.#distinct.push(this.#judge(event, form, kernels, { forward, attention: context })) - 1;
      this.#places.set(key, place);
    }
    return place;
  }

  #judge(event: number, form: CallForm, kernels: readonly string[], { forward, attention }: Around): DistinctCall {
    const { conventions } = this.#model;
    const own = this.#nameOf(event);
    const name = form === 'kernel' ? kernelName(own, kernels[0]) : own;
    const call = this.#arguments.call(event, name, kernels, attention);
    if (form === 'backward') return this.#judgeBackward(call, forward);
    const registered = event < 0 ? undefined : registeredModel(call.name, conventions);
    return {
      form,
      call,
      category:
        registered?.category ?? reportCategory(call.name, this.#tellsCategory(event, form) ? (kernels[0] ?? '') : ''),
      family: registered?.sheet,
      hasModel: form === 'operator' ? this.hasModel(event) : registered?.model !== undefined,
      verdict: registered?.model?.(call, conventions) ?? { whyNot: whyNoModel(own) },
    };
  }

  /** Whether a call's first kernel says of what category it is. */
  #tellsCategory(event: number, form: CallForm): boolean {
    const { conventions, kind } = this.#model;
    return conventions.launcherCategory !== 'ownName' || form !== 'kernel' || kind[event] === EventKind.cpuOp;
  }

  #judgeBackward(call: OpCall, forward: number): DistinctCall {
    const { kernels } = call.context;
    const registered = this.registered(forward);
    const forwardCall = this.#arguments.call(forward, this.#nameOf(forward), kernels);
    return {
      form: 'backward',
      call,
      category: registered?.backwardCategory ?? reportCategory(call.name, kernels[0] ?? ''),
      family: registered?.sheet,
      hasModel: true,
      verdict: registered?.backward?.(forwardCall, this.#model.conventions) ?? { whyNot: 'no-model' },
    };
  }

  #nameOf(event: number): string {
    const { columns } = this.#model;
    return event < 0 ? '' : columns.strings.get(columns.name[event]);
  }
}

/** What a call depends on beside itself: the operator whose gradients it computes, -1 for none, and what attention depends on. */
interface Around {
  readonly forward: number;
  readonly attention: AttentionContext;
}

/** A single kernel's row is named by what is above it too; the registry has such names. */
function kernelName(above: string, kernel: string): string {
  return above === '' ? kernel : `${above}->${kernel} (Synthetic Op)`;
}

function whyNoModel(launch: string): WhyNot {
  return /graph_?launch/i.test(launch) ? 'graph-kernel' : 'no-model';
}

/** The arguments of events, read from their templates. */
export class Arguments {
  readonly #columns: TraceColumns;
  /** By template: slots whose integers say what a call does. */
  readonly #slots: (readonly Slot[] | undefined)[] = [];

  constructor(columns: TraceColumns) {
    this.#columns = columns;
  }

  /** A number that events of one name and like arguments share. */
  key(sequences: Sequences, event: number): number {
    if (event < 0) return 0;
    const { name, template } = this.#columns;
    let key = sequences.extend(sequences.extend(0, name[event]), template[event]);
    for (const slot of this.#slotsOf(template[event])) key = sequences.extend(key, this.#value(event, slot));
    return key;
  }

  call(event: number, name: string, kernels: readonly string[], attention: AttentionContext = {}): OpCall {
    const args = event < 0 ? {} : this.of(event);
    return {
      name,
      dims: listAt(args, DIMS),
      types: listAt(args, TYPES),
      strides: listAt(args, STRIDES),
      concrete: listAt(args, CONCRETE),
      context: {
        kernels,
        args: Object.fromEntries(Object.entries(args).filter(([key]) => !FIELDS.has(key))),
        ...attention,
      },
    };
  }

  /** The arguments of an event by name, without those that only tell it from others. */
  of(event: number): Readonly<Record<string, JsonValue>> {
    const { template, templates } = this.#columns;
    const { args } = templates.constants(template[event]);
    const constant = args !== null && typeof args === 'object' && !Array.isArray(args) ? Object.entries(args) : [];
    const integers = this.#slotsOf(template[event]).map((slot) => [slot.key, this.#value(event, slot)] as const);
    return Object.fromEntries([...constant.filter(([key]) => !IDENTITIES.has(key)), ...integers]);
  }

  #slotsOf(template: number): readonly Slot[] {
    this.#slots[template] ??= this.#columns.templates
      .slots(template)
      .filter(({ path }) => path.startsWith('args.') && !IDENTITIES.has(path.slice('args.'.length)))
      .map(({ path, index, words }) => ({ key: path.slice('args.'.length), index, words }));
    return this.#slots[template];
  }

  #value(event: number, { index, words }: Slot): number {
    const { values, valueStart } = this.#columns;
    const at = valueStart[event] + index;
    return words === 1 ? values[at] : values[at + 1] * 2 ** 32 + values[at];
  }
}

interface Slot {
  readonly key: string;
  readonly index: number;
  readonly words: 1 | 2;
}

function listAt(args: Readonly<Record<string, JsonValue>>, keys: readonly string[]): readonly JsonValue[] | undefined {
  for (const key of keys) {
    const value = args[key];
    if (Array.isArray(value)) return value;
  }
  return undefined;
}

/** Numbers sequences of numbers, equal sequences alike, without an object a sequence. 0 is the empty one. */
class Sequences {
  readonly #values = new Map<number, number>();
  readonly #known = new Map<number, number>();

  extend(sequence: number, value: number): number {
    let dense = this.#values.get(value);
    if (dense === undefined) {
      dense = this.#values.size;
      this.#values.set(value, dense);
    }
    const step = sequence * WIDTH + dense;
    let extended = this.#known.get(step);
    if (extended === undefined) {
      extended = this.#known.size + 1;
      this.#known.set(step, extended);
    }
    return extended;
  }
}

/** More than a trace has distinct values, so that a step is exact in a double for as many sequences. */
const WIDTH = 2 ** 26;
