import type { Scene } from './draw.ts';
import { type Box, isIn } from './layout.ts';
import { PointTip } from './PointTip.tsx';
import type { PointText } from './point-text.ts';
import styles from './Roofline.module.css';
import { RADII } from './size-classes.ts';

interface PlotOverlayProps {
  readonly scene: Scene;
  /** Points, -1 for none. */
  readonly hovered: number;
  readonly stepped: number;
  readonly selected: number;
  /** Points that share GPU work with what was selected elsewhere. */
  readonly related: readonly number[];
  /** The box that is being drawn. */
  readonly box: Box | null;
  textOf(point: number): PointText;
}

/** What moves over the points: rings about those pointed at and selected, the box to zoom into, the essentials of a point. */
export function PlotOverlay({ scene, hovered, stepped, selected, related, box, textOf }: PlotOverlayProps) {
  const { layout } = scene;
  return (
    <>
      <svg className={styles.layer} width={layout.width} height={layout.height} aria-hidden="true">
        {related.map((point) => (
          <Ring key={point} scene={scene} point={point} className={styles.related} />
        ))}
        <Ring scene={scene} point={selected} className={styles.selected} />
        <Ring scene={scene} point={hovered} className={styles.hovered} />
        {box && <rect className={styles.box} x={box.left} y={box.top} width={box.width} height={box.height} />}
      </svg>
      {stepped >= 0 && (
        <Stepped scene={scene} point={stepped} text={textOf(stepped)} isSelected={stepped === selected} />
      )}
      {hovered >= 0 && isShown(scene, hovered) && (
        <PointTip
          text={textOf(hovered)}
          x={scene.positions.x[hovered]}
          y={scene.positions.y[hovered]}
          radius={RADII[scene.classes[hovered]]}
          layout={layout}
        />
      )}
    </>
  );
}

interface RingProps {
  readonly scene: Scene;
  readonly point: number;
  readonly className: string;
}

function Ring({ scene, point, className }: RingProps) {
  if (point < 0 || !isShown(scene, point)) return null;
  const { x, y } = scene.positions;
  return <circle className={className} cx={x[point]} cy={y[point]} r={RADII[scene.classes[point]] + 3} />;
}

interface SteppedProps {
  readonly scene: Scene;
  readonly point: number;
  readonly text: PointText;
  readonly isSelected: boolean;
}

/** The point that the keys are on: what a screen reader is told of, and the frame about it. */
function Stepped({ scene, point, text, isSelected }: SteppedProps) {
  const { x, y } = scene.positions;
  const radius = RADII[scene.classes[point]] + 6;
  const place = `point ${point + 1} of ${scene.points.count}`;
  return (
    <div
      id="roofline-point"
      className={styles.stepped}
      role="img"
      aria-label={`${text.line}, ${place}${isSelected ? ', selected' : ''}`}
      style={{ left: x[point] - radius, top: y[point] - radius, width: radius * 2, height: radius * 2 }}
    />
  );
}

function isShown({ layout, points, positions: { x, y } }: Scene, point: number): boolean {
  const box = points.inStrip[point] === 1 ? layout.strip : layout.plot;
  return box !== null && isIn(box, x[point], y[point]);
}
