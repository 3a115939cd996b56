import path from 'node:path';
import { INSPECT_USAGE, parseInspect } from './arguments.ts';
import { askWorker, fileProblem } from './ask-worker.ts';
import { EXIT, endWithUsage } from './exit.ts';
import { inspection } from './inspection.ts';
import { inspectionText } from './inspection-text.ts';

const parsed = parseInspect(process.argv.slice(2));
if (!parsed.ok) endWithUsage(parsed.error, INSPECT_USAGE);
const { trace, json, ...options } = parsed.value;
const problem = fileProblem(trace);
if (problem !== null) endWithUsage(problem, INSPECT_USAGE);

const { outcome } = await askWorker({ trace, options });
const found = inspection(path.basename(trace), outcome);
process.stdout.write(json ? `${JSON.stringify(found)}\n` : inspectionText(found, outcome));
process.exitCode = found.refused ? EXIT.failed : EXIT.opened;
