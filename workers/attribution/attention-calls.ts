import { once } from '../base/memo.ts';
import type { EventId } from '../ingest/trace-columns.ts';
import { CACHE_ARGUMENT } from '../roofline/models/kv-cache.ts';
import type { CallContext } from '../roofline/op-call.ts';
import type { Serves } from '../roofline/perf-model.ts';
import { registeredModel } from '../roofline/registry.ts';
import { lastNotAfter } from '../steps/last-not-after.ts';
import { stepsOf } from '../steps/stepped-model.ts';
import type { StepLabel } from '../steps/steps.ts';
import { stepAt } from '../steps/tiles.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { attributionOf } from './attribution.ts';
import { type LabelOfCall, stepLabels } from './step-labels.ts';

/** What calls of attention over a cache depend on beside their arguments. */
export type AttentionContext = Pick<CallContext, 'step' | 'generationElsewhere' | 'cacheDtype' | 'window'>;

/** Numbers from 1 tell contexts apart. */
interface NumberedContext {
  readonly number: number;
  readonly context: AttentionContext;
}

/** What is around the calls of a trace that attend over a cache. What takes a pass over the trace is found when it is first asked for. */
export class AttentionCalls {
  readonly #model: TraceModel;
  readonly #labelOf: LabelOfCall;
  readonly #typesOf: (event: EventId) => readonly unknown[];
  #generating: ReadonlySet<StepLabel | null> | undefined;
  #writers: CacheWriters | undefined;
  /** Those found so far, by label: of one label there are few. */
  readonly #found = new Map<StepLabel | null, NumberedContext[]>();
  #count = 0;

  /** @param typesOf The dtypes of a call's arguments. */
  constructor(model: TraceModel, typesOf: (event: EventId) => readonly unknown[]) {
    this.#model = model;
    this.#labelOf = stepLabels(model);
    this.#typesOf = typesOf;
  }

  /** The context of a call; calls that are alike in it share it. */
  contextOf(event: EventId, serves: Serves): NumberedContext {
    const step = this.#labelOf(event);
    const elsewhere = serves === 'rest' && this.#isGenerationElsewhere(step);
    const cacheDtype = this.#model.conventions.attentionBytes === 'dtype' ? this.#cacheDtype(event) : undefined;
    const window = this.#windowOf(event);
    const ofLabel = this.#found.get(step) ?? [];
    this.#found.set(step, ofLabel);
    for (const known of ofLabel) {
      const { generationElsewhere = false, cacheDtype: dtype, window: keys } = known.context;
      if (generationElsewhere === elsewhere && dtype === cacheDtype && keys === window) return known;
    }
    const context: AttentionContext = {
      ...(step && { step }),
      ...(elsewhere && { generationElsewhere: true }),
      ...(cacheDtype !== undefined && { cacheDtype }),
      ...(window !== undefined && { window }),
    };
    const found = { number: ++this.#count, context };
    ofLabel.push(found);
    return found;
  }

  #windowOf(event: EventId): number | undefined {
    const { attentionWindows, columns, conventions } = this.#model;
    if (attentionWindows.length === 0 || conventions.attentionArguments === 'published') return undefined;
    const name = columns.strings.get(columns.name[event]);
    return attentionWindows.find(
      ({ operator, layers }) =>
        operator === name && (layers === null || layers.includes(layerOf(this.#model, event) ?? -1)),
    )?.keys;
  }

  #isGenerationElsewhere(step: StepLabel | null): boolean {
    if (!this.#generating) {
      const generating = servingCalls(this.#model).filter(({ serves }) => serves === 'generation');
      this.#generating = new Set(generating.map(({ event }) => this.#labelOf(event)));
    }
    return this.#generating.has(step);
  }

  #cacheDtype(event: EventId): string | undefined {
    this.#writers ??= new CacheWriters(this.#model, this.#typesOf);
    return this.#writers.dtypeFor(event);
  }
}

/** Which call of its operator one that attends over a cache is within its step, from 0; undefined for any other. */
export function layerOf(model: TraceModel, event: EventId): number | undefined {
  return layersOf(model).get(event);
}

const layersOf = once((model: TraceModel): ReadonlyMap<EventId, number> => {
  const { name, track, ts } = model.columns;
  const { tileMap } = stepsOf(model);
  const counts = new Map<string, number>();
  const layers = new Map<EventId, number>();
  for (const { event } of servingCalls(model)) {
    const key = `${name[event]} ${stepAt(tileMap, track[event], ts[event])}`;
    const before = counts.get(key) ?? 0;
    layers.set(event, before);
    counts.set(key, before + 1);
  }
  return layers;
});

/** Calls that attend over a cache and have GPU work, each behind the operators around it. */
function servingCalls(model: TraceModel): readonly { readonly event: EventId; readonly serves: Serves }[] {
  const { columns, conventions } = model;
  const { operators, work } = attributionOf(model);
  const known = new Map<number, Serves | undefined>();
  const calls: { event: EventId; serves: Serves }[] = [];
  for (let place = 0; place < operators.events.length; place++) {
    const event = operators.events[place];
    const name = columns.name[event];
    if (!known.has(name)) known.set(name, registeredModel(columns.strings.get(name), conventions)?.serves);
    const serves = known.get(name);
    const hasWork = work.before[work.end[place]] > work.before[place];
    if (serves !== undefined && hasWork) calls.push({ event, serves });
  }
  return calls;
}

/** The operators that fill caches, and with what. */
class CacheWriters {
  readonly #model: TraceModel;
  readonly #places: number[] = [];
  readonly #dtypes: string[] = [];

  constructor(model: TraceModel, typesOf: (event: EventId) => readonly unknown[]) {
    this.#model = model;
    const { columns } = model;
    const { name, template, strings } = columns;
    const { events } = attributionOf(model).operators;
    const arguments_ = new Map<number, number | undefined>();
    const types = new Map<number, readonly unknown[]>();
    for (let place = 0; place < events.length; place++) {
      const event = events[place];
      if (!arguments_.has(name[event])) arguments_.set(name[event], CACHE_ARGUMENT.get(strings.get(name[event])));
      const argument = arguments_.get(name[event]);
      if (argument === undefined) continue;
      const ofTemplate = types.get(template[event]) ?? typesOf(event);
      types.set(template[event], ofTemplate);
      const dtype = ofTemplate[argument];
      if (typeof dtype !== 'string' || dtype === '') continue;
      this.#places.push(place);
      this.#dtypes.push(dtype);
    }
  }

  /** The dtype of the cache filled last before a call ends, or of the first that is filled. */
  dtypeFor(event: EventId): string | undefined {
    const { operators, work } = attributionOf(this.#model);
    const end = work.end[operators.indexOf(event)];
    const last = lastNotAfter(this.#places.length, (i) => this.#places[i], end - 1);
    return this.#dtypes[Math.max(0, last)];
  }
}
