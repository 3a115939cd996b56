import type { JsonObject } from '../base/json.ts';
import type { HandMade } from '../steps/hand-made.ts';
import { withSteps } from '../steps/stepped-model.ts';
import type { TraceModel } from '../trace/trace-model.ts';

/** For tests: a model that knows its steps. */
export function steppedModel(trace: HandMade): TraceModel {
  return withSteps(trace.model(), null);
}

/** For tests: an event of any form beside those that `HandMade` has words for. */
export function addEvent(trace: HandMade, event: JsonObject): HandMade {
  trace.events.push(event);
  return trace;
}

/** For tests: the first event of a name. */
export function eventNamed({ columns }: TraceModel, name: string): number {
  for (let event = 0; event < columns.length; event++)
    if (columns.strings.get(columns.name[event]) === name) return event;
  throw new Error(`no event is named ${name}`);
}

/** For tests: a vLLM decode step that starts at `ts` µs. */
export function decodeStep(trace: HandMade, ts: number, dur: number, requests = 2): HandMade {
  return trace.annotation(`execute_context_0(0)_generation_${requests}(${requests})`, ts, dur);
}
