/** Exit codes: the trace was opened; it was refused, or its report could not be written; the command was used wrongly. */
export const EXIT = { opened: 0, failed: 1, usage: 2 } as const;

/** Says what is wrong with the usage on standard error, and ends with its code. */
export function endWithUsage(problem: string, usage: string): never {
  process.stderr.write(`${problem}\n\n${usage}\n`);
  process.exit(EXIT.usage);
}
