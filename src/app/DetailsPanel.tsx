import { type PointerEvent, type ReactNode, useRef } from 'react';
import { setDetails, useApp } from '../state/store.ts';
import styles from './DetailsPanel.module.css';
import { IconButton } from './IconButton.tsx';

const MIN_WIDTH = 240;
const MAX_WIDTH = 800;
/** One press of an arrow key on the divider, in pixels. */
const KEY_STEP = 16;

export interface DetailsPanelProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly children: ReactNode;
  /** Ends the selection that the panel is about; without it the panel is about the view. */
  readonly onClose?: () => void;
}

/** Details of what is selected, at the right of a view. It folds and resizes, and remembers both; the same in every view. */
export function DetailsPanel({ title, subtitle, children, onClose }: DetailsPanelProps) {
  const { folded, width } = useApp((state) => state.details);
  if (folded) {
    return (
      <aside className={styles.folded} aria-label="Details, folded">
        <IconButton icon="fold" label="Show the details (i)" onClick={() => setDetails({ folded: false })} />
      </aside>
    );
  }
  return (
    <aside className={styles.panel} style={{ width }} aria-label="Details">
      <Divider width={width} />
      <header className={styles.head}>
        <div className={styles.titles}>
          <h2>{title}</h2>
          {subtitle && <p className="dim">{subtitle}</p>}
        </div>
        <IconButton icon="fold" label="Fold the details (i)" onClick={() => setDetails({ folded: true })} />
        {onClose && <IconButton icon="close" label="Close the details" onClick={onClose} />}
      </header>
      <div className={styles.body}>{children}</div>
    </aside>
  );
}

/** The edge to drag, or to move by the arrow keys. */
function Divider({ width }: { readonly width: number }) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const resize = (to: number) => setDetails({ width: Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, to))) });
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is a widget; <hr> is not.
    <div
      className={styles.divider}
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the details"
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      aria-valuenow={width}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => start.current && resize(start.current.width + start.current.x - event.clientX)}
      onPointerUp={() => {
        start.current = null;
      }}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') resize(width + KEY_STEP);
        if (key === 'ArrowRight') resize(width - KEY_STEP);
      }}
    />
  );
}
