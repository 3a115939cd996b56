import { once } from '../../base/memo.ts';
import { constantAt } from '../../ingest/event-args.ts';
import { EventKind, type TraceModel } from '../../trace/trace-model.ts';

const UNKNOWN = 'Unknown';

export interface TrackNames {
  readonly process: string;
  readonly label: string;
  readonly thread: string;
}

/** The names of what has no track. */
export const UNKNOWN_TRACK: TrackNames = { process: UNKNOWN, label: UNKNOWN, thread: UNKNOWN };

/** Names that the metadata events give to the process and thread of an event, `Unknown` where they give none. */
export const trackNames = once(({ columns, kind }: TraceModel): ((event: number) => TrackNames) => {
  const given = new Map<string, string>();
  const keyOf = (pid: string, tid: string, what: string) => JSON.stringify([pid, tid, what]);
  for (let event = 0; event < columns.length; event++) {
    if (kind[event] !== EventKind.metadata) continue;
    const what = columns.strings.get(columns.name[event]);
    const argument = what === 'process_labels' ? 'args.labels' : 'args.name';
    const value = constantAt(columns, columns.template[event], argument);
    const { pid, tid } = columns.tracks[columns.track[event]];
    if (typeof value === 'string') given.set(keyOf(pid, tid, what), value);
  }
  const byTrack = columns.tracks.map(({ pid, tid }) => ({
    process: given.get(keyOf(pid, '0', 'process_name')) ?? UNKNOWN,
    label: given.get(keyOf(pid, '0', 'process_labels')) ?? UNKNOWN,
    thread: given.get(keyOf(pid, tid, 'thread_name')) ?? UNKNOWN,
  }));
  return (event) => byTrack[columns.track[event]];
});

/** A number of the names of an event's track, one for all tracks of the same names. */
export function trackNameKeys(
  { columns }: TraceModel,
  names: (event: number) => TrackNames,
): (event: number) => number {
  const keys = new Map<string, number>();
  const byTrack: number[] = [];
  return (event) => {
    const track = columns.track[event];
    if (byTrack[track] === undefined) {
      const text = JSON.stringify(names(event));
      const key = keys.get(text) ?? keys.size;
      keys.set(text, key);
      byTrack[track] = key;
    }
    return byTrack[track];
  };
}
