import { useEffect, useState } from 'react';
import type { TimelineTracks } from '../../../workers/engine/timeline-engine.ts';
import { useBasis } from '../../state/basis.ts';
import { appState, openTrace, setTimelineSpan, useApp } from '../../state/store.ts';
import type { AskFeed } from './slice-feed.ts';
import { isAll, Stage } from './stage.ts';
import { sameSpan, type TimeSpan, within } from './time-span.ts';

/** After this long without a move, what is in sight goes into the link. */
const QUIET_MS = 250;

/** The stage of the active trace, and what went wrong with a picture last. */
export function useStage({ startNs, endNs }: TimelineTracks): {
  readonly stage: Stage;
  readonly failed: string | null;
} {
  const [failed, setFailed] = useState<string | null>(null);
  const trace = useApp(openTrace);
  const basis = useBasis();
  const pythonCollapsed = useApp((state) => state.timeline.pythonCollapsed);
  const [stage] = useState(() => {
    const whole = { startNs, endNs: Math.max(endNs, startNs + 1) };
    return new Stage(whole, spanOf(appState().timelineSpan), nothing, (error) => setFailed(String(error)));
  });
  useEffect(() => {
    if (!trace) return;
    stage.feed.renew(async ({ tracks, counters, span, pixels, pythonCollapsed: collapsed }) => {
      const request = { startNs: span.startNs, endNs: span.endNs, pixels };
      const [slices, values] = await Promise.all([
        trace.timelineSlices(basis, { ...request, tracks, pythonCollapsed: collapsed }),
        counters.length > 0 ? trace.timelineCounters(basis, { ...request, tracks: counters }) : [],
      ]);
      return { slices, counters: values };
    });
  }, [stage, trace, basis]);
  useEffect(() => stage.setPythonCollapsed(pythonCollapsed), [stage, pythonCollapsed]);
  useLinkedSpan(stage);
  return { stage, failed };
}

/** Stands for the worker until it is known. */
const nothing: AskFeed = () => new Promise(() => undefined);

/** What is in sight goes into the link once it rests; what a link says is gone to. */
function useLinkedSpan({ camera }: Stage): void {
  useEffect(() => {
    let timer = 0;
    const commit = () => {
      const { span } = camera;
      setTimelineSpan(isAll(span, camera) ? null : [Math.round(span.startNs), Math.round(span.endNs)]);
    };
    const stop = camera.subscribe(() => {
      clearTimeout(timer);
      timer = window.setTimeout(commit, QUIET_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [camera]);
  const linked = useApp((state) => state.timelineSpan);
  useEffect(() => {
    const rounded = { startNs: Math.round(camera.target.startNs), endNs: Math.round(camera.target.endNs) };
    const wanted = spanOf(linked) ?? camera.whole;
    if (linked ? sameSpan(wanted, rounded) : isAll(camera.target, camera)) return;
    camera.glide(within(wanted, camera.whole));
  }, [camera, linked]);
}

function spanOf(linked: readonly [number, number] | null): TimeSpan | null {
  return linked && { startNs: linked[0], endNs: linked[1] };
}
