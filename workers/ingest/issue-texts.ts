import type { LedgerEntry, Severity } from './ledger.ts';

/** What the page says of one kind of issue that the kernel counts; `n` is the count, grouped. */
interface IssueText {
  readonly kind: string;
  readonly severity: Severity;
  readonly message: (n: string, one: boolean) => string;
  readonly effect: string;
}

const INEXACT = 'Nothing is lost. Names that hold them may differ from what the program wrote.';
const LOST = 'Totals miss them. Everything before and after is kept.';

/** Wording of the kernel's issues, in the order of `Issue` in `kernel/issues.ts`. */
const ISSUE_TEXTS: readonly IssueText[] = [
  {
    kind: 'invalid-escape',
    severity: 'warning',
    message: (n, one) =>
      `${n} invalid escape ${one ? 'sequence' : 'sequences'} repaired; the names with them may be inexact.`,
    effect: 'The backslashes in those strings are read as they stand, as in a Windows path. Nothing is lost.',
  },
  {
    kind: 'control-character',
    severity: 'warning',
    message: (n, one) =>
      `${n} raw control ${one ? 'character' : 'characters'} inside strings, which JSON forbids, shown as ${one ? 'a visible sign' : 'visible signs'}.`,
    effect: INEXACT,
  },
  {
    kind: 'non-finite-number',
    severity: 'warning',
    message: (n, one) => `${n} non-finite ${one ? 'number' : 'numbers'} (NaN or infinity) read as missing.`,
    effect: 'They are shown as "not a number" and count in no total.',
  },
  {
    kind: 'unreadable-value',
    severity: 'warning',
    message: (n, one) => `${n} ${one ? 'value is' : 'values are'} no JSON and ${one ? 'was' : 'were'} read as text.`,
    effect: 'They count in no total. The rest of their events is kept.',
  },
  {
    kind: 'trailing-comma',
    severity: 'warning',
    message: (n, one) => `${n} trailing ${one ? 'comma' : 'commas'} ignored.`,
    effect: 'Nothing is lost.',
  },
  {
    kind: 'invalid-utf8',
    severity: 'warning',
    message: (n, one) =>
      `${n} ${one ? 'text is' : 'texts are'} not valid UTF-8; the bytes that are no characters show as a replacement sign.`,
    effect: INEXACT,
  },
  {
    kind: 'missing-duration',
    severity: 'warning',
    message: (n, one) =>
      `${n} ${one ? 'slice has' : 'slices have'} no usable duration and ${one ? 'is' : 'are'} shown as ${one ? 'an instant' : 'instants'} of 0 µs.`,
    effect: 'They add nothing to sums. They may have been running when recording ended.',
  },
  {
    kind: 'negative-duration',
    severity: 'warning',
    message: (n, one) => `${n} ${one ? 'slice has' : 'slices have'} an unfinished or negative duration, read as 0 µs.`,
    effect: 'They add nothing to sums. A duration of -1 marks an operation that had not ended when recording stopped.',
  },
  {
    kind: 'duration-out-of-range',
    severity: 'warning',
    message: (n, one) => `${n} ${one ? 'slice lasts' : 'slices last'} longer than 104 days, read as 0 µs.`,
    effect: 'They add nothing to sums; their digits are kept.',
  },
  {
    kind: 'time-rounded',
    severity: 'information',
    message: (n, one) =>
      `${n} ${one ? 'event has a time' : 'events have times'} with more than three decimals, rounded to whole nanoseconds.`,
    effect: 'Sums differ from the digits in the file by at most half a nanosecond an event.',
  },
  {
    kind: 'missing-comma',
    severity: 'warning',
    message: (n, one) => `${n} missing ${one ? 'comma' : 'commas'} between events.`,
    effect: 'Nothing is lost.',
  },
  {
    kind: 'extra-comma',
    severity: 'warning',
    message: (n, one) => `${n} extra ${one ? 'comma' : 'commas'} between events ignored.`,
    effect: 'Nothing is lost.',
  },
  {
    kind: 'unexpected-bytes',
    severity: 'warning',
    message: (n, one) =>
      `Unexpected bytes in ${n} ${one ? 'place' : 'places'} between events or after the document, passed over.`,
    effect: 'An event next to them may be missing.',
  },
  {
    kind: 'damaged-event',
    severity: 'error',
    message: (n, one) =>
      `${n} damaged ${one ? 'event' : 'events'} dropped: ${one ? 'its' : 'their'} JSON could not be read.`,
    effect: LOST,
  },
  {
    kind: 'unusable-timestamp',
    severity: 'warning',
    message: (n, one) =>
      `${n} ${one ? 'event' : 'events'} dropped: ${one ? 'its' : 'their'} timestamp is missing or is not a number.`,
    effect: 'They have no place on the time axis. Totals miss them.',
  },
  {
    kind: 'not-an-event',
    severity: 'warning',
    message: (n, one) =>
      `${n} ${one ? 'element of the event list is' : 'elements of the event list are'} no object and ${one ? 'was' : 'were'} dropped.`,
    effect: 'Nothing else is affected.',
  },
  {
    kind: 'cut-off',
    severity: 'error',
    message: () => 'The file is cut off: the end of the run is missing.',
    effect:
      'Everything before the cut is kept; a piece of an event at the cut is not. Copy the file again, or record again if the program crashed while writing.',
  },
  {
    kind: 'list-not-closed',
    severity: 'information',
    message: () => 'The event list has no closing bracket, which the Trace Event Format allows.',
    effect: 'Nothing is lost.',
  },
  {
    kind: 'second-document',
    severity: 'warning',
    message: () => 'A second JSON document follows in the same file and was not read: only the first is shown.',
    effect:
      'Two processes may have written to the same path. Cut the file at the offset and open the second part by itself.',
  },
  {
    kind: 'earlier-event-list',
    severity: 'warning',
    message: (n, one) =>
      `The file has more than one traceEvents list; the last one counts, as in JSON, and ${n} ${one ? 'event' : 'events'} of the earlier ${one ? 'was' : 'were'} dropped.`,
    effect: 'Totals are those of the last list.',
  },
  {
    kind: 'nested-event-list',
    severity: 'information',
    message: () => 'traceEvents is an object that holds the list one level down; it was unwrapped.',
    effect: 'Nothing is lost.',
  },
  {
    kind: 'damaged-header',
    severity: 'warning',
    message: () => 'The part of the file outside the event list is damaged.',
    effect: 'Facts about devices, ranks or versions may be missing. Events are not affected.',
  },
  {
    kind: 'list-resumed',
    severity: 'warning',
    message: (n, one) =>
      `Events were found in ${n} ${one ? 'place' : 'places'} where the document does not expect them, and were kept.`,
    effect: 'Nothing is lost but what the other entries count.',
  },
  {
    kind: 'no-event-list',
    severity: 'error',
    message: () => 'traceEvents is not a list.',
    effect: 'There are no events to show.',
  },
  {
    kind: 'header-value-too-large',
    severity: 'information',
    message: (n, one) =>
      `${n} top-level ${one ? 'value is' : 'values are'} larger than 64 MB and ${one ? 'was' : 'were'} not kept.`,
    effect: 'Events are not affected.',
  },
];

/** The ledger entry of an issue that occurred. */
export function issueEntry(issue: number, count: number, firstOffset: number, example: string): LedgerEntry {
  const { kind, severity, message, effect } = ISSUE_TEXTS[issue];
  return { kind, severity, count, firstOffset, example, message: message(grouped(count), count === 1), effect };
}

/** A count with thin spaces between groups of three digits. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u2009');
}
