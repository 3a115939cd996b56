import { CONVENTIONS, type Conventions, type ConventionsName, OTHER_CONVENTIONS } from '../base/conventions.ts';
import type { Basis } from '../report/report-types.ts';
import { withSteps } from '../steps/stepped-model.ts';
import { buildModel } from '../trace/build-model.ts';
import type { TraceModel } from '../trace/trace-model.ts';

/** Both conventions with the steps found and with others that the user looks at. */
const MOST_STEPPED = 4;

/** What a model depends on beside the trace. */
type ModelBasis = Pick<Basis, 'conventions' | 'stepsBy' | 'pseudoOps' | 'attentionWindows'>;

/** The model of one trace under each basis that was asked for. */
export class TraceModels {
  readonly #plain: Map<ConventionsName, TraceModel>;
  readonly #stepped = new Map<string, TraceModel>();
  /** The model that the trace was opened with. */
  readonly any: TraceModel;

  constructor(conventions: ConventionsName, model: TraceModel) {
    this.#plain = new Map([[conventions, model]]);
    this.any = model;
  }

  of({ conventions, stepsBy, pseudoOps, attentionWindows }: ModelBasis): TraceModel {
    const key = JSON.stringify([conventions, stepsBy, pseudoOps, attentionWindows]);
    let model = this.#stepped.get(key);
    model ??= withSteps({ ...this.#plainOf(conventions), attentionWindows }, stepsBy);
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

  #plainOf(name: ConventionsName): TraceModel {
    let model = this.#plain.get(name);
    if (!model) {
      model = buildModel(this.any.columns, CONVENTIONS[name]);
      this.#plain.set(name, model);
    }
    return model;
  }
}
