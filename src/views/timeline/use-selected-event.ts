import type { Arrow, EventInfo, TimelinePlace } from '../../../workers/engine/timeline-engine.ts';
import { useBasis } from '../../state/basis.ts';
import { useApp } from '../../state/store.ts';
import { useAnswer } from '../../state/use-answer.ts';

/** An event, opened, with the arrows at it. */
export interface SelectedEvent {
  readonly info: EventInfo;
  readonly arrows: readonly Arrow[];
  /** Arrows there are; `arrows` may be the first of them. */
  readonly arrowTotal: number;
}

/** What the page is about, as the timeline shows it. */
interface SelectionAnswer {
  /** Of a row or a step that was selected: where it shows. */
  readonly place: TimelinePlace | null;
  /** The event itself, or that of the row. */
  readonly selection: SelectedEvent | null;
}

/** Asked as one, so that the parts agree. */
export function useSelectedEvent() {
  const basis = useBasis();
  const selected = useApp((state) => state.selected);
  const key = `timeline selection ${JSON.stringify([selected, basis])}`;
  return useAnswer(key, async (trace): Promise<SelectionAnswer> => {
    const place = selected && selected.kind !== 'event' ? await trace.timelinePlace(basis, selected) : null;
    const event = selected?.kind === 'event' ? selected.event : (place?.event ?? Number.NaN);
    if (!(event >= 0)) return { place, selection: null };
    const [info, { arrows, total }] = await Promise.all([
      trace.timelineEvent(basis, event),
      trace.timelineArrows(basis, event),
    ]);
    return { place, selection: info && { info, arrows, arrowTotal: total } };
  });
}
