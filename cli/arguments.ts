import { parseArgs } from 'node:util';
import type { Result } from '../workers/base/result.ts';
import type { Phase } from '../workers/base/scope.ts';
import type { OpenOptions } from '../workers/engine/engine.ts';
import type { ReportOptions } from '../workers/report/archive/report-options.ts';
import type { RoofKind } from '../workers/roofline/hardware.ts';
import { checkedUsage, onlyTrace, stepRange, UsageError } from './usage.ts';

export interface InspectArguments extends OpenOptions {
  readonly trace: string;
  readonly json: boolean;
}

export interface ReportArguments {
  readonly trace: string;
  readonly open: OpenOptions;
  /** Folder for the files. */
  readonly out: string;
  readonly format: ReportFormat;
  /** A preset's name or a file; without it the trace says, or nobody. */
  readonly hardware?: string;
  readonly roof: RoofKind;
  readonly tables: ReportOptions;
  /** Folder, archive or file with graphs as they were captured. */
  readonly capture?: string;
  readonly pseudoOps: boolean;
  readonly part: ReportPart;
}

/** The part of the trace that a report is of: all of it, or what some of its steps launched. */
export interface ReportPart {
  readonly steps: readonly [from: number, to: number] | null;
  readonly phase: Phase | null;
  /** The longest steady stretch. */
  readonly steady: boolean;
}

/** A file a table, or a sheet a table in one workbook. */
export type ReportFormat = 'csv' | 'xlsx';

export const INSPECT_USAGE = `Usage: npm run --silent inspect -- TRACE [options]
  --json               print the summary as one JSON object
  --conventions NAME   corrected (default) or tracelens
  --member NAME        the file to open in an archive of several`;

export const REPORT_USAGE = `Usage: npm run --silent report -- TRACE --out DIR [options]
  --out DIR                  folder for the files; made when missing
  --format FORMAT            csv (default): a file a table; xlsx: one workbook, report.xlsx
  --layout LAYOUT            pytorch (default) or inference: which TraceLens report's sheets
  --conventions NAME         corrected (default) or tracelens
  --hardware NAME|FILE.json  the device that bounds; without it the trace's own, or none with tracelens
  --roof ROOF                datasheet (default) or achievable
  --include-unlinked         count GPU work without a recorded launch
  --micro-idle-us N          split idle time at gaps of N µs
  --short-kernel-us N        kernels below N µs are short (default 10)
  --overlap                  also tell calls apart by the kernels that ran beside them
  --include-call-stack       add entry points and call stacks
  --group-by-parent-module   tell operators apart by their module
  --group-by-num-kernels     tell calls apart by their number of kernels
  --capture DIR              merge the graphs that a folder, an archive or a file of captures holds
  --pseudo-ops               make operators for work that has none of its own
  --steps A:B                only the steps from A to before B
  --phase PHASE              only steps of this phase: prefill, mixed or decode
  --steady                   only the steady state
  --member NAME              the file to open in an archive of several`;

const COMMON = { conventions: { type: 'string' }, member: { type: 'string' } } as const;

/** The arguments of `inspect`, or what is wrong with them. */
export function parseInspect(argv: readonly string[]): Result<InspectArguments, string> {
  return checkedUsage(() => {
    const options = { ...COMMON, json: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    return { trace: onlyTrace(positionals), json: values.json ?? false, ...openOptions(values) };
  });
}

/** The arguments of `report`, or what is wrong with them. */
export function parseReport(argv: readonly string[]): Result<ReportArguments, string> {
  return checkedUsage(() => {
    const options = {
      ...COMMON,
      out: { type: 'string' },
      format: { type: 'string' },
      layout: { type: 'string' },
      hardware: { type: 'string' },
      roof: { type: 'string' },
      'include-unlinked': { type: 'boolean' },
      'micro-idle-us': { type: 'string' },
      'short-kernel-us': { type: 'string' },
      overlap: { type: 'boolean' },
      'include-call-stack': { type: 'boolean' },
      'group-by-parent-module': { type: 'boolean' },
      'group-by-num-kernels': { type: 'boolean' },
      capture: { type: 'string' },
      'pseudo-ops': { type: 'boolean' },
      steps: { type: 'string' },
      phase: { type: 'string' },
      steady: { type: 'boolean' },
    } as const;
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    const microIdleUs = positive('micro-idle-us', values['micro-idle-us']);
    if (values.steps !== undefined && values.steady) throw new UsageError('--steps and --steady are given apart');
    const shortKernelUs = positive('short-kernel-us', values['short-kernel-us']);
    return {
      trace: onlyTrace(positionals),
      open: openOptions(values),
      out: given('--out DIR', values.out),
      format: oneOf('format', values.format, ['csv', 'xlsx']),
      ...(values.hardware === undefined ? {} : { hardware: given('the device of --hardware', values.hardware) }),
      roof: oneOf('roof', values.roof, ['datasheet', 'achievable']),
      tables: {
        layout: oneOf('layout', values.layout, ['pytorch', 'inference']),
        includeUnlinked: values['include-unlinked'] ?? false,
        ...(microIdleUs === undefined ? {} : { microIdleUs }),
        ...(shortKernelUs === undefined ? {} : { shortKernelUs }),
        overlap: values.overlap ?? false,
        includeCallStack: values['include-call-stack'] ?? false,
        groupByParentModule: values['group-by-parent-module'] ?? false,
        groupByNumKernels: values['group-by-num-kernels'] ?? false,
      },
      ...(values.capture === undefined ? {} : { capture: given('the folder of --capture', values.capture) }),
      pseudoOps: values['pseudo-ops'] ?? false,
      part: {
        steps: values.steps === undefined ? null : stepRange(values.steps),
        phase: values.phase === undefined ? null : oneOf<Phase>('phase', values.phase, ['prefill', 'mixed', 'decode']),
        steady: values.steady ?? false,
      },
    };
  });
}

function given(what: string, value: string | undefined): string {
  if (!value) throw new UsageError(`${what} is missing`);
  return value;
}

/** The value of an option that takes one of some words; the first of them unless given. */
function oneOf<Word extends string>(
  option: string,
  value: string | undefined,
  words: readonly [Word, ...Word[]],
): Word {
  const word = value === undefined ? words[0] : words.find((known) => known === value);
  if (word === undefined) throw new UsageError(`--${option} is ${words.join(' or ')}, not "${value}"`);
  return word;
}

function positive(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!(number > 0 && Number.isFinite(number)))
    throw new UsageError(`--${option} takes a number above 0, not "${value}"`);
  return number;
}

function openOptions(values: {
  readonly conventions?: string | undefined;
  readonly member?: string | undefined;
}): OpenOptions {
  const conventions = oneOf('conventions', values.conventions, ['corrected', 'tracelens']);
  return { conventions, ...(values.member === undefined ? {} : { member: values.member }) };
}
