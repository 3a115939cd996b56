import { useRef, useState } from 'react';
import type { TimelineTracks } from '../../../workers/engine/timeline-engine.ts';
import { ViewFrame } from '../../app/ViewFrame.tsx';
import { ChartTools } from '../../charts/ChartTools.tsx';
import { Drawer } from './Drawer.tsx';
import { SearchBar } from './SearchBar.tsx';
import { SelectionPanel } from './SelectionPanel.tsx';
import { StepsLayout } from './StepsLayout.tsx';
import styles from './Timeline.module.css';
import { ColourChoice, HiddenTracks, LayoutChoice, Legend, PythonToggle } from './TimelineTools.tsx';
import { TraceLayout } from './TraceLayout.tsx';
import { timelinePicture } from './timeline-picture.ts';
import { useControls } from './use-controls.ts';
import { useHits } from './use-hits.ts';
import { useStage } from './use-stage.ts';
import { useTimeline } from './use-timeline.ts';

/** The timeline of a trace: its tools and search, the tracks or the steps, and what is known of the selection. */
export function TimelinePage({ tracks }: { readonly tracks: TimelineTracks }) {
  const { stage, failed } = useStage(tracks);
  const timeline = useTimeline(tracks);
  const { settings, layout, scale, scene, search } = timeline;
  const input = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const hits = useHits(stage, search);
  const controls = useControls(stage, timeline, input, hits.step);
  const [isDrawn, setDrawn] = useState(false);
  const isTrace = settings.layout === 'trace';
  return (
    <ViewFrame
      title="Timeline"
      bar={
        <div className={styles.tools}>
          <LayoutChoice />
          <ColourChoice />
          <PythonToggle />
          <HiddenTracks hidden={layout.hidden} />
          <ChartTools
            picture={isTrace ? () => root.current && timelinePicture(root.current, stage, scene, layout) : null}
            name="timeline"
            tableShown={isDrawn}
            onTable={setDrawn}
          />
        </div>
      }
      details={<SelectionPanel stage={stage} tracks={tracks} timeline={timeline} controls={controls} />}
    >
      <SearchBar search={search} input={input} current={hits.current} onStep={hits.step} />
      <Legend scale={scale} stage={stage} />
      {failed !== null && <p className={styles.fault}>{`The picture could not be made. ${failed}`}</p>}
      <div ref={root} className={styles.body}>
        {isTrace ? <TraceLayout stage={stage} timeline={timeline} /> : <StepsLayout timeline={timeline} />}
      </div>
      {isDrawn && <Drawer search={search} />}
    </ViewFrame>
  );
}
