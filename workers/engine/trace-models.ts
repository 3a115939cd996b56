import { withPseudoOperators } from '../attribution/pseudo-ops/pseudo-operators.ts';
import { CONVENTIONS, type Conventions, type ConventionsName, OTHER_CONVENTIONS } from '../base/conventions.ts';
import { once } from '../base/memo.ts';
import type { CallSources } from '../capture/match-launches.ts';
import { mergeCaptures } from '../capture/merge-captures.ts';
import type { Basis } from '../report/report-types.ts';
import { withSteps } from '../steps/stepped-model.ts';
import { buildModel } from '../trace/build-model.ts';
import type { TraceModel } from '../trace/trace-model.ts';

/** Both conventions with the steps found and with others that the user looks at. */
const MOST_STEPPED = 4;

/** What a model depends on beside the trace. */
type ModelBasis = Pick<Basis, 'conventions' | 'stepsBy' | 'pseudoOps' | 'attentionWindows'>;

const withPseudo = once((model: TraceModel) => withPseudoOperators(model));

/** The model of one trace under each basis that was asked for. */
export class TraceModels {
  readonly #plain: Map<ConventionsName, TraceModel>;
  readonly #merged = new Map<ConventionsName, TraceModel>();
  #sources: CallSources | null = null;
  readonly #stepped = new Map<string, TraceModel>();
  /** The model that the trace was opened with. */
  readonly any: TraceModel;

  constructor(conventions: ConventionsName, model: TraceModel) {
    this.#plain = new Map([[conventions, model]]);
    this.any = model;
  }

  /** From now on models have the calls of these captures under the launches that replay them; null for none. */
  mergeWith(sources: CallSources | null): void {
    this.#sources = sources;
    this.#merged.clear();
    this.#stepped.clear();
  }

  of({ conventions, stepsBy, pseudoOps, attentionWindows }: ModelBasis): TraceModel {
    const key = JSON.stringify([conventions, stepsBy, pseudoOps, attentionWindows]);
    let model = this.#stepped.get(key);
    if (!model) {
      const merged = this.#mergedOf(conventions);
      const whole = { ...(pseudoOps ? withPseudo(merged) : merged), attentionWindows };
      model = withSteps(whole, stepsBy, this.#plainOf(conventions));
    }
    this.#stepped.delete(key);
    this.#stepped.set(key, model);
    const [oldest] = this.#stepped.keys();
    if (this.#stepped.size > MOST_STEPPED) this.#stepped.delete(oldest);
    return model;
  }

  /** The model under a set of conventions with one choice taken from the other set. Not kept. */
  swapped(basis: ModelBasis, field: keyof Conventions): TraceModel {
    const name = basis.conventions;
    const other = OTHER_CONVENTIONS[name];
    const from = this.of(field === 'linking' ? { ...basis, conventions: other } : basis);
    return { ...from, conventions: { ...CONVENTIONS[name], [field]: CONVENTIONS[other][field] } };
  }

  /** The model of what the trace records alone. */
  recorded({ conventions, stepsBy }: ModelBasis): TraceModel {
    return withSteps(this.#plainOf(conventions), stepsBy);
  }

  #mergedOf(name: ConventionsName): TraceModel {
    if (this.#sources === null) return this.#plainOf(name);
    const known = this.#merged.get(name);
    if (known) return known;
    const merged = mergeCaptures(this.#plainOf(name), this.#sources);
    this.#merged.set(name, merged);
    return merged;
  }

  #plainOf(name: ConventionsName): TraceModel {
    let model = this.#plain.get(name);
    if (!model) {
      model = buildModel(this.any.columns, CONVENTIONS[name]);
      this.#plain.set(name, model);
    }
    return model;
  }
}
