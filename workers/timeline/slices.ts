import type { TraceModel } from '../trace/trace-model.ts';
import type { CallColours } from './event-keys.ts';
import { Rectangles } from './rectangles.ts';
import { sliceTracks } from './slice-tracks.ts';
import type { SlicesRequest, TimelineSlices } from './timeline-types.ts';

/** What is drawn of some tracks between two times. */
export function timelineSlices(model: TraceModel, request: SlicesRequest, colours: CallColours): TimelineSlices {
  const { tracks, startNs, endNs, pixels, pythonCollapsed } = request;
  const pixelNs = (endNs - startNs) / Math.max(1, pixels);
  const known = sliceTracks(model);
  const rectangles = new Rectangles();
  tracks.forEach((id, place) => {
    const track = known.get(id);
    if (!track) return;
    const pyramid = track.pyramid(pythonCollapsed);
    for (let lane = 0; lane < pyramid.lanes; lane++) {
      pyramid.rectangles(lane, startNs, endNs, pixelNs, (rectangle) => {
        rectangles.add(place, lane, rectangle, track.eventOf(rectangle.slice), track.stepOf(rectangle.slice));
      });
    }
  });
  return rectangles.finish(model, colours);
}
