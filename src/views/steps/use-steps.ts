import { WHOLE_TRACE } from '../../../workers/base/scope.ts';
import type { PhaseDistribution, SteadyState, StepDetection, StepStrip } from '../../../workers/engine/engine.ts';
import { useBasis } from '../../state/basis.ts';
import { useApp } from '../../state/store.ts';
import { type Answer, useAnswer } from '../../state/use-answer.ts';
import type { TableRows } from '../../table/table-source.ts';
import { type StepSeries, seriesOf } from './series.ts';

/** All steps of the trace, whatever the scope, and how they were found. */
export interface StepsData extends TableRows {
  readonly series: StepSeries;
  readonly detection: StepDetection;
}

/** Asked as one, so that the parts agree. */
export function useSteps(): Answer<StepsData> {
  const basis = useWholeBasis();
  return useAnswer(`all steps ${JSON.stringify(basis)}`, async (trace) => {
    const [detection, table] = await Promise.all([trace.stepDetection(basis), trace.table('steps', basis)]);
    return { table, origin: { basis }, series: seriesOf(table), detection };
  });
}

/** Steady state of the whole trace, and of the stretch that the user drew, if one is drawn. */
export interface SteadyAnswers {
  readonly found: SteadyState;
  readonly drawn: SteadyState | null;
}

export function useSteady(): Answer<SteadyAnswers> {
  const basis = useWholeBasis();
  const { steady, band } = useApp((state) => state.stepsSettings);
  return useAnswer(`steady ${JSON.stringify([basis, steady, band])}`, async (trace) => ({
    found: await trace.steadyState(basis, steady, null),
    drawn: band && (await trace.steadyState(basis, steady, band)),
  }));
}

export function useDistributions(): Answer<readonly PhaseDistribution[]> {
  const basis = useBasis();
  return useAnswer(`distributions ${JSON.stringify(basis)}`, (trace) => trace.phaseDistributions(basis));
}

/** A strip with the step that it is of; the strip is null where the step has no work in the scope's devices and streams. */
export interface StripOfStep {
  readonly step: number;
  readonly strip: StepStrip | null;
}

export function useStrip(step: number, width: number): Answer<StripOfStep> {
  const basis = useBasis();
  return useAnswer(`strip ${step} ${width} ${JSON.stringify(basis)}`, async (trace) => ({
    step,
    strip: width > 0 ? await trace.stepStrip(basis, step, width) : null,
  }));
}

function useWholeBasis() {
  return { ...useBasis(), scope: WHOLE_TRACE };
}
