import type { EventId } from '../ingest/trace-columns.ts';
import type { GroupStatistics, Groups } from './groups.ts';
import { type Column, number, prepared } from './make-table.ts';

/** The columns that every table of grouped durations shares, by statistic; a row is a group. */
export const DURATION = {
  sum: (statistics: GroupStatistics): Column =>
    number(
      { id: 'sum', title: 'GPU time', kind: 'duration', description: 'Sum of their durations.', isAdditive: true },
      (group) => statistics.sum[group],
    ),
  mean: (statistics: GroupStatistics): Column =>
    number(
      { id: 'mean', title: 'Mean', kind: 'duration', description: 'Mean duration.' },
      (group) => statistics.mean[group],
    ),
  median: (statistics: GroupStatistics): Column =>
    number(
      { id: 'median', title: 'Median', kind: 'duration', description: 'Median duration.' },
      (group) => statistics.median[group],
    ),
  min: (statistics: GroupStatistics): Column =>
    number(
      { id: 'min', title: 'Min', kind: 'duration', description: 'Shortest duration.' },
      (group) => statistics.min[group],
    ),
  max: (statistics: GroupStatistics): Column =>
    number(
      { id: 'max', title: 'Max', kind: 'duration', description: 'Longest duration.' },
      (group) => statistics.max[group],
    ),
};

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
