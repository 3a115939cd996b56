import type { Phase } from '../../base/scope.ts';
import type { EventPlace } from '../../timeline/timeline-types.ts';
import type { CallDetails } from '../call-details.ts';
import type { Fact, TableId } from '../report-types.ts';

/** An event of the timeline, opened. Times in ns. */
export interface EventInfo extends EventPlace {
  /** As recorded, in full. */
  readonly fullName: string;
  readonly durationNs: number;
  /** Id of its category. */
  readonly category: string;
  /** Arguments as recorded: label and value. */
  readonly arguments: readonly Fact[];
  readonly step: { readonly step: number; readonly phase: Phase } | null;
  /** The row of a table that it is part of, to be opened; null where none is. */
  readonly row: { readonly table: TableId; readonly key: string } | null;
  /** Of the operator call that it belongs to; null where it belongs to none. */
  readonly details: CallDetails | null;
}
