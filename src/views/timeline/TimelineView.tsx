import { Message } from '../../app/Message.tsx';
import { ViewFrame } from '../../app/ViewFrame.tsx';
import { useBasis } from '../../state/basis.ts';
import { activeFile, useApp } from '../../state/store.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { TableWaiting } from '../../table/DataTable.tsx';
import { TimelinePage } from './TimelinePage.tsx';

/** What ran when: threads and GPU streams over time, with what belongs together. */
export function TimelineView() {
  const basis = useBasis();
  const file = useApp((state) => activeFile(state)?.id);
  const { value, error } = useAnswer(`timeline tracks ${basis.stepsBy} ${basis.conventions}`, (trace) =>
    trace.timelineTracks(basis),
  );
  if (error !== undefined) {
    return (
      <Message icon="error" title="The timeline could not be made">
        <p>{error}</p>
      </Message>
    );
  }
  if (!value) {
    return (
      <ViewFrame title="Timeline">
        <TableWaiting />
      </ViewFrame>
    );
  }
  if (value.tracks.length === 0) {
    return (
      <Message icon="information" title="Nothing to draw">
        <p>No event of this trace has both a time and a place on a track.</p>
      </Message>
    );
  }
  return <TimelinePage key={file} tracks={value} />;
}
