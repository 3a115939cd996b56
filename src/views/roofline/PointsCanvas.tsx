import { useLayoutEffect, useMemo, useRef } from 'react';
import { useRatio } from '../../charts/use-ratio.ts';
import { type Part, partsOf, type Scene } from './draw.ts';
import { type Drawing, PointLayer } from './point-layer.ts';
import styles from './Roofline.module.css';
import { Symbols } from './symbols.ts';

/** The points and what marks them, over the axes. */
export function PointsCanvas({ scene }: { readonly scene: Scene }) {
  const ratio = useRatio();
  const { colours } = scene;
  const symbols = useMemo(() => new Symbols(colours, ratio), [colours, ratio]);
  const drawing = useMemo(() => ({ scene, symbols, ratio }), [scene, symbols, ratio]);
  return partsOf(scene.layout).map((part) => <PartCanvas key={part.strip} part={part} drawing={drawing} />);
}

/** What a part shows, cut off at its edges. */
function PartCanvas({ part, drawing }: { readonly part: Part; readonly drawing: Drawing }) {
  const element = useRef<HTMLCanvasElement>(null);
  const layer = useRef<PointLayer | null>(null);
  const { strip, box } = part;
  useLayoutEffect(() => {
    if (!element.current) return;
    const made = new PointLayer(element.current, strip);
    layer.current = made;
    return () => made.dispose();
  }, [strip]);
  useLayoutEffect(() => layer.current?.show(drawing), [drawing]);
  return (
    <div className={styles.part} style={box}>
      <canvas ref={element} width={0} height={0} />
    </div>
  );
}
