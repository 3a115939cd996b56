import { isApiKind } from '../trace/event-kinds.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';

/** What kinds of things a trace records, whatever its header says was asked for. */
export interface Recorded {
  readonly operators: number;
  readonly pythonFrames: number;
  /** Operators with shapes of their inputs. */
  readonly shapes: boolean;
  /** Runtime and driver calls, and those of them that launch. */
  readonly apiCalls: number;
  readonly launches: number;
}

/** Counts what a trace records, by one look at its events and one at each template. */
export function recordedIn({ columns, kind }: TraceModel): Recorded {
  const isLaunch = new Int8Array(columns.strings.length).fill(-1);
  const hasShapes = new Int8Array(columns.templates.length).fill(-1);
  const counts = { operators: 0, pythonFrames: 0, shapes: false, apiCalls: 0, launches: 0 };
  for (let event = 0; event < columns.length; event++) {
    if (kind[event] === EventKind.cpuOp) {
      counts.operators++;
      const template = columns.template[event];
      if (hasShapes[template] < 0) hasShapes[template] = Number(templateHasShapes(columns, template));
      counts.shapes ||= hasShapes[template] === 1;
    } else if (kind[event] === EventKind.pythonFunction) counts.pythonFrames++;
    else if (isApiKind(kind[event])) {
      counts.apiCalls++;
      const name = columns.name[event];
      if (isLaunch[name] < 0) isLaunch[name] = Number(/launch(?!hostfunc)/i.test(columns.strings.get(name)));
      counts.launches += isLaunch[name];
    }
  }
  return counts;
}

function templateHasShapes({ templates }: TraceModel['columns'], template: number): boolean {
  const { args } = templates.constants(template);
  if (args === null || typeof args !== 'object' || Array.isArray(args)) return false;
  return 'Input Dims' in args || 'Input dims' in args;
}
