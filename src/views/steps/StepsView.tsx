import { useEffect, useRef } from 'react';
import type { Basis } from '../../../workers/engine/engine.ts';
import { Message } from '../../app/Message.tsx';
import { ViewFrame } from '../../app/ViewFrame.tsx';
import { activeFile, useApp } from '../../state/store.ts';
import { TableWaiting } from '../../table/DataTable.tsx';
import { DETECTION, Detection } from './Detection.tsx';
import { NoSteps } from './NoSteps.tsx';
import { StepsPage } from './StepsPage.tsx';
import { useSteps } from './use-steps.ts';

/** The steps of the trace: how they were found, their series, the steady stretch, and what to look at alone. */
export function StepsView() {
  const { value, error } = useSteps();
  const file = useApp((state) => activeFile(state)?.id);
  const stepsBy = value?.origin.basis.stepsBy;
  useFocusOfChoice(stepsBy);
  if (error !== undefined) {
    return (
      <Message icon="error" title="The steps could not be looked for">
        <p>{error}</p>
      </Message>
    );
  }
  if (!value) {
    return (
      <ViewFrame title="Steps">
        <TableWaiting />
      </ViewFrame>
    );
  }
  if (value.series.count === 0) {
    return (
      <ViewFrame title="Steps">
        <Detection detection={value.detection} open />
        <NoSteps isChosen={stepsBy !== null} hasCandidates={value.detection.candidates.length > 0} />
      </ViewFrame>
    );
  }
  // What is being chosen are steps of one kind: other steps begin anew.
  return <StepsPage key={JSON.stringify([file, stepsBy])} data={value} />;
}

/** Moves the focus to how steps were found when other steps took away what held it. */
function useFocusOfChoice(stepsBy: Basis['stepsBy'] | undefined): void {
  const last = useRef(stepsBy);
  useEffect(() => {
    const isOther = last.current !== undefined && last.current !== stepsBy;
    last.current = stepsBy;
    if (isOther && document.activeElement === document.body) document.getElementById(DETECTION)?.focus();
  }, [stepsBy]);
}
