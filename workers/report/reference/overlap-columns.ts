import type { Column } from '../make-table.ts';
import type { KernelOverlaps } from './kernel-overlap.ts';
import { floats, words } from './sheet.ts';
import { statisticsOfMembers } from './sheet-calls.ts';

const NAME_LENGTH = 64;
const FIGURES = ['mean', 'median', 'std', 'min', 'max'] as const;

/** What ran beside the calls of each row: two lists of kernels, and the part of the time. `summary` is the id of the first. */
export function overlapColumns(
  summary: string,
  overlaps: KernelOverlaps,
  members: readonly ArrayLike<number>[],
  kernels: (item: number) => ArrayLike<number>,
): Column[] {
  const lists = members.map((items) => Array.from(items, kernels));
  const shares = statisticsOfMembers(members, (item) => overlaps.share(kernels(item)));
  return [
    words(summary, (row) => overlaps.details(lists[row])),
    words('trunc_overlapping_kernels_details', (row) => {
      const text = overlaps.details(lists[row], NAME_LENGTH);
      return text === '[]' ? undefined : text;
    }),
    ...FIGURES.map((figure) =>
      floats(`overlap_pct_${figure}`, (row) => (shares[row].count === 0 ? Number.NaN : shares[row][figure])),
    ),
  ];
}
