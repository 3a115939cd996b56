import type { StringTable, TraceColumns } from '../ingest/trace-columns.ts';
import { blockingReason } from '../trace/blocking-call-names.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';

/** What kinds of things a trace records, whatever its header says was asked for. Depends on the trace alone. */
export interface TraceSurvey {
  readonly operators: number;
  readonly pythonFrames: number;
  /** Whether some operator has the shapes of its inputs. */
  readonly hasShapes: boolean;
  /** Runtime and driver calls, and those of them that launch work. */
  readonly apiCalls: number;
  readonly launches: number;
  /** Runtime and driver calls that block by their name, in file order. */
  readonly blockingCalls: Int32Array;
  /** Python frames of nn.Modules, in file order. */
  readonly moduleFrames: Int32Array;
  /** Distinct names of operators, Python frames and annotations. */
  readonly operatorNames: readonly string[];
  readonly frameNames: readonly string[];
  readonly annotationNames: readonly string[];
}

const known = new WeakMap<TraceModel, TraceSurvey>();

/** The survey of a trace, made once a model. */
export function surveyOf(model: TraceModel): TraceSurvey {
  const before = known.get(model);
  if (before) return before;
  const survey = makeSurvey(model);
  known.set(model, survey);
  return survey;
}

const NO_TRAIT = 0;
const LAUNCHES = 1;
const BLOCKS = 2;
const IS_MODULE = 1;

/** One pass over the events; each distinct name and template is looked at once. */
function makeSurvey({ columns, kind, recorded }: TraceModel): TraceSurvey {
  const { name, template, strings } = columns;
  const operators = new Names(strings, () => NO_TRAIT);
  const frames = new Names(strings, (text) => (text.startsWith('nn.Module: ') ? IS_MODULE : NO_TRAIT));
  const annotations = new Names(strings, () => NO_TRAIT);
  const calls = new Names(
    strings,
    (text) => (/launch(?!hostfunc)/i.test(text) ? LAUNCHES : NO_TRAIT) | (blockingReason(text) ? BLOCKS : NO_TRAIT),
  );
  const seenTemplates = new Uint8Array(columns.templates.length);
  const counts = { operators: 0, pythonFrames: 0, hasShapes: false, apiCalls: 0, launches: 0 };
  const blockingCalls: number[] = [];
  const moduleFrames: number[] = [];
  for (let event = 0; event < columns.length; event++) {
    switch (kind[event]) {
      case EventKind.cpuOp:
        counts.operators++;
        operators.traits(name[event]);
        if (!counts.hasShapes && seenTemplates[template[event]] === 0) {
          seenTemplates[template[event]] = 1;
          counts.hasShapes = hasShapes(columns, template[event]);
        }
        break;
      case EventKind.pythonFunction:
        counts.pythonFrames++;
        if (frames.traits(name[event]) === IS_MODULE) moduleFrames.push(event);
        break;
      case EventKind.userAnnotation:
        annotations.traits(name[event]);
        break;
      case EventKind.runtime:
      case EventKind.driver: {
        if (event >= recorded) break;
        const traits = calls.traits(name[event]);
        counts.apiCalls++;
        if (traits & LAUNCHES) counts.launches++;
        if (traits & BLOCKS) blockingCalls.push(event);
        break;
      }
    }
  }
  return {
    ...counts,
    blockingCalls: Int32Array.from(blockingCalls),
    moduleFrames: Int32Array.from(moduleFrames),
    operatorNames: operators.seen,
    frameNames: frames.seen,
    annotationNames: annotations.seen,
  };
}

/** The distinct names met, and what each tells. */
class Names {
  readonly seen: string[] = [];
  readonly #strings: StringTable;
  readonly #traitsOf: (text: string) => number;
  /** Traits + 1; 0 until a name is met. */
  readonly #known: Uint8Array;

  constructor(strings: StringTable, traitsOf: (text: string) => number) {
    this.#strings = strings;
    this.#traitsOf = traitsOf;
    this.#known = new Uint8Array(strings.length);
  }

  traits(name: number): number {
    if (this.#known[name] === 0) {
      const text = this.#strings.get(name);
      this.seen.push(text);
      this.#known[name] = this.#traitsOf(text) + 1;
    }
    return this.#known[name] - 1;
  }
}

function hasShapes({ templates }: TraceColumns, template: number): boolean {
  const { args } = templates.constants(template);
  if (args === null || typeof args !== 'object' || Array.isArray(args)) return false;
  return 'Input Dims' in args || 'Input dims' in args;
}
