import type { EventId } from '../ingest/trace-columns.ts';
import { blockingReason } from '../trace/blocking-call-names.ts';
import { isApiKind } from '../trace/event-kinds.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { GAP_CLASSES, type GapClass } from './timeline-types.ts';

/** Operators and Python frames that exchange data with other ranks. */
const COMMUNICATION =
  /c10d|[nr]ccl|record_param_comms|torch[./_]distributed|all_?reduce|all_?gather|reduce_?scatter|all_?to_?all/i;

const UNASKED = -1;

/** Place in `GAP_CLASSES`. */
export function gapClassIndex(id: GapClass): number {
  return GAP_CLASSES.findIndex((gapClass) => gapClass.id === id);
}

/** What an innermost host call (-1 for none) makes of the idle time beside it, as a place in `GAP_CLASSES`. */
export function hostClasses({ columns, kind, operatorOf }: TraceModel): (call: EventId) => number {
  const { name, strings } = columns;
  const [launchBound, synchronising, python, communication, nothing] = (
    ['launchBound', 'synchronising', 'python', 'communication', 'nothing'] as const
  ).map(gapClassIndex);
  const remembered = (test: (text: string) => boolean) => {
    const known = new Int8Array(strings.length).fill(UNASKED);
    return (event: EventId) => {
      const id = name[event];
      if (known[id] === UNASKED) known[id] = Number(test(strings.get(id)));
      return known[id] === 1;
    };
  };
  const blocks = remembered((text) => blockingReason(text) !== '');
  const communicates = remembered((text) => COMMUNICATION.test(text));
  return (call) => {
    if (call < 0) return nothing;
    const operator = operatorOf[call];
    const isCommunication = communicates(operator >= 0 ? operator : call);
    if (isApiKind(kind[call])) {
      if (!blocks(call)) return launchBound;
      return isCommunication ? communication : synchronising;
    }
    if (isCommunication) return communication;
    return operator >= 0 ? launchBound : python;
  };
}
