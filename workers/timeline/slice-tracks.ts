import { once, onceBy } from '../base/memo.ts';
import type { EventId } from '../ingest/trace-columns.ts';
import { stepsOf } from '../steps/stepped-model.ts';
import { GpuBucket } from '../trace/gpu-buckets.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { annotationCategory, launchesOf, timelineCategories } from './categories.ts';
import { intoLanes, type Lanes, type SliceTimes, sortOutermostFirst } from './lanes.ts';
import { type EventTrack, eventLayout, NO_LANE } from './layout.ts';
import { Pyramid } from './pyramid.ts';

/** A track of slices, as it is drawn. */
export interface SliceTrack {
  readonly id: string;
  /** The slices at all resolutions, with Python frames or without; built when first asked for. */
  pyramid(pythonCollapsed: boolean): Pyramid;
  /** The event behind a slice of the pyramid. */
  eventOf(slice: number): EventId;
  /** Step behind a slice, -1 where slices are no steps. */
  stepOf(slice: number): number;
}

/** All tracks of slices by id. */
export const sliceTracks = once((model: TraceModel): ReadonlyMap<string, SliceTrack> => {
  const tracks = [...stepTracks(model), ...eventTracks(model), ...collectiveTracks(model)];
  return new Map(tracks.map((track) => [track.id, track]));
});

/** Id of a track of events. */
export function eventTrackId({ streams }: TraceModel, { kind, of }: Pick<EventTrack, 'kind' | 'of'>): string {
  return kind === 'stream' ? `stream:${streams[of].device}:${streams[of].stream}` : `${kind}:${of}`;
}

/** Bytes that the pyramids built so far hold. */
export function pyramidBytes(model: TraceModel): number {
  let bytes = 0;
  for (const pyramid of pyramids(model).values()) bytes += pyramid.bytes;
  return bytes;
}

/** Pyramids of tracks of events, by their key; models that differ in steps only share them. */
const pyramids = onceBy(launchesOf, (_: TraceModel) => new Map<string, Pyramid>());

const itself = (slice: number): EventId => slice;
const noStep = () => -1;

function eventTracks(model: TraceModel): SliceTrack[] {
  return eventLayout(model).tracks.map((track) => {
    const id = eventTrackId(model, track);
    return {
      id,
      eventOf: itself,
      stepOf: noStep,
      pyramid: (collapsed) =>
        kept(model, `${id} ${collapsed && track.hasPython}`, () => lanesOf(model, track, collapsed)),
    };
  });
}

function kept(model: TraceModel, key: string, makeLanes: () => Lanes): Pyramid {
  const known = pyramids(model);
  let pyramid = known.get(key);
  if (!pyramid) {
    pyramid = new Pyramid({ ...makeLanes(), times: model.columns, categories: timelineCategories(model) });
    known.set(key, pyramid);
  }
  return pyramid;
}

function lanesOf(model: TraceModel, track: EventTrack, collapsed: boolean): Lanes {
  if (!collapsed || !track.hasPython) return track;
  const { collapsedLaneOf } = eventLayout(model);
  const others = track.slices.filter((event) => collapsedLaneOf[event] !== NO_LANE);
  sortOutermostFirst(others, model.columns);
  return intoLanes(others, model.columns);
}

/** Collectives and transfers of a device, from all its streams. */
function collectiveTracks(model: TraceModel): SliceTrack[] {
  const { gpuEvents, bucket, streamOf, streams } = model;
  const byDevice = new Map<number, number[]>();
  for (let row = 0; row < gpuEvents.length; row++) {
    if (bucket[row] !== GpuBucket.communication) continue;
    const { device } = streams[streamOf[row]];
    const events = byDevice.get(device) ?? [];
    byDevice.set(device, events);
    events.push(gpuEvents[row]);
  }
  return [...byDevice].map(([device, events]) => {
    const id = `collectives:${device}`;
    return {
      id,
      eventOf: itself,
      stepOf: noStep,
      pyramid: () => kept(model, id, () => sortedIntoLanes(Int32Array.from(events), model.columns)),
    };
  });
}

function stepTracks(model: TraceModel): SliceTrack[] {
  const { steps } = stepsOf(model);
  if (steps.length === 0) return [];
  const times = {
    ts: Float64Array.from(steps, ({ startNs }) => startNs),
    dur: Float64Array.from(steps, ({ startNs, endNs }) => endNs - startNs),
  };
  const lanes = sortedIntoLanes(Int32Array.from(steps.keys()), times);
  const pyramid = new Pyramid({ ...lanes, times, categories: new Uint8Array(steps.length).fill(annotationCategory) });
  return [{ id: 'steps', eventOf: (step) => steps[step].event, stepOf: itself, pyramid: () => pyramid }];
}

function sortedIntoLanes(slices: Int32Array, times: SliceTimes): Lanes {
  sortOutermostFirst(slices, times);
  return intoLanes(slices, times);
}
