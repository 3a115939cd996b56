import type { Table } from '../base/table.ts';
import type { EventId } from '../ingest/trace-columns.ts';
import type { Basis, Selection, TableQuery } from '../report/report-types.ts';
import type { EventInfo } from '../report/timeline/event-info.ts';
import type {
  Arrows,
  CounterPixels,
  CountersRequest,
  Gaps,
  SearchHits,
  SearchQuery,
  SlicesRequest,
  SpanSummary,
  StepStrips,
  StepsRequest,
  TimelinePlace,
  TimelineSlices,
  TimelineTracks,
} from '../timeline/timeline-types.ts';

export type { EventInfo } from '../report/timeline/event-info.ts';
export type {
  Arrow,
  Arrows,
  CounterPixels,
  CountersRequest,
  EventPlace,
  Gaps,
  SearchHits,
  SearchQuery,
  SlicesRequest,
  SpanSummary,
  StepRow,
  StepStrips,
  StepsRequest,
  TimelineCategory,
  TimelinePlace,
  TimelineSlices,
  TimelineTrack,
  TimelineTracks,
} from '../timeline/timeline-types.ts';

/** What the timeline asks of the engine. Typed arrays are transferred. */
export interface TimelineEngine {
  /** The tracks of the trace; they do not depend on the scope. */
  timelineTracks(basis: Basis): Promise<TimelineTracks>;
  /** What is drawn of some tracks between two times. Unknown ids give nothing. */
  timelineSlices(basis: Basis, request: SlicesRequest): Promise<TimelineSlices>;
  /** By track asked for. */
  timelineCounters(basis: Basis, request: CountersRequest): Promise<readonly CounterPixels[]>;
  /** An event of the timeline, opened; null for one that is not drawn. */
  timelineEvent(basis: Basis, event: EventId): Promise<EventInfo | null>;
  timelineArrows(basis: Basis, event: EventId): Promise<Arrows>;
  timelineSearch(basis: Basis, query: SearchQuery): Promise<SearchHits>;
  /** What a search finds as a table; then its row order after filter and sort, and its CSV. */
  timelineHits(basis: Basis, search: SearchQuery): Promise<Table>;
  timelineHitsOrder(basis: Basis, search: SearchQuery, query: TableQuery): Promise<Uint32Array>;
  timelineHitsCsv(basis: Basis, search: SearchQuery, query?: TableQuery): Promise<Uint8Array>;
  timelineSpan(basis: Basis, startNs: number, endNs: number): Promise<SpanSummary>;
  /** The longest idle gaps of the scope; all of them are the table `gaps`. */
  timelineGaps(basis: Basis, limit: number): Promise<Gaps>;
  timelineSteps(basis: Basis, request: StepsRequest): Promise<StepStrips>;
  /** Where what is selected is: of a row the first kernel of its longest call. Null where it is not there or has no event. */
  timelinePlace(basis: Basis, selected: Selection): Promise<TimelinePlace | null>;
}
