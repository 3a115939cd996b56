import { once } from '../base/memo.ts';
import { constantAt, numericKey } from '../ingest/event-args.ts';
import type { TraceColumns } from '../ingest/trace-columns.ts';

/** What the metadata events of a trace say about a track, "" where they say nothing. */
export interface TrackName {
  readonly process: string;
  readonly labels: string;
  readonly thread: string;
  /** Ascending order of processes, and of threads in one; 0 where nothing is said. */
  readonly processOrder: number;
  readonly threadOrder: number;
}

const PHASE_M = 'M'.charCodeAt(0);
const TEXTS = new Map([
  ['process_name', 'args.name'],
  ['process_labels', 'args.labels'],
  ['thread_name', 'args.name'],
]);

/** By track of the columns. What is said twice holds as said last. */
export const trackNames = once((columns: TraceColumns): readonly TrackName[] => {
  const { ph, name, strings, template, track, tracks } = columns;
  const ofProcess = new Map<string, string>();
  const ofThread = new Map<number, string>();
  const processOrder = new Map<string, number>();
  const threadOrder = new Map<number, number>();
  const order = numericKey(columns, 'args.sort_index');
  for (let event = 0; event < columns.length; event++) {
    if (ph[event] !== PHASE_M) continue;
    const what = strings.get(name[event]);
    const { pid } = tracks[track[event]];
    const index = order.at(event);
    if (what === 'process_sort_index' && !Number.isNaN(index)) processOrder.set(pid, index);
    if (what === 'thread_sort_index' && !Number.isNaN(index)) threadOrder.set(track[event], index);
    const path = TEXTS.get(what);
    const text = path === undefined ? undefined : constantAt(columns, template[event], path);
    if (typeof text !== 'string') continue;
    if (what === 'thread_name') ofThread.set(track[event], text.trim());
    else ofProcess.set(`${what} ${pid}`, text.trim());
  }
  return tracks.map(({ pid }, at) => ({
    process: ofProcess.get(`process_name ${pid}`) ?? '',
    labels: ofProcess.get(`process_labels ${pid}`) ?? '',
    thread: ofThread.get(at) ?? '',
    processOrder: processOrder.get(pid) ?? 0,
    threadOrder: threadOrder.get(at) ?? 0,
  }));
});
