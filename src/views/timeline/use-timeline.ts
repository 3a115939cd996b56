import { useEffect, useMemo, useState } from 'react';
import type { TimelineTracks } from '../../../workers/engine/timeline-engine.ts';
import { formatCount, formatDuration } from '../../format/format.ts';
import { shortText } from '../../format/visible-text.ts';
import { changeTimeline, select, useApp } from '../../state/store.ts';
import { useSteps } from '../steps/use-steps.ts';
import { colourScale } from './colour-scales.ts';
import type { Framed, PaneScene } from './pane-scene.ts';
import { layOutRows } from './rows.ts';
import { scopeSpans } from './scope-spans.ts';
import { laneOf, type Spot } from './spot.ts';
import { spotText } from './spot-text.ts';
import type { TimeSpan } from './time-span.ts';
import { useSearch } from './use-search.ts';
import { type SelectedEvent, useSelectedEvent } from './use-selected-event.ts';

/** What the timeline of a trace shows, from the store and the answers of the worker. */
export function useTimeline({ tracks, categories, startNs }: TimelineTracks) {
  const settings = useApp((state) => state.timeline);
  const scope = useApp((state) => state.scope);
  const steps = useSteps().value;
  const series = steps?.series;
  const search = useSearch();
  const layout = useMemo(() => layOutRows(tracks, settings), [tracks, settings]);
  const scale = useMemo(() => colourScale(settings.colour, categories), [settings.colour, categories]);
  const marked = useMemo(() => spanOf(settings.marked), [settings.marked]);
  const spans = useMemo(() => scopeSpans(scope, series), [scope, series]);
  const { selection, framed, extent, pick } = useSelection(settings.pythonCollapsed);
  const scene = useMemo(
    (): Omit<PaneScene, 'hovered' | 'stack'> => ({
      tracks,
      scale,
      pythonCollapsed: settings.pythonCollapsed,
      originNs: startNs,
      selected: framed,
      arrows: selection?.arrows ?? NO_ARROWS,
      hits: search.hits,
      marked: marked ?? extent,
      scope: spans,
    }),
    [tracks, scale, settings.pythonCollapsed, startNs, framed, selection, search.hits, marked, extent, spans],
  );
  return {
    settings,
    layout,
    scale,
    scene,
    search,
    selection,
    framed,
    /** The times of a step or of a row that is selected; null for an event. */
    extent,
    marked,
    pick,
    steps,
    /** What a screen reader is told of the selection. */
    cursor: framed && selection ? cursorText(selection) : null,
    textOf: (spot: Spot) => spotText(spot, { tracks, categories, originNs: startNs }),
  };
}

export type Timeline = ReturnType<typeof useTimeline>;

const NO_ARROWS = [] as const;

/** What is selected, framed at once where it was pointed at and not only when the worker has told all of it. */
function useSelection(pythonCollapsed: boolean) {
  const selected = useApp((state) => state.selected);
  const { value } = useSelectedEvent();
  const [picked, setPicked] = useState<Spot | null>(null);
  const event = selected?.kind === 'event' ? selected.event : null;
  // The answer before stays while the next is on its way.
  const isOfRow = selected !== null && event === null;
  const isAbout = isOfRow || (event !== null && value?.selection?.info.event === event);
  const selection = isAbout ? (value?.selection ?? null) : null;
  const framed = useMemo((): Framed | null => {
    const isPicked = picked !== null && picked.event === event;
    if (isPicked && !selection) return picked;
    if (!selection) return null;
    // An event may stand on a second track, as collectives do: the frame stays where it was pointed at.
    const { track, startNs, endNs } = selection.info;
    if (isPicked) return { ...picked, startNs, endNs };
    const lane = laneOf(selection.info, pythonCollapsed);
    return lane === undefined ? null : { track, lane, startNs, endNs };
  }, [picked, event, selection, pythonCollapsed]);
  const extent = isOfRow ? (value?.place ?? null) : null;
  useEffect(() => {
    // A frame of Python that is gone to, from the search or by a link, is worth showing the others for.
    if (selection && laneOf(selection.info, true) === undefined) changeTimeline({ pythonCollapsed: false });
  }, [selection]);
  const pick = (spot: Spot | null) => {
    setPicked(spot);
    select(spot && { kind: 'event', event: spot.event });
  };
  return { selection, framed, extent, pick };
}

function cursorText({ info, arrowTotal }: SelectedEvent): string {
  const arrows = arrowTotal === 0 ? '' : ` · ${formatCount(arrowTotal)} ${arrowTotal === 1 ? 'arrow' : 'arrows'}`;
  return `${shortText(info.name)} · ${formatDuration(info.durationNs, 'table')}${arrows}, selected`;
}

/** Marks a span, or none. */
export function mark(span: TimeSpan | null): void {
  changeTimeline({ marked: span && [Math.round(span.startNs), Math.round(span.endNs)] });
}

function spanOf(marked: readonly [number, number] | null): TimeSpan | null {
  return marked && { startNs: marked[0], endNs: marked[1] };
}
