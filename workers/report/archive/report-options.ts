import type { ReferenceOptions } from '../reference/reference-tables.ts';

/** What a report may be asked for beside its basis. */
export type ReportOptions = Omit<ReferenceOptions, 'hardware'>;

/** The report that is made when nothing else is asked for. */
export const USUAL_REPORT: ReportOptions = { includeUnlinked: false, layout: 'pytorch' };
