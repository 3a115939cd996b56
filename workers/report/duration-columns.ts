import type { EventId } from '../ingest/trace-columns.ts';
import type { GroupStatistics, Groups } from './groups.ts';
import { type Column, number, prepared } from './make-table.ts';

/** The columns that every table of grouped durations shares, by statistic; a row is a group. */
export const DURATION = {
  sum: durationColumn('sum', 'GPU time', 'Sum of their durations.', true),
  mean: durationColumn('mean', 'Mean', 'Mean duration.'),
  median: durationColumn('median', 'Median', 'Median duration.'),
  min: durationColumn('min', 'Min', 'Shortest duration.'),
  max: durationColumn('max', 'Max', 'Longest duration.'),
};

function durationColumn(id: keyof GroupStatistics, title: string, description: string, isAdditive = false) {
  return (statistics: GroupStatistics): Column =>
    number({ id, title, kind: 'duration', description, isAdditive }, (group) => statistics[id][group]);
}

/** The longest event of each group, the first of equals: what the timeline shows of a row. */
export function longestEventColumn(groups: Groups, eventAt: (item: number) => EventId, dur: Float64Array): Column {
  return number(
    { id: 'longestEvent', title: 'Longest event', kind: 'event', description: 'The longest of them.', hidden: true },
    prepared(() => {
      const longest = longestEvents(groups, eventAt, dur);
      return (group) => longest[group];
    }),
  );
}

function longestEvents(groups: Groups, eventAt: (item: number) => EventId, dur: Float64Array): Int32Array {
  const longest = new Int32Array(groups.count).fill(-1);
  for (let item = 0; item < groups.groupOf.length; item++) {
    const group = groups.groupOf[item];
    if (longest[group] < 0 || dur[eventAt(item)] > dur[longest[group]]) longest[group] = eventAt(item);
  }
  return longest;
}
