import { withPseudoOperators } from '../workers/attribution/pseudo-ops/pseudo-operators.ts';
import { counted } from '../workers/base/counts.ts';
import { err, ok, type Result } from '../workers/base/result.ts';
import type { Scope } from '../workers/base/scope.ts';
import type { OpenOptions, TraceSummary } from '../workers/engine/engine.ts';
import { csvFiles } from '../workers/report/archive/csv-files.ts';
import { reportSheets } from '../workers/report/archive/report-sheets.ts';
import { workbookBytes } from '../workers/report/archive/workbook.ts';
import { type Basis, FIRST_BASIS } from '../workers/report/report-types.ts';
import type { Hardware } from '../workers/roofline/hardware.ts';
import { steadyState } from '../workers/steps/steady-state.ts';
import { stepFacts } from '../workers/steps/steady-state-facts.ts';
import { stepsOf, withSteps } from '../workers/steps/stepped-model.ts';
import { gpuRowsInScope } from '../workers/trace/gpu-scope.ts';
import type { TraceModel } from '../workers/trace/trace-model.ts';
import type { ReportPart } from './arguments.ts';
import type { ReportRequest } from './worker-request.ts';

const WORKBOOK = 'report.xlsx';

/** The files of a report by name, or why there is no such part of the trace. `merged` is the trace with captures, if there are any. */
export async function reportFiles(
  recorded: TraceModel,
  merged: TraceModel,
  summary: TraceSummary,
  { conventions }: OpenOptions,
  { format, hardware, roof, tables, pseudoOps, part }: ReportRequest,
): Promise<Result<Readonly<Record<string, Uint8Array>>, string>> {
  const model = withSteps(pseudoOps ? withPseudoOperators(merged) : merged, null, recorded);
  const scope = scopeOf(model, part);
  if (!scope.ok) return scope;
  const device = hardware ?? (conventions === 'tracelens' ? null : deviceOf(summary));
  const basis: Basis = { ...FIRST_BASIS, conventions, hardware: device, roof, pseudoOps, scope: scope.value };
  const sheets = reportSheets(model, basis, tables);
  return ok(format === 'csv' ? csvFiles(sheets) : { [WORKBOOK]: await workbookBytes(sheets) });
}

/** The device that the trace was recorded on. The reference never looks: its roofline columns need an architecture file. */
function deviceOf({ hardware }: TraceSummary): Hardware | null {
  return hardware.state === 'chosen' ? hardware.hardware : null;
}

function scopeOf(model: TraceModel, { steps, phase, steady }: ReportPart): Result<Scope, string> {
  if (!steps && !phase && !steady) return ok({});
  const found = stepsOf(model);
  if (found.steps.length === 0) return err('No steps were found in this trace, so no part of it can be named by them.');
  const range = steady ? longest(steadyState(stepFacts(found, model)).regions) : steps;
  if (steady && !range) return err('No steady state was found in this trace.');
  const scope = { ...(range && { steps: range }), ...(phase && { phase }) };
  if (gpuRowsInScope(model, scope).length === 0) {
    return err(`No GPU work is in that part: the trace has ${counted(found.steps.length, 'step')}.`);
  }
  return ok(scope);
}

function longest(ranges: readonly (readonly [number, number])[]): readonly [number, number] | null {
  return ranges.reduce<readonly [number, number] | null>(
    (most, range) => (most && most[1] - most[0] >= range[1] - range[0] ? most : range),
    null,
  );
}
