import { transfer } from 'comlink';
import { rowOfKey } from '../base/row-key.ts';
import type { Table } from '../base/table.ts';
import { callColours } from '../report/timeline/call-colours.ts';
import { eventInfo } from '../report/timeline/event-info.ts';
import { timelineGaps } from '../report/timeline/gaps.ts';
import { hitsTable } from '../report/timeline/hits.ts';
import { placeOfEvent, placeOfRow, placeOfStep } from '../report/timeline/place.ts';
import { timelineArrows } from '../timeline/arrows.ts';
import { timelineCounters } from '../timeline/counters.ts';
import { buffersOf } from '../timeline/rectangles.ts';
import { timelineSearch } from '../timeline/search.ts';
import { timelineSlices } from '../timeline/slices.ts';
import { timelineSpan } from '../timeline/span.ts';
import { timelineSteps } from '../timeline/step-strips.ts';
import { timelineTracks } from '../timeline/tracks.ts';
import type { TraceModel } from '../trace/trace-model.ts';
import type { Basis, Selection, TableId, TableQuery } from './engine.ts';
import { sentCsv, sentOrder, sentTable } from './sent-table.ts';
import type {
  Arrows,
  CounterPixels,
  CountersRequest,
  EventInfo,
  Gaps,
  SearchHits,
  SearchQuery,
  SlicesRequest,
  SpanSummary,
  StepStrips,
  StepsRequest,
  TimelineEngine,
  TimelinePlace,
  TimelineSlices,
  TimelineTracks,
} from './timeline-engine.ts';

/** Answers the timeline's questions from the models and tables of an engine. */
export abstract class TimelineAnswers implements TimelineEngine {
  #found: { readonly model: TraceModel; readonly key: string; readonly table: Table } | null = null;

  protected abstract modelOf(basis: Basis): TraceModel;
  protected abstract tableOf(id: TableId, basis: Basis): Table;

  async timelineTracks(basis: Basis): Promise<TimelineTracks> {
    return timelineTracks(this.modelOf(basis));
  }

  async timelineSlices(basis: Basis, request: SlicesRequest): Promise<TimelineSlices> {
    const model = this.modelOf(basis);
    const slices = timelineSlices(model, request, callColours(model, basis));
    return transfer(slices, buffersOf(slices));
  }

  async timelineCounters(basis: Basis, request: CountersRequest): Promise<readonly CounterPixels[]> {
    const counters = timelineCounters(this.modelOf(basis), request);
    return transfer(counters, counters.flatMap(buffersOf));
  }

  async timelineEvent(basis: Basis, event: number): Promise<EventInfo | null> {
    return eventInfo(this.modelOf(basis), basis, event, (id) => this.tableOf(id, basis));
  }

  async timelineArrows(basis: Basis, event: number): Promise<Arrows> {
    return timelineArrows(this.modelOf(basis), event);
  }

  async timelineSearch(basis: Basis, query: SearchQuery): Promise<SearchHits> {
    const hits = timelineSearch(this.modelOf(basis), query);
    return transfer(hits, buffersOf(hits));
  }

  async timelineHits(basis: Basis, search: SearchQuery): Promise<Table> {
    return sentTable(this.#hits(basis, search));
  }

  async timelineHitsOrder(basis: Basis, search: SearchQuery, query: TableQuery): Promise<Uint32Array> {
    return sentOrder(this.#hits(basis, search), query);
  }

  async timelineHitsCsv(basis: Basis, search: SearchQuery, query?: TableQuery): Promise<Uint8Array> {
    return sentCsv(this.#hits(basis, search), query);
  }

  async timelineSpan(basis: Basis, startNs: number, endNs: number): Promise<SpanSummary> {
    return timelineSpan(this.modelOf(basis), basis.scope, startNs, endNs);
  }

  async timelineGaps(basis: Basis, limit: number): Promise<Gaps> {
    return timelineGaps(this.modelOf(basis), basis.scope, limit);
  }

  async timelineSteps(basis: Basis, request: StepsRequest): Promise<StepStrips> {
    const model = this.modelOf(basis);
    const strips = timelineSteps(model, basis.scope, request, callColours(model, basis));
    return transfer(strips, buffersOf(strips.slices));
  }

  async timelinePlace(basis: Basis, selected: Selection): Promise<TimelinePlace | null> {
    const model = this.modelOf(basis);
    if (selected.kind === 'step') return placeOfStep(model, selected.step);
    if (selected.kind === 'event') return placeOfEvent(model, selected.event);
    const table = this.tableOf(selected.table, basis);
    const row = rowOfKey(table, selected.key);
    return row === undefined ? null : placeOfRow(model, basis, selected.table, table, row);
  }

  /** The last search is kept: its table is sorted and written without searching again. */
  #hits(basis: Basis, search: SearchQuery): Table {
    const model = this.modelOf(basis);
    const key = JSON.stringify(search);
    if (this.#found?.model !== model || this.#found.key !== key) {
      this.#found = { model, key, table: hitsTable(model, search) };
    }
    return this.#found.table;
  }
}
