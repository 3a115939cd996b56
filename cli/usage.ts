import { err, ok, type Result } from '../workers/base/result.ts';

/** Wrong usage that the command line finds itself. */
export class UsageError extends Error {}

/** The value of a parser, or what is wrong with the usage: `parseArgs` tells by exceptions with a code, own checks by `UsageError`. */
export function checkedUsage<T>(parse: () => T): Result<T, string> {
  try {
    return ok(parse());
  } catch (error) {
    if (error instanceof UsageError || isParseError(error)) return err(error.message);
    throw error;
  }
}

/** The one trace that a command is for. */
export function onlyTrace(positionals: readonly string[]): string {
  if (positionals.length === 0) throw new UsageError('no trace given');
  if (positionals.length > 1) throw new UsageError(`one trace at a time, not ${positionals.length}`);
  return positionals[0];
}

/** The steps from A to before B of `A:B`. */
export function stepRange(text: string): readonly [number, number] {
  const match = /^(\d+):(\d+)$/.exec(text);
  if (!match || Number(match[1]) >= Number(match[2])) {
    throw new UsageError(`--steps takes A:B with A below B, not "${text}"`);
  }
  return [Number(match[1]), Number(match[2])];
}

function isParseError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
