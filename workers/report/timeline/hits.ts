import type { Table } from '../../base/table.ts';
import { TIMELINE_CATEGORIES, timelineCategories } from '../../timeline/categories.ts';
import { eventKeys } from '../../timeline/event-keys.ts';
import { timelineSearch } from '../../timeline/search.ts';
import type { SearchQuery } from '../../timeline/timeline-types.ts';
import { timelineTracks } from '../../timeline/tracks.ts';
import type { TraceModel } from '../../trace/trace-model.ts';
import { makeTable, number, text } from '../make-table.ts';

/** The events that a search finds, by start, as a table. */
export function hitsTable(model: TraceModel, query: SearchQuery): Table {
  const { event, startNs, durationNs, track } = timelineSearch(model, query);
  const { nameOf } = eventKeys(model);
  const category = timelineCategories(model);
  const { tracks } = timelineTracks(model);
  return makeTable(
    {
      id: 'hits',
      title: 'Slices found',
      description: 'Slices that hold what is searched for.',
      sort: { column: 'start', descending: false },
    },
    event.length,
    [
      text({ id: 'name', title: 'Name', kind: 'name', description: 'Name of the slice.' }, (row) => nameOf(event[row])),
      text(
        { id: 'kind', title: 'Category', kind: 'text', description: 'What kind of work it is.', chips: true },
        (row) => TIMELINE_CATEGORIES[category[event[row]]].label,
      ),
      number(
        { id: 'start', title: 'Start', kind: 'duration', description: "Its start, since the trace's base." },
        (row) => startNs[row],
      ),
      number(
        { id: 'duration', title: 'Duration', kind: 'duration', description: 'How long it takes.', isAdditive: true },
        (row) => durationNs[row],
      ),
      text(
        { id: 'group', title: 'Process or device', kind: 'text', description: 'Where it runs.' },
        (row) => tracks[track[row]].group,
      ),
      text(
        { id: 'track', title: 'Track', kind: 'text', description: 'The track that it stands on.' },
        (row) => tracks[track[row]].title,
      ),
      number(
        { id: 'event', title: 'Event', kind: 'event', description: 'The event as recorded.', hidden: true },
        (row) => event[row],
      ),
    ],
  );
}
