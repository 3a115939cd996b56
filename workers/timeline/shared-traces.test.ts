import { describe, expect, it } from 'vitest';
import { HAS_SHARED_TRACES, readSharedTrace, SHARED_NOTE, sharedTracePaths } from '../../fixtures/shared-traces.ts';
import { unifiedRows } from '../attribution/unified.ts';
import { CORRECTED } from '../base/conventions.ts';
import { EventFlag } from '../ingest/trace-columns.ts';
import { withSteps } from '../steps/stepped-model.ts';
import { buildModel } from '../trace/build-model.ts';
import { isSlice } from '../trace/event-kinds.ts';
import { gpuTimeline } from '../trace/gpu-timeline.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import { idleGapsOf } from './gaps.ts';
import { timelineSlices } from './slices.ts';
import { timelineSpan } from './span.ts';
import { timelineTracks } from './tracks.ts';

const UNDRAWN: readonly number[] = [EventKind.counter, EventKind.metadata, EventKind.flow];

/** Slices and marks with usable times. */
function drawnEvents({ columns, kind }: TraceModel): number {
  let drawn = 0;
  for (let event = 0; event < columns.length; event++) {
    if (Number.isNaN(columns.ts[event]) || UNDRAWN.includes(kind[event])) continue;
    const isClosing = (columns.flags[event] & EventFlag.pairedEnd) !== 0;
    if (isSlice(columns, event) || !isClosing) drawn++;
  }
  return drawn;
}

function expectAllOnTracks(model: TraceModel): void {
  const { tracks } = timelineTracks(model);
  const ofEvents = tracks.filter(({ kind }) => ['stream', 'thread', 'annotations', 'instants'].includes(kind));
  expect(ofEvents.reduce((sum, track) => sum + track.events, 0)).toBe(drawnEvents(model));
  expect(new Set(tracks.map(({ id }) => id)).size).toBe(tracks.length);
}

function expectAllDrawn(model: TraceModel, pixels: number): void {
  const { tracks, startNs, endNs } = timelineTracks(model);
  const { count: calls } = unifiedRows(model);
  const { track, lane, count } = timelineSlices(
    model,
    { tracks: tracks.map(({ id }) => id), startNs, endNs, pixels, pythonCollapsed: false },
    { bound: new Uint8Array(calls), overRoof: new Float32Array(calls) },
  );
  const drawn = new Float64Array(tracks.length);
  const lowest = new Float64Array(tracks.length);
  for (let i = 0; i < track.length; i++) {
    drawn[track[i]] += count[i];
    lowest[track[i]] = Math.max(lowest[track[i]], lane[i] + 1);
  }
  const expected = tracks.map(({ kind, events, lanes }) => (kind === 'counter' ? [0, 0] : [events, lanes]));
  expect(Array.from(drawn, (events, place) => [events, lowest[place]])).toEqual(expected);
}

/** The marked span, and its parts, divide the same time that the GPU timeline does. */
function expectTimeConserved(model: TraceModel): void {
  const { startNs, endNs } = timelineTracks(model);
  const timeline = gpuTimeline(model, {}, { includeUnlinked: true });
  const whole = timelineSpan(model, {}, startNs, endNs);
  expect(whole.busyNs).toBe(timeline.busyNs);
  expect(whole.gpuEvents).toBe(timeline.events);
  const borders = [0, 0.2, 0.7, 1].map((share) => Math.round(startNs + (endNs - startNs) * share));
  const parts = borders.slice(1).map((end, i) => timelineSpan(model, {}, borders[i], end));
  for (const figure of ['busyNs', 'idleNs', 'kernelSumNs'] as const) {
    expect(parts.reduce((sum, part) => sum + part[figure], 0)).toBe(whole[figure]);
  }

  const gaps = idleGapsOf(model, {});
  const idle = gaps.endNs.reduce((sum, end, gap) => sum + end - gaps.startNs[gap], 0);
  expect(idle).toBe(timeline.idleNs);
  expect(gaps.classNs.every((ns, gap) => ns > 0 && ns <= gaps.endNs[gap] - gaps.startNs[gap])).toBe(true);
}

describe(`the timeline of every shared trace${SHARED_NOTE}`, () => {
  it.skipIf(!HAS_SHARED_TRACES).each(sharedTracePaths())(
    '%s: every event is drawn, and time is conserved',
    (path) => {
      const model = withSteps(buildModel(readSharedTrace(path), CORRECTED), null);
      expectAllOnTracks(model);
      for (const pixels of [1, 100, 3000]) expectAllDrawn(model, pixels);
      expectTimeConserved(model);
    },
    60_000,
  );
});
