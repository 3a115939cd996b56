import { once } from '../base/memo.ts';
import { stepsOf } from '../steps/stepped-model.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { TIMELINE_CATEGORIES } from './categories.ts';
import { type Counter, highest } from './counter-series.ts';
import { counters } from './counters.ts';
import { deviceGroup, processGroup, STEPS_GROUP } from './groups.ts';
import { type EventTrack, eventLayout } from './layout.ts';
import { eventTrackId, type SliceTrack, sliceTracks } from './slice-tracks.ts';
import type { TimelineTrack, TimelineTracks, TrackKind } from './timeline-types.ts';
import { trackNames } from './track-names.ts';

/** The tracks of a trace: steps first, then each GPU, then each process. */
export const timelineTracks = once((model: TraceModel): TimelineTracks => {
  const tracks = [
    ...stepTrack(model),
    ...counters(model).map(counterTrack),
    ...eventTracks(model),
    ...collectiveTracks(model),
  ];
  const groupOrder = new Map(groupsInOrder(model).map((group, place) => [group, place]));
  const placeOf = ({ group }: TimelineTrack) => groupOrder.get(group) ?? groupOrder.size;
  const [startNs, endNs] = drawnSpan(model);
  return {
    tracks: tracks.sort((a, b) => placeOf(a) - placeOf(b) || rank(a) - rank(b)),
    startNs,
    endNs,
    categories: TIMELINE_CATEGORIES,
  };
});

/** By event track of the layout: its place in the tracks of the trace. */
export const placeOfEventTrack = once((model: TraceModel): Uint32Array => {
  const places = new Map(timelineTracks(model).tracks.map(({ id }, place) => [id, place]));
  return Uint32Array.from(eventLayout(model).tracks, (track) => places.get(eventTrackId(model, track)) ?? 0);
});

/** Counters stand before what they are of; a thread and its annotations keep together. */
const RANKS: Readonly<Record<TrackKind, number>> = {
  steps: 0,
  counter: 1,
  collectives: 3,
  annotations: 2,
  stream: 2,
  thread: 2,
  instants: 2,
};

function rank({ kind }: TimelineTrack): number {
  return RANKS[kind];
}

function stepTrack(model: TraceModel): TimelineTrack[] {
  const track = sliceTracks(model).get('steps');
  if (!track) return [];
  const { steps, candidates, chosen } = stepsOf(model);
  const subtitle = candidates[chosen]?.method ?? '';
  return [madeTrack(track, { kind: 'steps', group: STEPS_GROUP, title: 'Steps', subtitle, events: steps.length })];
}

function collectiveTracks(model: TraceModel): TimelineTrack[] {
  return [...sliceTracks(model).values()].flatMap((track) => {
    const device = /^collectives:(.+)$/.exec(track.id)?.[1];
    if (device === undefined) return [];
    const { slices } = track.pyramid(false);
    return [
      madeTrack(track, {
        kind: 'collectives',
        group: deviceGroup(Number(device)),
        title: 'Collectives',
        subtitle: 'all streams',
        events: slices,
      }),
    ];
  });
}

function madeTrack(
  track: SliceTrack,
  of: Pick<TimelineTrack, 'kind' | 'group' | 'title' | 'subtitle' | 'events'>,
): TimelineTrack {
  const { lanes } = track.pyramid(false);
  return { id: track.id, ...of, lanes, lanesCollapsed: lanes, unit: '', highest: 0 };
}

function counterTrack(counter: Counter): TimelineTrack {
  const { id, group, title, subtitle, unit, times } = counter;
  return {
    id,
    kind: 'counter',
    group,
    title,
    subtitle,
    unit,
    lanes: 1,
    lanesCollapsed: 1,
    events: times.length,
    highest: highest(counter),
  };
}

function eventTracks(model: TraceModel): TimelineTrack[] {
  const layout = eventLayout(model);
  const names = trackNames(model.columns);
  const order = (track: EventTrack) => (track.kind === 'stream' ? 0 : names[track.of].threadOrder);
  // A stream's own annotations come first; the layout keeps what is on one track of the file together.
  return [...layout.tracks]
    .sort((a, b) => order(a) - order(b))
    .map((track) => ({
      id: eventTrackId(model, track),
      kind: track.kind,
      group: groupOf(model, track),
      ...titles(model, track),
      lanes: track.laneStart.length - 1,
      lanesCollapsed: track.lanesCollapsed,
      events: track.slices.length,
      unit: '',
      highest: 0,
    }));
}

function titles(model: TraceModel, { kind, of }: EventTrack): Pick<TimelineTrack, 'title' | 'subtitle'> {
  if (kind === 'stream') return { title: `Stream ${model.streams[of].stream}`, subtitle: '' };
  const { tid } = model.columns.tracks[of];
  const { thread } = trackNames(model.columns)[of];
  const name = thread || (tid === '' ? 'No thread' : `Thread ${tid}`);
  if (kind === 'thread') return { title: name, subtitle: thread === '' ? '' : `tid ${tid}` };
  return { title: kind === 'annotations' ? 'Annotations' : 'Marks', subtitle: name };
}

function groupOf(model: TraceModel, { kind, of, slices }: EventTrack): string {
  if (kind === 'stream') return deviceGroup(model.streams[of].device);
  const device = deviceOfTrack(model)[of];
  if (!Number.isNaN(device) && model.kind[slices[0]] === EventKind.gpuAnnotation) return deviceGroup(device);
  return processGroup(trackNames(model.columns)[of].process, model.columns.tracks[of].pid);
}

/** The device whose work stands on a track of the file, or on another one of its process; NaN for the host's. */
const deviceOfTrack = once(({ columns, gpuEvents, streams, streamOf }: TraceModel): Float64Array => {
  const ofTrack = new Map<number, number>();
  const ofProcess = new Map<string, number>();
  for (let row = 0; row < gpuEvents.length; row++) {
    const track = columns.track[gpuEvents[row]];
    if (ofTrack.has(track)) continue;
    const { device } = streams[streamOf[row]];
    ofTrack.set(track, device);
    ofProcess.set(columns.tracks[track].pid, device);
  }
  return Float64Array.from(columns.tracks, ({ pid }, track) => ofTrack.get(track) ?? ofProcess.get(pid) ?? Number.NaN);
});

function groupsInOrder({ columns, streams }: TraceModel): string[] {
  const names = trackNames(columns);
  const devices = [...new Set(streams.map(({ device }) => device))].sort((a, b) => a - b);
  const processes = [...columns.tracks.keys()]
    .sort((a, b) => names[a].processOrder - names[b].processOrder)
    .map((track) => processGroup(names[track].process, columns.tracks[track].pid));
  return [STEPS_GROUP, ...devices.map(deviceGroup), ...processes];
}

/** First start and last end of all that is drawn: marks may lie outside the span of the slices. */
function drawnSpan(model: TraceModel): [number, number] {
  const { ts, dur } = model.columns;
  let [start, end] = model.span;
  for (const { kind, slices } of eventLayout(model).tracks) {
    if (kind !== 'instants') continue;
    for (const event of slices) {
      start = Math.min(start, ts[event]);
      end = Math.max(end, ts[event] + dur[event]);
    }
  }
  return [start, end];
}
