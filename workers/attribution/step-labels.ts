import { once } from '../base/memo.ts';
import type { EventId, TraceColumns } from '../ingest/trace-columns.ts';
import { readAnnotation } from '../steps/annotations.ts';
import { lastNotAfter } from '../steps/last-not-after.ts';
import { stepsOf } from '../steps/stepped-model.ts';
import type { StepLabel } from '../steps/steps.ts';
import { stepAt } from '../steps/tiles.ts';
import { sortByStart } from '../trace/sort-events.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';

/** The label that tells the requests of a call, null where none does. */
export type LabelOfCall = (call: EventId) => StepLabel | null;

/** How the conventions of a model find the label of a call. */
export const stepLabels = once(
  (model: TraceModel): LabelOfCall =>
    model.conventions.stepLabels === 'nearest' ? nearestLabels(model) : earliestLabels(model),
);

/** Frameworks whose labels tell of requests. */
const SERVING: ReadonlySet<StepLabel['framework']> = new Set(['vllm', 'sglang', 'atom']);

/**
 * The innermost label around a call that tells the sums of its requests, on its own thread, else on another of its process, else that of
 * the step that launched it. Where none tells sums, one that tells tokens, found in the same order (I 10.5).
 */
function nearestLabels(model: TraceModel): LabelOfCall {
  const { columns } = model;
  const tracks = labelledTracks(model);
  return (call) => {
    const own = columns.track[call];
    const at = columns.ts[call];
    let found = tracks.get(own)?.around(at) ?? null;
    for (const [track, labels] of tracks) {
      if (found?.sums) return found;
      if (track === own || columns.tracks[track].pid !== columns.tracks[own].pid) continue;
      found = better(found, labels.around(at));
    }
    return found?.sums ? found : better(found, launchingStep(model, own, at));
  };
}

function better(found: StepLabel | null, other: StepLabel | null): StepLabel | null {
  return found === null || other?.sums ? (other ?? found) : found;
}

/** The label of the step in whose tile something on a track starts. */
function launchingStep(model: TraceModel, track: number, at: number): StepLabel | null {
  const { steps, tileMap } = stepsOf(model);
  const step = stepAt(tileMap, track, at);
  const label = step < 0 ? null : steps[step].label;
  return label !== null && SERVING.has(label.framework) ? label : null;
}

function labelledTracks(model: TraceModel): ReadonlyMap<number, LabelledTrack> {
  const { columns } = model;
  const labelOf = labelReader(columns);
  const tracks = new Map<number, LabelledTrack>();
  for (const event of annotationsByStart(model, [EventKind.userAnnotation])) {
    const label = labelOf(event);
    if (label === null || !SERVING.has(label.framework)) continue;
    const track = tracks.get(columns.track[event]) ?? new LabelledTrack();
    tracks.set(columns.track[event], track);
    track.add(columns.ts[event], columns.ts[event] + columns.dur[event], label);
  }
  return tracks;
}

/** The labels of one thread. */
class LabelledTrack {
  readonly #labels: StepLabel[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** Place of the label around each, -1 for none. */
  readonly #outer: number[] = [];

  /** Labels are added by start. Times in ns. */
  add(start: number, end: number, label: StepLabel): void {
    let outer = this.#labels.length - 1;
    while (outer >= 0 && this.#ends[outer] <= start) outer = this.#outer[outer];
    this.#outer.push(outer);
    this.#starts.push(start);
    this.#ends.push(end);
    this.#labels.push(label);
  }

  /** The innermost label around a moment that tells sums, else the innermost. */
  around(at: number): StepLabel | null {
    let innermost: StepLabel | null = null;
    let place = lastNotAfter(this.#starts.length, (i) => this.#starts[i], at);
    for (; place >= 0; place = this.#outer[place]) {
      if (this.#ends[place] <= at) continue;
      if (this.#labels[place].sums) return this.#labels[place];
      innermost ??= this.#labels[place];
    }
    return innermost;
  }
}

/** What the published tool reads: its grammar knows three modes of SGLang, and it takes sums alone. */
const PUBLISHED = /^(?:execute_\d+_context_|step\[(?:EXTEND|DECODE|MIXED)\b|(?:prefill|decode)\[)/;

/**
 * As published (I 10.1): of all annotations, those of the GPU too, the first to start that holds a call whole, though another around it may
 * tell more.
 */
function earliestLabels(model: TraceModel): LabelOfCall {
  const { columns } = model;
  const { ts, dur, name, strings } = columns;
  const labelOf = labelReader(columns);
  const annotations = annotationsByStart(model, [EventKind.userAnnotation, EventKind.gpuAnnotation]);
  // The first that ends after a moment is the first at which the latest end so far does.
  const latestEnd = Float64Array.from(annotations, (event) => ts[event] + dur[event]);
  for (let i = 1; i < latestEnd.length; i++) latestEnd[i] = Math.max(latestEnd[i], latestEnd[i - 1]);
  return (call) => {
    const place = lastNotAfter(latestEnd.length, (i) => latestEnd[i], ts[call] + dur[call]) + 1;
    if (place === annotations.length || ts[annotations[place]] > ts[call]) return null;
    const annotation = annotations[place];
    const label = PUBLISHED.test(strings.get(name[annotation])) ? labelOf(annotation) : null;
    return label?.sums ? label : null;
  };
}

/** Reads the label of an annotation, each name once. */
function labelReader({ name, strings }: TraceColumns): (annotation: EventId) => StepLabel | null {
  const known = new Map<number, StepLabel | null>();
  return (annotation) => {
    let label = known.get(name[annotation]);
    if (label === undefined) {
      label = readAnnotation(strings.get(name[annotation]));
      known.set(name[annotation], label);
    }
    return label;
  };
}

/** Events of some kinds with usable times, by start. */
function annotationsByStart({ columns, kind }: TraceModel, kinds: readonly number[]): Int32Array {
  const events: EventId[] = [];
  for (let event = 0; event < columns.length; event++) {
    if (kinds.includes(kind[event]) && !Number.isNaN(columns.ts[event])) events.push(event);
  }
  const ordered = Int32Array.from(events);
  sortByStart(ordered, columns.ts);
  return ordered;
}
