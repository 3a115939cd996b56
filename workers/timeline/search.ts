import { shortKernelName } from '../attribution/kernel-names.ts';
import type { EventId } from '../ingest/trace-columns.ts';
import { isGpuKind } from '../trace/event-kinds.ts';
import { sortByStart } from '../trace/sort-events.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import { eventLayout } from './layout.ts';
import { numbersIn, type SearchTerms, searchTerms } from './search-terms.ts';
import type { SearchHits, SearchQuery } from './timeline-types.ts';
import { placeOfEventTrack } from './tracks.ts';

/**
 * The events that a query finds, by start. Each distinct name and form of arguments is looked at once; an event costs a few array reads.
 * A query without words and limits finds nothing.
 */
export function timelineSearch(model: TraceModel, query: SearchQuery): SearchHits {
  const terms = searchTerms(query);
  if ('error' in terms) return hitsOf(model, new Int32Array(0), terms.error);
  const isEmpty = query.text.trim() === '' && query.minNs === null && query.maxNs === null;
  return hitsOf(model, isEmpty ? new Int32Array(0) : found(model, query, terms), '');
}

function found(model: TraceModel, { minNs, maxNs, inArguments }: SearchQuery, terms: SearchTerms): Int32Array {
  const { length, dur, ts } = model.columns;
  const { trackOf } = eventLayout(model);
  const least = minNs ?? 0;
  const most = maxNs ?? Number.POSITIVE_INFINITY;
  const matches = matcher(model, terms, inArguments);
  const events = new Int32Array(length);
  let count = 0;
  for (let event = 0; event < length; event++) {
    if (trackOf[event] < 0 || dur[event] < least || dur[event] > most) continue;
    if (matches(event)) events[count++] = event;
  }
  const hits = events.slice(0, count);
  sortByStart(hits, ts);
  return hits;
}

function matcher(model: TraceModel, terms: SearchTerms, inArguments: boolean): (event: EventId) => boolean {
  const { columns, kind } = model;
  const { name, template, strings, templates } = columns;
  const { all } = terms;
  // GPU work is found by its name as recorded and as shown; a name is of one side or the other.
  const inName = remembered(
    strings.length,
    (event) => name[event],
    (event) => {
      const text = strings.get(name[event]);
      return terms.in(text) | (isGpuKind(kind[event]) ? terms.in(shortKernelName(text)) : 0);
    },
  );
  if (!inArguments) return (event) => inName(event) === all;
  const inTemplate = remembered(
    templates.length,
    (event) => template[event],
    (event) => terms.in(templates.text(template[event])),
  );
  const inNumbers = numbersIn(columns, terms);
  return (event) => {
    const texts = inName(event) | inTemplate(event);
    return texts === all || (texts | inNumbers(event)) === all;
  };
}

const UNASKED = -1;

/** What is found in the text of an event, looked for once for each distinct text. */
function remembered(
  texts: number,
  keyOf: (event: EventId) => number,
  find: (event: EventId) => number,
): (event: EventId) => number {
  const known = new Int32Array(texts).fill(UNASKED);
  return (event) => {
    const key = keyOf(event);
    if (known[key] === UNASKED) known[key] = find(event);
    return known[key];
  };
}

function hitsOf(model: TraceModel, event: Int32Array, error: string): SearchHits {
  const { ts, dur } = model.columns;
  const { trackOf, laneOf } = eventLayout(model);
  const places = placeOfEventTrack(model);
  const length = event.length;
  const hits = {
    error,
    event,
    startNs: new Float64Array(length),
    durationNs: new Float64Array(length),
    track: new Uint32Array(length),
    lane: new Uint16Array(length),
  };
  for (let hit = 0; hit < length; hit++) {
    hits.startNs[hit] = ts[event[hit]];
    hits.durationNs[hit] = dur[event[hit]];
    hits.track[hit] = places[trackOf[event[hit]]];
    hits.lane[hit] = laneOf[event[hit]];
  }
  return hits;
}
