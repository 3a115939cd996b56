import type { EventId } from '../ingest/trace-columns.ts';
import { CACHE_ARGUMENT } from '../roofline/models/kv-cache.ts';
import type { CallContext } from '../roofline/op-call.ts';
import type { RegisteredModel, Serves } from '../roofline/perf-model.ts';
import { lastNotAfter } from '../steps/last-not-after.ts';
import { stepsOf } from '../steps/stepped-model.ts';
import type { StepLabel } from '../steps/steps.ts';
import { stepAt } from '../steps/tiles.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { attributionOf } from './attribution.ts';
import { type LabelOfCall, stepLabels } from './step-labels.ts';

/** What calls of attention over a cache depend on beside their arguments. */
export type AttentionContext = Pick<CallContext, 'step' | 'generationElsewhere' | 'cacheDtype' | 'window'>;

/** What is around the calls of a trace that attend over a cache. What takes a pass over the trace is found when it is first asked for. */
export class AttentionCalls {
  readonly #model: TraceModel;
  readonly #labelOf: LabelOfCall;
  readonly #serves: (event: EventId) => Serves | undefined;
  readonly #typesOf: (event: EventId) => readonly unknown[];
  #generating: ReadonlySet<StepLabel | null> | undefined;
  #writers: CacheWriters | undefined;
  #layers: ReadonlyMap<EventId, number> | undefined;

  /** @param typesOf The dtypes of a call's arguments. */
  constructor(
    model: TraceModel,
    registered: (event: EventId) => RegisteredModel | undefined,
    typesOf: (event: EventId) => readonly unknown[],
  ) {
    this.#model = model;
    this.#labelOf = stepLabels(model);
    this.#serves = (event) => registered(event)?.serves;
    this.#typesOf = typesOf;
  }

  contextOf(event: EventId): AttentionContext {
    const step = this.#labelOf(event);
    const cacheDtype = this.#model.conventions.attentionBytes === 'dtype' ? this.#cacheDtype(event) : undefined;
    const window = this.#windowOf(event);
    return {
      ...(step && { step }),
      ...(this.#serves(event) === 'rest' && { generationElsewhere: this.#isGenerationElsewhere(step) }),
      ...(cacheDtype !== undefined && { cacheDtype }),
      ...(window !== undefined && { window }),
    };
  }

  /** Which call of its operator it is within its step, from 0. */
  layerOf(event: EventId): number {
    this.#layers ??= layers(this.#model, this.#callsWithWork());
    return this.#layers.get(event) ?? -1;
  }

  #windowOf(event: EventId): number | undefined {
    const { attentionWindows, columns } = this.#model;
    if (attentionWindows.length === 0) return undefined;
    const name = columns.strings.get(columns.name[event]);
    return attentionWindows.find(
      ({ operator, layers }) => operator === name && (layers === null || layers.includes(this.layerOf(event))),
    )?.keys;
  }

  #isGenerationElsewhere(step: StepLabel | null): boolean {
    this.#generating ??= new Set(
      this.#callsWithWork()
        .filter((event) => this.#serves(event) === 'generation')
        .map(this.#labelOf),
    );
    return this.#generating.has(step);
  }

  /** Calls that attend over a cache and have GPU work, each behind the operators around it. */
  #callsWithWork(): EventId[] {
    const { operators, work } = attributionOf(this.#model);
    return [...operators.events].filter(
      (event, place) => this.#serves(event) !== undefined && work.before[work.end[place]] > work.before[place],
    );
  }

  #cacheDtype(event: EventId): string | undefined {
    this.#writers ??= new CacheWriters(this.#model, this.#typesOf);
    return this.#writers.dtypeFor(event);
  }
}

function layers(model: TraceModel, calls: readonly EventId[]): ReadonlyMap<EventId, number> {
  const { name, track, ts } = model.columns;
  const { tileMap } = stepsOf(model);
  const counts = new Map<string, number>();
  const places = new Map<EventId, number>();
  for (const event of calls) {
    const key = `${name[event]} ${stepAt(tileMap, track[event], ts[event])}`;
    const count = counts.get(key) ?? 0;
    places.set(event, count);
    counts.set(key, count + 1);
  }
  return places;
}

/** The operators that fill caches, and with what. */
class CacheWriters {
  readonly #model: TraceModel;
  readonly #places: number[] = [];
  readonly #dtypes: string[] = [];

  constructor(model: TraceModel, typesOf: (event: EventId) => readonly unknown[]) {
    this.#model = model;
    const { columns } = model;
    const { events } = attributionOf(model).operators;
    for (let place = 0; place < events.length; place++) {
      const argument = CACHE_ARGUMENT.get(columns.strings.get(columns.name[events[place]]));
      const dtype = argument === undefined ? undefined : typesOf(events[place])[argument];
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
