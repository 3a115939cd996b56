import path from 'node:path';
import { parseReport, REPORT_USAGE } from './arguments.ts';
import { askWorker, fileProblem, pathProblem } from './ask-worker.ts';
import { readDevice } from './device.ts';
import { EXIT, endWithUsage } from './exit.ts';
import { inspection } from './inspection.ts';
import { inspectionText } from './inspection-text.ts';
import { writeReport } from './write-report.ts';

const parsed = parseReport(process.argv.slice(2));
if (!parsed.ok) endWithUsage(parsed.error, REPORT_USAGE);
const { trace, open, out, hardware: nameOrFile, ...request } = parsed.value;
const { capture } = request;
const problem = fileProblem(trace) ?? (capture === undefined ? null : pathProblem(capture));
if (problem !== null) endWithUsage(problem, REPORT_USAGE);
const device = nameOrFile === undefined ? null : readDevice(nameOrFile);
if (device?.ok === false) endWithUsage(device.error, REPORT_USAGE);
for (const key of device?.value.ignored ?? [])
  process.stderr.write(`--hardware ${nameOrFile}: ${key} is not known, ignored\n`);

const report = { ...request, ...(device === null ? {} : { hardware: device.value.hardware }) };
const { outcome, files, noSuchPart, notes = [] } = await askWorker({ trace, options: open, report });
for (const note of notes) process.stderr.write(`${note}\n`);
if (noSuchPart !== undefined) {
  process.stderr.write(`${noSuchPart}\n`);
  process.exitCode = EXIT.failed;
} else if (outcome.kind === 'opened') {
  const written = writeReport(out, files);
  if (written.ok) process.stdout.write(written.value.map((file) => `${file}\n`).join(''));
  else {
    process.stderr.write(`${written.error}\n`);
    process.exitCode = EXIT.failed;
  }
} else {
  process.stdout.write(inspectionText(inspection(path.basename(trace), outcome), outcome));
  process.exitCode = EXIT.failed;
}
