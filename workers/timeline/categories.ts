import { attributionOf } from '../attribution/attribution.ts';
import { CATEGORIES, categoryIndex } from '../attribution/categories.ts';
import { operatorCategory } from '../attribution/operator-categories.ts';
import { onceBy } from '../base/memo.ts';
import { EventKind, type TraceModel } from '../trace/trace-model.ts';
import type { TimelineCategory } from './timeline-types.ts';

/** What the host does, beside its operators, which have the categories of GPU work. */
const HOST_CATEGORIES = [
  { id: 'python', label: 'Python' },
  { id: 'runtime', label: 'runtime call' },
  { id: 'annotation', label: 'annotation' },
  { id: 'overhead', label: 'profiler overhead' },
  { id: 'unknown', label: 'other slice' },
  { id: 'mark', label: 'mark' },
] as const;

/** Categories of what stands on the timeline: those of GPU work first, with the same places. */
export const TIMELINE_CATEGORIES: readonly TimelineCategory[] = [...CATEGORIES, ...HOST_CATEGORIES];

function hostCategory(id: (typeof HOST_CATEGORIES)[number]['id']): number {
  return CATEGORIES.length + HOST_CATEGORIES.findIndex((category) => category.id === id);
}

/** Place of annotations in `TIMELINE_CATEGORIES`. */
export const annotationCategory = hostCategory('annotation');

const BY_KIND: Readonly<Partial<Record<EventKind, number>>> = {
  [EventKind.pythonFunction]: hostCategory('python'),
  [EventKind.runtime]: hostCategory('runtime'),
  [EventKind.driver]: hostCategory('runtime'),
  [EventKind.userAnnotation]: annotationCategory,
  [EventKind.gpuAnnotation]: annotationCategory,
  [EventKind.overhead]: hostCategory('overhead'),
  [EventKind.instant]: hostCategory('mark'),
  [EventKind.async]: hostCategory('mark'),
};

const UNASKED = 255;

/** What tells apart models whose events have other categories. */
export function launchesOf({ launch }: TraceModel): Int32Array {
  return launch;
}

/** By event: place in `TIMELINE_CATEGORIES`. Models that link alike share it. */
export const timelineCategories = onceBy(launchesOf, (model: TraceModel): Uint8Array => {
  const { columns, kind, gpuEvents } = model;
  const { name, strings } = columns;
  const unknown = hostCategory('unknown');
  const byKind = Uint8Array.from({ length: 256 }, (_, of) => BY_KIND[of as EventKind] ?? unknown);
  const byName = new Uint8Array(strings.length).fill(UNASKED);
  const ofOperator = (id: number) => {
    if (byName[id] === UNASKED) {
      const category = operatorCategory(strings.get(id));
      byName[id] = category < 0 ? categoryIndex('other') : category;
    }
    return byName[id];
  };
  const categories = new Uint8Array(columns.length);
  for (let event = 0; event < columns.length; event++) {
    categories[event] = kind[event] === EventKind.cpuOp ? ofOperator(name[event]) : byKind[kind[event]];
  }
  const { categoryOf } = attributionOf(model);
  for (let row = 0; row < gpuEvents.length; row++) categories[gpuEvents[row]] = categoryOf[row];
  return categories;
});
