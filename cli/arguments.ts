import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../workers/base/result.ts';
import type { OpenOptions } from '../workers/engine/engine.ts';

export interface InspectArguments extends OpenOptions {
  readonly trace: string;
  readonly json: boolean;
}

export interface ReportArguments extends OpenOptions {
  readonly trace: string;
  /** Folder for the CSV files. */
  readonly out: string;
  /** Count GPU events without a recorded launch in the timeline. */
  readonly includeUnlinked: boolean;
  /** Gaps shorter than this many µs are micro-idle; without it idle time is one row. */
  readonly microIdleUs?: number;
}

export const INSPECT_USAGE = `Usage: npm run --silent inspect -- TRACE [options]
  --json               print the summary as one JSON object
  --conventions NAME   corrected (default) or tracelens
  --member NAME        the file to open in an archive of several`;

export const REPORT_USAGE = `Usage: npm run --silent report -- TRACE --out DIR [options]
  --out DIR            folder for the CSV files; made when missing
  --conventions NAME   corrected (default) or tracelens
  --include-unlinked   count GPU work without a recorded launch
  --micro-idle-us N    split idle time at gaps of N µs
  --member NAME        the file to open in an archive of several`;

const COMMON = { conventions: { type: 'string' }, member: { type: 'string' } } as const;

/** The arguments of `inspect`, or what is wrong with them. */
export function parseInspect(argv: readonly string[]): Result<InspectArguments, string> {
  return checked(() => {
    const options = { ...COMMON, json: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    return { trace: onlyTrace(positionals), json: values.json ?? false, ...openOptions(values) };
  });
}

/** The arguments of `report`, or what is wrong with them. */
export function parseReport(argv: readonly string[]): Result<ReportArguments, string> {
  return checked(() => {
    const options = {
      ...COMMON,
      out: { type: 'string' },
      'include-unlinked': { type: 'boolean' },
      'micro-idle-us': { type: 'string' },
    } as const;
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    const threshold = values['micro-idle-us'];
    return {
      trace: onlyTrace(positionals),
      out: required(values.out),
      includeUnlinked: values['include-unlinked'] ?? false,
      ...(threshold === undefined ? {} : { microIdleUs: positive(threshold) }),
      ...openOptions(values),
    };
  });
}

/** Wrong usage that this file finds itself. */
class UsageError extends Error {}

/** What `parseArgs` finds comes as exceptions with a code; so that both read alike, the checks here throw as well. */
function checked<T>(parse: () => T): Result<T, string> {
  try {
    return ok(parse());
  } catch (error) {
    if (error instanceof UsageError || isParseError(error)) return err(error.message);
    throw error;
  }
}

function isParseError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

function onlyTrace(positionals: readonly string[]): string {
  if (positionals.length === 0) throw new UsageError('no trace given');
  if (positionals.length > 1) throw new UsageError(`one trace at a time, not ${positionals.length}`);
  return positionals[0];
}

function required(out: string | undefined): string {
  if (!out) throw new UsageError('--out DIR is missing');
  return out;
}

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0 && Number.isFinite(number)))
    throw new UsageError(`--micro-idle-us takes a number above 0, not "${text}"`);
  return number;
}

function openOptions(values: {
  readonly conventions?: string | undefined;
  readonly member?: string | undefined;
}): OpenOptions {
  const conventions = values.conventions ?? 'corrected';
  if (conventions !== 'corrected' && conventions !== 'tracelens') {
    throw new UsageError(`--conventions is corrected or tracelens, not "${conventions}"`);
  }
  return { conventions, ...(values.member === undefined ? {} : { member: values.member }) };
}
