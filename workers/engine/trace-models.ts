import { CONVENTIONS, type Conventions, type ConventionsName, OTHER_CONVENTIONS } from '../base/conventions.ts';
import { type StepChoice, withSteps } from '../steps/stepped-model.ts';
import { buildModel } from '../trace/build-model.ts';
import type { TraceModel } from '../trace/trace-model.ts';

/** Both conventions with the steps found and with others that the user looks at. */
const MOST_STEPPED = 4;

/** The model of one trace under each set of conventions and choice of steps that were asked for. */
export class TraceModels {
  readonly #plain: Map<ConventionsName, TraceModel>;
  readonly #stepped = new Map<string, TraceModel>();
  /** The model that the trace was opened with. */
  readonly any: TraceModel;

  constructor(conventions: ConventionsName, model: TraceModel) {
    this.#plain = new Map([[conventions, model]]);
    this.any = model;
  }

  of(name: ConventionsName, stepsBy: StepChoice): TraceModel {
    const key = JSON.stringify([name, stepsBy]);
    let model = this.#stepped.get(key);
    model ??= withSteps(this.#plainOf(name), stepsBy);
    this.#stepped.delete(key);
    this.#stepped.set(key, model);
    const [oldest] = this.#stepped.keys();
    if (this.#stepped.size > MOST_STEPPED) this.#stepped.delete(oldest);
    return model;
  }

  /** The model under a set of conventions with one choice taken from the other set. Not kept. */
  swapped(name: ConventionsName, stepsBy: StepChoice, field: keyof Conventions): TraceModel {
    const from = this.of(field === 'linking' ? OTHER_CONVENTIONS[name] : name, stepsBy);
    return { ...from, conventions: { ...CONVENTIONS[name], [field]: CONVENTIONS[OTHER_CONVENTIONS[name]][field] } };
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
