import { useApp } from '../../state/store.ts';
import { Absent } from '../../table/Absent.tsx';
import { ReportTable } from '../../table/ReportTable.tsx';
import { ExecutionPanel } from './ExecutionPanel.tsx';

const NOUN = { one: 'graph launch', many: 'graph launches' };

interface GraphLaunchesProps {
  /** Whether the trace has any. */
  readonly has: boolean;
  readonly slot: HTMLElement | null;
}

/** The graph launches with what each was matched with and why; beside them the sums, or the launch that is selected. */
export function GraphLaunches({ has, slot }: GraphLaunchesProps) {
  const isPicked = useApp((state) => state.selected?.kind === 'row' && state.selected.table === 'graphLaunches');
  return (
    <>
      {has ? (
        <ReportTable id="graphLaunches" noun={NOUN} slot={slot} absent="The scope has no graph launches." />
      ) : (
        <Absent title="No graph launches">
          Every kernel of this trace was launched by itself, so its operator is the one that launched it.
        </Absent>
      )}
      {!isPicked && <ExecutionPanel />}
    </>
  );
}
