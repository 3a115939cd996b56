import { type KeyboardEvent, type RefObject, useImperativeHandle, useMemo, useState } from 'react';
import type { RoofKind } from '../../../workers/roofline/hardware.ts';
import type { ChartPicture } from '../../charts/chart-export.ts';
import { textWidth } from '../../charts/text-width.ts';
import { useColours } from '../../charts/use-colours.ts';
import { useSize } from '../../charts/use-size.ts';
import { readOut } from '../../state/store.ts';
import { CATEGORY_COLOURS } from '../../styles/categories.ts';
import { AxesCanvas } from './AxesCanvas.tsx';
import { chartOption, FRAME_COLOURS } from './chart-option.ts';
import { type Scene, WARNING } from './draw.ts';
import type { ChartWindow } from './fit.ts';
import { layOut, scalesOf } from './layout.ts';
import { marksOf } from './marks.ts';
import { bringInto, dragged, zoomAt } from './navigate.ts';
import { PlotOverlay } from './PlotOverlay.tsx';
import { PointsCanvas } from './PointsCanvas.tsx';
import { plotAction } from './plot-keys.ts';
import { plotPicture } from './plot-picture.ts';
import { pointBoxes, pointLabels } from './point-labels.ts';
import type { PointText } from './point-text.ts';
import type { Points } from './points.ts';
import { classesOf, pointAt, positionsOf } from './positions.ts';
import styles from './Roofline.module.css';
import { labelBox, lineBoxes, roofLabels } from './roof-labels.ts';
import type { RoofLine } from './roofs.ts';
import { usePlotGestures } from './use-plot-gestures.ts';

export interface RooflinePlotProps {
  readonly points: Points;
  /** What holds for all points, shown or filtered out, so that a filter moves nothing. */
  readonly frame: { readonly fitted: ChartWindow; readonly hasStrip: boolean; readonly longestNs: number };
  readonly roofs: readonly RoofLine[];
  readonly kind: RoofKind;
  /** Points above the datasheet's roof. */
  readonly suspicious: readonly number[];
  /** Null: all is in sight. */
  readonly window: ChartWindow | null;
  onWindow(window: ChartWindow | null): void;
  /** The point that is selected, -1 for none. */
  readonly selected: number;
  /** Points that share GPU work with what was selected elsewhere. */
  readonly related: readonly number[];
  onSelect(point: number): void;
  textOf(point: number): PointText;
  /** What is written beside a point, where there is room. The same function while the points are the same. */
  readonly nameOf: (point: number) => string;
  readonly picture: RefObject<ChartPicture | null>;
}

const HELP = 'Wheel zooms · drag pans · Shift and drag zooms into a box · double click shows all';
const NONE = -1;
const COLOURS = [...FRAME_COLOURS, WARNING, ...CATEGORY_COLOURS];

/** The points under the roofs, to look at, to point at, and to step through by key in the order of their times. */
export function RooflinePlot(props: RooflinePlotProps) {
  const { points, selected, related, onSelect, onWindow, textOf } = props;
  const [root, size] = useSize<HTMLDivElement>();
  const view = usePlotView(props, size);
  const { scene, scales, window } = view;
  const { layout, positions } = scene;
  const [hovered, setHovered] = useState(NONE);
  const [stepped, setStepped] = useState(NONE);
  const [focused, setFocused] = useState(false);

  const point = (at: { readonly x: number; readonly y: number }) =>
    pointAt(points, scene.classes, positions, layout, at);
  const hover = (next: number, otherwise: string) => {
    setHovered(next);
    readOut(next === NONE ? otherwise : textOf(next).line);
  };
  const { box, handlers } = usePlotGestures({
    root,
    layout,
    scales,
    window,
    onWindow,
    onHover: (at) => hover(at ? point(at) : NONE, at ? HELP : ''),
    onClick: (at) => {
      const found = point(at);
      if (found === NONE) return;
      setStepped(found);
      onSelect(found);
    },
  });
  const centre = { x: layout.plot.left + layout.plot.width / 2, y: layout.plot.top + layout.plot.height / 2 };
  const step = (to: number) => {
    if (to < 0) return;
    setStepped(to);
    hover(to, '');
    const at = { x: positions.x[to], y: positions.y[to] };
    const next = bringInto(window, layout, scales, at, points.inStrip[to] === 1);
    if (next !== window) onWindow(next);
  };
  const active = current(stepped, points);
  const onKeyDown = (event: KeyboardEvent) => {
    const action = plotAction(event);
    if (!action) return;
    if (action.kind === 'leave' && hovered === NONE) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.kind === 'step') step(action.to(active, points.count));
    if (action.kind === 'open' && active !== NONE) {
      hover(NONE, '');
      onSelect(active);
    }
    if (action.kind === 'zoom') onWindow(zoomAt(window, layout, scales, centre, action.factor));
    if (action.kind === 'pan')
      onWindow(dragged(window, layout, scales, centre, { x: centre.x + action.x, y: centre.y + action.y }));
    if (action.kind === 'reset') onWindow(null);
    if (action.kind === 'leave') hover(NONE, '');
  };
  return (
    <div
      ref={root}
      className={styles.plot}
      role="application"
      aria-label={`Roofline chart, ${points.count === 1 ? '1 point' : `${points.count} points`}. Arrow keys step through them, longest first; Enter opens one; plus and minus zoom, 0 shows all.`}
      aria-activedescendant={focused && active !== NONE ? 'roofline-point' : undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the points are reached by its keys.
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        hover(NONE, '');
      }}
      {...handlers}
    >
      {size.width > 0 && size.height > 0 && (
        <>
          <AxesCanvas option={view.option} size={size} />
          <PointsCanvas scene={scene} />
          <PlotOverlay
            scene={scene}
            hovered={hovered < points.count ? hovered : NONE}
            stepped={focused ? active : NONE}
            selected={selected}
            related={related}
            box={box}
            textOf={textOf}
          />
        </>
      )}
    </div>
  );
}

/** Where everything stands: the axes' option, the scene of points, the scales. */
function usePlotView(props: RooflinePlotProps, size: { readonly width: number; readonly height: number }) {
  const { points, frame, roofs, kind, suspicious, nameOf, picture } = props;
  const window = props.window ?? frame.fitted;
  const colours = useColours(COLOURS);
  const layout = useMemo(() => layOut(size, frame.hasStrip), [size, frame.hasStrip]);
  const scales = useMemo(() => scalesOf(layout, window), [layout, window]);
  const classes = useMemo(() => classesOf(points, frame.longestNs), [points, frame.longestNs]);
  const scene = useMemo((): Scene => {
    const positions = positionsOf(points, layout, scales);
    return {
      points,
      classes,
      positions,
      marks: marksOf(points, positions, scales, suspicious),
      layout,
      scales,
      colours,
    };
  }, [points, classes, layout, scales, suspicious, colours]);
  const option = useMemo(() => {
    const obstacles = pointBoxes(points, classes, scene.positions, layout);
    const labels = roofLabels(roofs, layout, scales, textWidth, obstacles);
    const taken = [
      ...obstacles,
      ...lineBoxes(roofs, layout.plot, scales),
      ...labels.map((label) => labelBox(label, textWidth)),
    ];
    const names = pointLabels(points, classes, scene.positions, layout, nameOf, textWidth, taken);
    return chartOption({ layout, window, roofs, kind, labels, names, longestNs: frame.longestNs, colours });
  }, [roofs, points, classes, scene, layout, scales, window, kind, nameOf, frame.longestNs, colours]);
  useImperativeHandle(picture, () => plotPicture(option, scene), [option, scene]);
  return { window, scales, scene, option };
}

/** The point that the keys are on; one that a filter took away gives way to none. */
function current(stepped: number, points: Points): number {
  return stepped < points.count ? stepped : NONE;
}
