import { parseArgs } from 'node:util';
import type { Result } from '../workers/base/result.ts';
import type { OpenOptions } from '../workers/engine/engine.ts';
import type { SplitRequest } from './split-request.ts';
import { checkedUsage, onlyTrace, stepRange, UsageError } from './usage.ts';

export interface SplitArguments {
  readonly trace: string;
  readonly open: OpenOptions;
  /** Folder for the files; null to write none. */
  readonly out: string | null;
  readonly json: boolean;
  readonly split: SplitRequest;
}

export const SPLIT_USAGE = `Usage: npm run --silent split -- TRACE --out DIR [options]
  --out DIR             folder for the traces and split_manifest.json; made when missing
  --json                print the steps as one JSON object; needs no --out
  --steps A:B           only the steps from A to before B; alone, they are saved as one trace
  --single              a trace each step, and before, after and unlinked
  --find-steady-state   representative windows of the steady state
  --num-steps N         steps of a window (default 32)
  --conc N --osl N --r X
                        the load: requests in flight, longest output in tokens, and its range [X * osl, osl]
  --divide-phases       a trace each run of steady steps of one phase
  --llm-inference       steps without annotations are an LLM's: their shapes tell its batch size
  --max-num-seq N       most requests in a step
  --allow-degraded      go on where the steps explain less than 95 % of the GPU time
  --member NAME         the file to open in an archive of several`;

const OPTIONS = {
  out: { type: 'string' },
  json: { type: 'boolean' },
  steps: { type: 'string' },
  single: { type: 'boolean' },
  'find-steady-state': { type: 'boolean' },
  'num-steps': { type: 'string' },
  conc: { type: 'string' },
  osl: { type: 'string' },
  r: { type: 'string' },
  'divide-phases': { type: 'boolean' },
  'llm-inference': { type: 'boolean' },
  'max-num-seq': { type: 'string' },
  'allow-degraded': { type: 'boolean' },
  member: { type: 'string' },
} as const;

/** The arguments of `split`, or what is wrong with them. */
export function parseSplit(argv: readonly string[]): Result<SplitArguments, string> {
  return checkedUsage(() => {
    const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
    const json = values.json ?? false;
    const told = [values.conc, values.osl, values.r].filter((value) => value !== undefined).length;
    if (told !== 0 && told !== 3) throw new UsageError('--conc, --osl and --r are given together');
    return {
      trace: onlyTrace(positionals),
      open: { conventions: 'corrected', ...(values.member === undefined ? {} : { member: values.member }) },
      out: folder(values.out, json),
      json,
      split: {
        write: values.out !== undefined,
        range: values.steps === undefined ? null : stepRange(values.steps),
        single: values.single ?? false,
        findSteadyState: values['find-steady-state'] ?? false,
        dividePhases: values['divide-phases'] ?? false,
        allowDegraded: values['allow-degraded'] ?? false,
        steady: {
          ...(values['num-steps'] === undefined ? {} : { steps: count('num-steps', values['num-steps']) }),
          concurrency: values.conc === undefined ? null : count('conc', values.conc),
          outputTokens: values.osl === undefined ? null : number('osl', values.osl, 'a number above 0', (n) => n > 0),
          outputRatio: values.r === undefined ? null : number('r', values.r, 'a number from 0 on', (n) => n >= 0),
          maxRequests: values['max-num-seq'] === undefined ? null : count('max-num-seq', values['max-num-seq']),
          llm: values['llm-inference'] ?? false,
        },
      },
    };
  });
}

function folder(out: string | undefined, json: boolean): string | null {
  if (out) return out;
  if (out === '' || !json) throw new UsageError('--out DIR is missing');
  return null;
}

function count(option: string, text: string): number {
  return number(option, text, 'a whole number above 0', (value) => Number.isSafeInteger(value) && value > 0);
}

function number(option: string, text: string, what: string, fits: (value: number) => boolean): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || !fits(value))
    throw new UsageError(`--${option} takes ${what}, not "${text}"`);
  return value;
}
