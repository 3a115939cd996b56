import { useEffect } from 'react';
import type { Command } from '../../app/command.ts';
import { type AppState, openSummary } from '../../state/store.ts';

/** What the keys do on the timeline that is shown. */
export interface TimelineControls {
  /** About the middle, or the selection where it is in sight. */
  zoom(factor: number): void;
  /** By a part of what is in sight. */
  pan(part: number): void;
  fitSelection(): void;
  fitAll(): void;
  mark(): void;
  /** Along the arrow from (1) or to (-1) what is selected. */
  follow(by: 1 | -1): void;
  search(): void;
  nextHit(by: 1 | -1): void;
  togglePython(): void;
}

let shown: TimelineControls | null = null;

/** Makes these the controls of the timeline that is shown, as long as it is. */
export function useTimelineControls(controls: TimelineControls): void {
  useEffect(() => {
    shown = controls;
    return () => {
      if (shown === controls) shown = null;
    };
  }, [controls]);
}

const isShown = (state: AppState) => state.view === 'timeline' && openSummary(state) !== undefined;

function command(id: string, key: string | null, title: string, run: (controls: TimelineControls) => void): Command {
  return { id: `timeline-${id}`, title, group: 'Timeline', key, when: isShown, run: () => shown && run(shown) };
}

const ZOOM = 1.5;
const PAN = 0.2;

export const TIMELINE_COMMANDS: readonly Command[] = [
  command('zoom-in', 'w', 'Zoom in', ({ zoom }) => zoom(ZOOM)),
  command('zoom-out', 's', 'Zoom out', ({ zoom }) => zoom(1 / ZOOM)),
  command('left', 'a', 'Earlier', ({ pan }) => pan(-PAN)),
  command('right', 'd', 'Later', ({ pan }) => pan(PAN)),
  command('fit', 'f', 'Fit the selection, again its track', ({ fitSelection }) => fitSelection()),
  command('fit-all', '0', 'Fit the whole trace', ({ fitAll }) => fitAll()),
  command('mark', 'm', 'Mark the selection, or what is in sight', ({ mark }) => mark()),
  command('arrow-back', '[', 'Back along the arrow, as from a kernel to its launch', ({ follow }) => follow(-1)),
  command('arrow-on', ']', 'On along the arrow, as from a launch to its kernel', ({ follow }) => follow(1)),
  command('search', '/', 'Search the slices', ({ search }) => search()),
  command('next-hit', 'n', 'Next slice found', ({ nextHit }) => nextHit(1)),
  command('last-hit', 'Shift+N', 'Slice found before', ({ nextHit }) => nextHit(-1)),
  command('python', 'p', 'Python frames: show or leave out', ({ togglePython }) => togglePython()),
];
