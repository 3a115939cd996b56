import path from 'node:path';
import { askWorker, fileProblem } from './ask-worker.ts';
import { EXIT, endWithUsage } from './exit.ts';
import { inspection } from './inspection.ts';
import { inspectionText } from './inspection-text.ts';
import { parseSplit, SPLIT_USAGE } from './split-arguments.ts';
import { refusedReport } from './split-report.ts';
import { writeReport } from './write-report.ts';

const parsed = parseSplit(process.argv.slice(2));
if (!parsed.ok) endWithUsage(parsed.error, SPLIT_USAGE);
const { trace, open, out, json, split } = parsed.value;
const problem = fileProblem(trace);
if (problem !== null) endWithUsage(problem, SPLIT_USAGE);

const { outcome, files, split: answer } = await askWorker({ trace, options: open, split });
if (!answer) {
  const found = inspection(path.basename(trace), outcome);
  process.stdout.write(json ? `${JSON.stringify(refusedReport(found))}\n` : inspectionText(found, outcome));
  process.exitCode = EXIT.failed;
} else {
  const written = out === null ? null : writeReport(out, files);
  if (json) process.stdout.write(`${JSON.stringify(answer.report)}\n`);
  else if (written?.ok) process.stdout.write(written.value.map((file) => `${file}\n`).join(''));
  const problems = [...answer.notes, ...(written && !written.ok ? [written.error] : [])];
  process.stderr.write(problems.map((line) => `${line}\n`).join(''));
  if (answer.aborted || written?.ok === false) process.exitCode = EXIT.failed;
}
