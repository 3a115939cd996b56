import type { TimelineTracks } from '../../../workers/engine/timeline-engine.ts';
import { select, useApp } from '../../state/store.ts';
import { usePickedRow } from '../../table/use-picked-row.ts';
import { StepPanel } from '../steps/StepPanel.tsx';
import { stepText } from '../steps/step-text.ts';
import type { StepsData } from '../steps/use-steps.ts';
import { EventPanel } from './EventPanel.tsx';
import { GapPanel } from './GapPanel.tsx';
import { openRow } from './open-row.ts';
import { SpanPanel } from './SpanPanel.tsx';
import type { Stage } from './stage.ts';
import { around } from './time-span.ts';
import type { TimelineControls } from './timeline-commands.ts';
import { mark, type Timeline } from './use-timeline.ts';

interface SelectionPanelProps {
  readonly stage: Stage;
  readonly tracks: TimelineTracks;
  readonly timeline: Timeline;
  readonly controls: TimelineControls;
}

/** What is known of the span that is marked, else of what is selected; nothing without either. */
export function SelectionPanel({ stage, tracks, timeline, controls }: SelectionPanelProps) {
  const { selection, marked, steps } = timeline;
  const selected = useApp((state) => state.selected);
  if (marked) {
    return (
      <SpanPanel
        span={marked}
        originNs={tracks.startNs}
        onFit={() => stage.camera.glide(around(marked, 0, stage.camera.whole))}
        onClose={() => mark(null)}
      />
    );
  }
  if (selected?.kind === 'step' && steps) return <StepDetails steps={steps} />;
  if (selected?.kind === 'row' && selected.table === 'gaps') return <GapPanel originNs={tracks.startNs} />;
  if (selection) {
    const { info } = selection;
    const track = tracks.tracks.find(({ id }) => id === info.track);
    return (
      <EventPanel
        selected={selection}
        category={tracks.categories.find(({ id }) => id === info.category)?.label ?? info.category}
        track={track ? [...new Set([track.group, track.title])].join(', ') : ''}
        originNs={tracks.startNs}
        onOpen={() => openRow(selection)}
        onMark={controls.mark}
        onFit={controls.fitSelection}
        onEvent={(event) => select({ kind: 'event', event })}
        onClose={() => select(null)}
      />
    );
  }
  return null;
}

function StepDetails({ steps }: { readonly steps: StepsData }) {
  const { table, series } = steps;
  const { picked, close } = usePickedRow('steps', steps);
  if (!picked) return null;
  return <StepPanel picked={picked} title={stepText(table, series, picked.row).title} kernel={null} onClose={close} />;
}
