import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useColours } from '../../charts/use-colours.ts';
import { useRatio } from '../../charts/use-ratio.ts';
import type { Size } from '../../charts/use-size.ts';
import { PANE_COLOURS, paneLook } from './pane-look.ts';
import { PanePainter } from './pane-painter.ts';
import type { PaneScene } from './pane-scene.ts';
import type { Stage } from './stage.ts';

/** Keeps a canvas painted with a scene; what scrolls it is told by the function that it returns. */
export function usePanePainter(
  canvas: RefObject<HTMLCanvasElement | null>,
  stage: Stage,
  name: string,
  scene: PaneScene,
  size: Size,
): (scrollTop: number) => void {
  const painter = useRef<PanePainter | null>(null);
  const ratio = useRatio();
  const names = useMemo(() => [...PANE_COLOURS, ...scene.scale.entries.map(({ colour }) => colour)], [scene.scale]);
  const colours = useColours(names);
  const look = useMemo(() => paneLook(scene.scale, colours), [scene.scale, colours]);
  useLayoutEffect(() => {
    if (!canvas.current) return;
    const made = new PanePainter(canvas.current, stage, name);
    painter.current = made;
    return () => made.dispose();
  }, [canvas, stage, name]);
  useEffect(() => painter.current?.show(scene, look), [scene, look]);
  // Nothing is drawn below the last row.
  const height = Math.min(size.height, scene.stack.height);
  useLayoutEffect(() => painter.current?.resize(size.width, height, ratio), [size.width, height, ratio]);
  return (scrollTop) => painter.current?.scroll(scrollTop);
}
