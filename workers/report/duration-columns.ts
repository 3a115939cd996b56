import type { EventId } from '../ingest/trace-columns.ts';
import type { GroupStatistics, Groups } from './groups.ts';
import { type Column, number } from './make-table.ts';

/** The columns that every table of grouped durations shares, by statistic; a row is a group. */
export const DURATION = {
  sum: ({ sum }: GroupStatistics): Column =>
    number(
      { id: 'sum', title: 'GPU time', kind: 'duration', description: 'Sum of their durations.', isAdditive: true },
      (group) => sum[group],
    ),
  mean: ({ mean }: GroupStatistics): Column =>
    number({ id: 'mean', title: 'Mean', kind: 'duration', description: 'Mean duration.' }, (group) => mean[group]),
  median: ({ median }: GroupStatistics): Column =>
    number(
      { id: 'median', title: 'Median', kind: 'duration', description: 'Median duration.' },
      (group) => median[group],
    ),
  min: ({ min }: GroupStatistics): Column =>
    number({ id: 'min', title: 'Min', kind: 'duration', description: 'Shortest duration.' }, (group) => min[group]),
  max: ({ max }: GroupStatistics): Column =>
    number({ id: 'max', title: 'Max', kind: 'duration', description: 'Longest duration.' }, (group) => max[group]),
};

/** The longest event of each group, the first of equals: what the timeline shows of a row. */
export function longestEventColumn(groups: Groups, eventAt: (item: number) => EventId, dur: Float64Array): Column {
  const longest = new Int32Array(groups.count).fill(-1);
  for (let item = 0; item < groups.groupOf.length; item++) {
    const group = groups.groupOf[item];
    if (longest[group] < 0 || dur[eventAt(item)] > dur[longest[group]]) longest[group] = eventAt(item);
  }
  return number(
    { id: 'longestEvent', title: 'Longest event', kind: 'event', description: 'The longest of them.', hidden: true },
    (group) => longest[group],
  );
}
