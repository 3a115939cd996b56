import { useEffect, useState } from 'react';
import { type Spot, spotOf } from './spot.ts';
import type { SpotText } from './spot-text.ts';
import type { Stage } from './stage.ts';

interface VisibleSlicesProps {
  readonly stage: Stage;
  textOf(spot: Spot): SpotText;
}

const MOST = 30;
/** The list is made anew once the picture rests. */
const QUIET_MS = 400;

/** The longest slices in sight as a list, for those who do not see the picture. */
export function VisibleSlices({ stage, textOf }: VisibleSlicesProps) {
  const [spots, setSpots] = useState<readonly Spot[]>([]);
  useEffect(() => {
    let timer = 0;
    const later = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setSpots(longestInSight(stage, MOST)), QUIET_MS);
    };
    later();
    const stop = stage.onDraw(later);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [stage]);
  return (
    <ul className="hidden" aria-label="Longest slices in sight">
      {spots.map((spot) => (
        <li key={`${spot.track} ${spot.lane} ${spot.startNs}`}>{textOf(spot).line}</li>
      ))}
    </ul>
  );
}

/** The slices that take most of what is in sight, longest first. */
function longestInSight({ feed, camera }: Pick<Stage, 'feed' | 'camera'>, most: number): readonly Spot[] {
  const { answer } = feed;
  if (!answer) return [];
  const { startNs, endNs, length } = answer.slices;
  const { span } = camera;
  const inSight = (i: number) => Math.min(endNs[i], span.endNs) - Math.max(startNs[i], span.startNs);
  const places: number[] = [];
  for (let i = 0; i < length; i++) if (inSight(i) >= 0) places.push(i);
  return places
    .sort((a, b) => inSight(b) - inSight(a))
    .slice(0, most)
    .map((i) => spotOf(answer, i));
}
