import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { drawScene, type Scene } from './draw.ts';
import styles from './Roofline.module.css';
import { Symbols } from './symbols.ts';

/** The points and what marks them, over the axes. */
export function PointsCanvas({ scene }: { readonly scene: Scene }) {
  const element = useRef<HTMLCanvasElement>(null);
  const { points, layout, colours } = scene;
  const { categories } = points;
  const ratio = useRatio();
  const width = Math.round(layout.width * ratio);
  const height = Math.round(layout.height * ratio);
  const symbols = useMemo(() => new Symbols(categories, colours, ratio), [categories, colours, ratio]);
  useLayoutEffect(() => {
    const context = element.current?.getContext('2d');
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, scene.layout.width, scene.layout.height);
    drawScene(context, scene, symbols);
  }, [scene, symbols, ratio]);
  return (
    <canvas
      ref={element}
      className={styles.layer}
      width={width}
      height={height}
      style={{ width: layout.width, height: layout.height }}
    />
  );
}

/** Pixels of the screen a pixel of the page, as the browser's zoom and the screen have it now. */
function useRatio(): number {
  const [ratio, setRatio] = useState(devicePixelRatio);
  useEffect(() => {
    const query = matchMedia(`(resolution: ${ratio}dppx)`);
    const update = () => setRatio(devicePixelRatio);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, [ratio]);
  return ratio;
}
