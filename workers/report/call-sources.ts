import { matchedLaunchesOf } from '../capture/merge-captures.ts';
import { CallSource, type TraceModel } from '../trace/trace-model.ts';
import { type Column, text } from './make-table.ts';

/** Where the callers of GPU events are known from, as cells show it; in the order of `CallSource`. */
export const CALL_SOURCE_TEXTS = [
  'none',
  'own launch',
  'capture by name',
  'capture by node id',
  'capture by count',
  'eager trace',
] as const satisfies Readonly<Record<CallSource, string>>;

/**
 * A reader of where the caller of a GPU event is known from, with the file of the capture; null where its own launch tells, or nothing
 * does.
 */
export function callSourceReader(model: TraceModel): (gpuRow: number) => string | null {
  const { callSource, launch } = model;
  const fileOf = new Map(matchedLaunchesOf(model).map(({ event, outcome }) => [event, outcome.capture?.file]));
  return (gpuRow) => {
    const source = callSource[gpuRow];
    if (source === CallSource.none || source === CallSource.launch) return null;
    const file = fileOf.get(launch[gpuRow]);
    return file === undefined ? CALL_SOURCE_TEXTS[source] : `${CALL_SOURCE_TEXTS[source]}, ${file}`;
  };
}

/** Where what is known of the GPU work of each group comes from: the source of the most time, and how many others there are. */
export function sourceColumn({ callSource }: TraceModel, leading: (group: number) => string | undefined): Column {
  return text(
    {
      id: 'source',
      title: 'Source',
      kind: 'text',
      description:
        'Where the operator behind the GPU work is known from: its own launch, a captured graph, an eager trace of the model, or nothing.',
      hidden: !callSource.includes(CallSource.none),
    },
    leading,
  );
}
