import { CONVENTIONS, type Conventions, type ConventionsName } from '../base/conventions.ts';
import { buildModel } from '../trace/build-model.ts';
import type { TraceModel } from '../trace/trace-model.ts';

const OTHER: Readonly<Record<ConventionsName, ConventionsName>> = { corrected: 'tracelens', tracelens: 'corrected' };

/** The model of one trace under each set of conventions; a second one is built when it is first asked for. */
export class TraceModels {
  readonly #models: Map<ConventionsName, TraceModel>;
  /** The model that the trace was opened with. */
  readonly any: TraceModel;

  constructor(conventions: ConventionsName, model: TraceModel) {
    this.#models = new Map([[conventions, model]]);
    this.any = model;
  }

  of(name: ConventionsName): TraceModel {
    let model = this.#models.get(name);
    if (!model) {
      model = buildModel(this.any.columns, CONVENTIONS[name]);
      this.#models.set(name, model);
    }
    return model;
  }

  /** The model under a set of conventions with one choice taken from the other set. Not kept. */
  swapped(name: ConventionsName, field: keyof Conventions): TraceModel {
    const from = field === 'linking' ? this.of(OTHER[name]) : this.of(name);
    return { ...from, conventions: { ...CONVENTIONS[name], [field]: CONVENTIONS[OTHER[name]][field] } };
  }
}
