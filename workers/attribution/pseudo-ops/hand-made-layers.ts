import { readJsonTrace } from '../../../fixtures/json-reader.ts';
import { CORRECTED, type Conventions } from '../../base/conventions.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { HandMade } from '../../steps/hand-made.ts';
import { buildModel } from '../../trace/build-model.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { unifiedRows } from '../unified.ts';
import { withPseudoOperators } from './pseudo-operators.ts';

/** For tests: host slices one inside the other by the order in which they are opened and closed; times are counted by itself, µs. */
export class Layers {
  readonly #made = new HandMade();
  readonly #arrows: JsonObject[] = [];
  #now = 0;
  #gpuNow = 1_000_000;
  #correlation = 0;

  operator(name: string, inside: () => void, args: Readonly<Record<string, JsonValue>> = {}): this {
    const start = this.#tick();
    inside();
    this.#made.operator(name, start, this.#tick() - start, { args });
    return this;
  }

  frame(name: string, inside: () => void): this {
    const start = this.#tick();
    inside();
    this.#made.frame(name, start, this.#tick() - start);
    return this;
  }

  annotation(name: string, inside: () => void): this {
    const start = this.#tick();
    inside();
    this.#made.annotation(name, start, this.#tick() - start);
    return this;
  }

  /** One launch of some kernels, 7 µs each, one after the other; several as a graph has them. */
  launch(...kernels: readonly string[]): this {
    const name = kernels.length > 1 ? 'hipGraphLaunch' : 'hipModuleLaunchKernel';
    const correlation = ++this.#correlation;
    this.#made.slice('cuda_runtime', name, this.#tick(), 5, { args: { correlation } });
    this.#arrow('s');
    for (const kernel of kernels) {
      this.#gpuNow += 10;
      this.#made.gpu(kernel, this.#gpuNow, 7, correlation);
      this.#arrow('f');
    }
    return this;
  }

  model(conventions: Conventions = CORRECTED): TraceModel {
    const traceEvents = [...this.#made.events, ...this.#arrows];
    return buildModel(readJsonTrace(JSON.stringify({ schemaVersion: 1, traceEvents })), conventions);
  }

  #tick(): number {
    this.#now += 10;
    return this.#now;
  }

  /** An end of the flow arrow, which the published conventions link by, at the last event. */
  #arrow(ph: 's' | 'f'): void {
    const { pid, tid, ts } = this.#made.events.at(-1) ?? {};
    this.#arrows.push({ ph, cat: 'ac2g', name: 'ac2g', id: this.#correlation, pid, tid, ts });
  }
}

/** A row of the unified table. */
export interface Row {
  readonly name: string;
  readonly kernels: readonly string[];
  readonly flops: number | null;
  readonly args: JsonObject;
  readonly dims: readonly JsonValue[] | undefined;
  readonly category: string;
}

/** The unified rows of a model. */
export function rowsOf(model: TraceModel): Row[] {
  const { columns, gpuEvents } = model;
  const rows = unifiedRows(model);
  return Array.from({ length: rows.count }, (_, row) => {
    const { call, category, verdict } = rows.calls[rows.callOf[row]];
    return {
      name: call.name,
      kernels: Array.from(rows.kernels(row), (at) => columns.strings.get(columns.name[gpuEvents[at]])),
      flops: 'estimate' in verdict ? verdict.estimate.flops : null,
      args: call.context.args,
      dims: call.dims,
      category,
    };
  });
}

/** The rows of pseudo-operators that the rules make of a trace. */
export function pseudoRows(layers: Layers, conventions?: Conventions): Row[] {
  return rowsOf(withPseudoOperators(layers.model(conventions))).filter(({ args }) => args['Pseudo op'] === true);
}
