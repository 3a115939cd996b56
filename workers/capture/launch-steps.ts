import { readAnnotation } from '../steps/annotations.ts';
import type { StepLabel } from '../steps/steps.ts';
import { sortByStart } from '../trace/sort-events.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';

/** The step that a graph was launched in, as its annotation tells. */
export interface LaunchStep {
  /** The annotation. */
  readonly event: number;
  readonly label: StepLabel;
}

/**
 * A reader of the step around a launch: the innermost annotation above it that tells a step's size; else one of its process, on whatever
 * thread, that covers its start, the last to begin. Null outside all of them.
 */
export function launchSteps(model: TraceModel): (launch: number) => LaunchStep | null {
  const { columns, kind, parent } = model;
  const labels = new Labels(model);
  const annotations = annotationsByProcess(model, labels);
  return (launch) => {
    for (let at = parent[launch]; at >= 0; at = parent[at]) {
      const label = kind[at] === EventKind.userAnnotation ? labels.of(at) : null;
      if (label !== null) return { event: at, label };
    }
    const own = annotations.get(columns.tracks[columns.track[launch]].pid) ?? NONE;
    const event = own.findLast((annotation) => covers(columns, annotation, columns.ts[launch])) ?? -1;
    const label = event < 0 ? null : labels.of(event);
    return label === null ? null : { event, label };
  };
}

const NONE = new Int32Array(0);

function covers({ ts, dur }: TraceModel['columns'], event: number, at: number): boolean {
  return ts[event] <= at && at < ts[event] + dur[event];
}

function annotationsByProcess({ columns, kind }: TraceModel, labels: Labels): Map<string, Int32Array> {
  const found: number[] = [];
  for (let event = 0; event < columns.length; event++) {
    if (kind[event] === EventKind.userAnnotation && labels.of(event) !== null) found.push(event);
  }
  const ordered = Int32Array.from(found);
  sortByStart(ordered, columns.ts);
  const pids = new Set(Array.from(ordered, (event) => columns.tracks[columns.track[event]].pid));
  return new Map(
    Array.from(pids, (pid) => [pid, ordered.filter((event) => columns.tracks[columns.track[event]].pid === pid)]),
  );
}

/** Labels by name, each read once; marks of the profiler and of captures are none. */
class Labels {
  readonly #columns: TraceModel['columns'];
  readonly #known = new Map<number, StepLabel | null>();

  constructor({ columns }: TraceModel) {
    this.#columns = columns;
  }

  of(event: number): StepLabel | null {
    const name = this.#columns.name[event];
    let label = this.#known.get(name);
    if (label === undefined) {
      const read = readAnnotation(this.#columns.strings.get(name));
      label = read && read.framework !== 'profiler' && read.framework !== 'capture' ? read : null;
      this.#known.set(name, label);
    }
    return label;
  }
}

/**
 * The sizes by which the captured graph of a step may be chosen, the likelier first: vLLM captures by tokens, SGLang and ATOM by requests,
 * which differ where a request brings several tokens (speculative decoding). A step with prompts is never chosen by its requests.
 */
export function captureSizes({ framework, tokens, requests, contextRequests }: StepLabel): readonly number[] {
  const ofRequests = contextRequests !== null && contextRequests > 0 ? null : requests;
  const sizes = framework === 'sglang' || framework === 'atom' ? [ofRequests, tokens] : [tokens, ofRequests];
  return [...new Set(sizes.filter((size) => size !== null && size > 0))].filter((size) => size !== null);
}
