import type { Arrow, EventInfo } from '../../../workers/engine/timeline-engine.ts';
import { useBasis } from '../../state/basis.ts';
import { useApp } from '../../state/store.ts';
import { useAnswer } from '../../state/use-answer.ts';

/** The event that the page is about: one selected here, or what stands behind a row selected elsewhere. */
export interface SelectedEvent {
  readonly info: EventInfo;
  readonly arrows: readonly Arrow[];
  /** Arrows there are; `arrows` may be the first of them. */
  readonly arrowTotal: number;
}

/** Asked as one, so that the parts agree; null without a selection that has a place on the timeline. */
export function useSelectedEvent() {
  const basis = useBasis();
  const selected = useApp((state) => state.selected);
  const key = `timeline selection ${JSON.stringify([selected, basis])}`;
  return useAnswer(key, async (trace): Promise<SelectedEvent | null> => {
    const place = selected?.kind === 'row' ? await trace.timelinePlace(basis, selected.table, selected.key) : null;
    const event = selected?.kind === 'event' ? selected.event : (place?.event ?? -1);
    if (event < 0) return null;
    const [info, { arrows, total }] = await Promise.all([
      trace.timelineEvent(basis, event),
      trace.timelineArrows(basis, event),
    ]);
    return info && { info, arrows, arrowTotal: total };
  });
}
