import { openAsBlob, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openTrace } from '../workers/engine/open-trace.ts';
import { TraceModels } from '../workers/engine/trace-models.ts';
import { csvFiles } from '../workers/report/archive/csv-files.ts';
import { USUAL_REPORT } from '../workers/report/archive/report-options.ts';
import { reportSheets } from '../workers/report/archive/report-sheets.ts';
import { type Basis, FIRST_BASIS, type TableId } from '../workers/report/report-types.ts';
import { buildTable } from '../workers/report/tables.ts';
import type { Hardware } from '../workers/roofline/hardware.ts';
import { PRESETS } from '../workers/roofline/presets.ts';
import { buildModel } from '../workers/trace/build-model.ts';
import type { TraceModel } from '../workers/trace/trace-model.ts';
import { CHANGES, fail, inProject } from './tools.ts';

/** By the clock, and what the thread itself ran: on a machine that others use the first grows with them. In ms. */
export interface Times {
  readonly wall: number;
  readonly cpu: number;
}

/** What one process measured: once as it stood, then again and again. */
export interface Run {
  readonly events: number;
  readonly cold: Times;
  readonly warm: readonly Times[];
}

const VISIBLE: readonly TableId[] = ['operators', 'operatorShapes', 'kernels', 'gpuTimeline'];
const WARM_RUNS = 3;

const [, , , what, file] = process.argv;
const { model, device } = await open(file);
const change = CHANGES.find((known) => known === what);
if (change === undefined && what !== 'report') fail(`what to measure is report or ${CHANGES.join(', ')}`);
process.stdout.write(JSON.stringify(change === undefined ? reportRun() : changeRun(change)));

async function open(trace: string): Promise<{ readonly model: TraceModel; readonly device: Hardware | null }> {
  const kernel = await WebAssembly.compile(await readFile(inProject('workers/ingest/kernel/build/kernel.wasm')));
  const options = { conventions: 'corrected' } as const;
  const outcome = await openTrace(await openAsBlob(trace), path.basename(trace), kernel, options, () => {});
  if (outcome.kind !== 'opened') fail(`${trace} was not opened`);
  const { hardware } = outcome.summary;
  return { model: outcome.model, device: hardware.state === 'chosen' ? hardware.hardware : null };
}

/** All tables and their CSV bytes; each time from a model that no table was made of. */
function reportRun(): Run {
  const make = (fresh: TraceModel) =>
    timed(() => csvFiles(reportSheets(fresh, { ...FIRST_BASIS, hardware: device }, USUAL_REPORT)));
  const cold = make(model);
  const warm = Array.from({ length: WARM_RUNS }, () => make(buildModel(model.columns, model.conventions)));
  return { events: model.columns.length, cold, warm };
}

/** The visible tables anew after a change: the first one, then others of its kind. They were on screen before it. */
function changeRun(kind: (typeof CHANGES)[number]): Run {
  const models = new TraceModels('corrected', model);
  const first: Basis = { ...FIRST_BASIS, hardware: device };
  const make = (basis: Basis) =>
    timed(() => {
      for (const id of VISIBLE) buildTable(id, models.of(basis), basis);
    });
  make(first);
  const [cold, ...warm] = bases(kind, first).map(make);
  return { events: model.columns.length, cold, warm };
}

/** The bases that a user changes to, one after the other. */
function bases(kind: (typeof CHANGES)[number], first: Basis): Basis[] {
  const [{ device: gpu, stream }] = model.streams;
  const [start, end] = model.span;
  const middle = (start + end) / 2;
  switch (kind) {
    case 'device':
      return [{ device: gpu }, { device: gpu, window: [start, middle] as const }, { device: gpu }].map((scope) => ({
        ...first,
        scope,
      }));
    case 'stream':
      return [{ stream }, { stream, window: [middle, end] as const }, { device: gpu, stream }].map((scope) => ({
        ...first,
        scope,
      }));
    case 'preset':
      return PRESETS.filter(({ name }) => name !== device?.name)
        .slice(0, WARM_RUNS + 1)
        .map((hardware) => ({ ...first, hardware }));
    case 'conventions':
      return (['tracelens', 'corrected', 'tracelens', 'corrected'] as const).map((conventions) => ({
        ...first,
        conventions,
      }));
  }
}

function timed(work: () => unknown): Times {
  const start = performance.now();
  const ran = threadMs();
  work();
  return { wall: performance.now() - start, cpu: threadMs() - ran };
}

/** How long the main thread has run on a processor so far (Linux). */
function threadMs(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
