import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import type { StepStrip, StripStream } from '../../../workers/engine/engine.ts';
import { useSize } from '../../charts/use-size.ts';
import { formatCount, formatDuration } from '../../format/format.ts';
import { readOut } from '../../state/store.ts';
import { CategoryMark } from '../../styles/CategoryMark.tsx';
import { categoryLook } from '../../styles/categories.ts';
import styles from './Strip.module.css';
import { categoriesIn, pixelOf, rectangleAt, type StripSpot, spotByKey, spotText, streamPaths } from './strip.ts';
import { useStrip } from './use-steps.ts';

const HEIGHT = 14;

interface StepStripChartProps {
  readonly step: number;
  /** The event behind a rectangle was asked for. */
  onEvent(event: number): void;
}

/** What the selected step runs on each GPU stream, coloured by category. */
export function StepStripChart({ step, onEvent }: StepStripChartProps) {
  const [root, { width }] = useSize<HTMLDivElement>();
  const { value: answer, error } = useStrip(step, width);
  // That of the step before tells nothing of this one.
  const value = answer?.step === step ? answer.strip : undefined;
  return (
    <section className={styles.strip} aria-label={`Step ${step} on the GPU`}>
      <div className={styles.head}>
        <h2>Step {formatCount(step)} on the GPU</h2>
        {value ? (
          <Legend strip={value} />
        ) : (
          <span className="dim">
            {error ?? (value === null && width > 0 ? 'No GPU work in the devices and streams of the scope.' : '')}
          </span>
        )}
      </div>
      <div className={styles.row}>
        <div className={styles.labels}>
          {value?.streams.map(({ device, stream }) => (
            <span key={`${device}:${stream}`}>{`GPU ${device} · ${stream}`}</span>
          ))}
        </div>
        <div className={styles.lanes} ref={root}>
          {value && <Lanes strip={value} width={width} onEvent={onEvent} />}
        </div>
      </div>
    </section>
  );
}

function Legend({ strip }: { readonly strip: StepStrip }) {
  return (
    <>
      <span className="dim">{formatDuration(strip.endNs - strip.startNs)} from first start to last end</span>
      <ul className={styles.legend}>
        {categoriesIn(strip).map(({ place, ns }) => (
          <li key={place}>
            <CategoryMark id={strip.categories[place]} />
            {categoryLook(strip.categories[place]).label}
            <span className="dim">{formatDuration(ns)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface LanesProps {
  readonly strip: StepStrip;
  readonly width: number;
  onEvent(event: number): void;
}

function Lanes({ strip, width, onEvent }: LanesProps) {
  const [spot, setSpot] = useState<StripSpot | null>(null);
  const shown = spot && spot.at < (strip.streams[spot.stream]?.startNs.length ?? 0) ? spot : null;
  const go = (next: StripSpot | null) => {
    setSpot(next);
    readOut(next ? spotText(strip, next) : '');
  };
  const open = () => shown && onEvent(strip.streams[shown.stream].event[shown.at]);
  const onPointerMove = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const stream = Math.min(strip.streams.length - 1, Math.max(0, Math.floor((event.clientY - top) / HEIGHT)));
    const at = rectangleAt(strip, strip.streams[stream], event.clientX - left, width);
    go(at < 0 ? null : { stream, at });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = spotByKey(strip, shown, event.key);
    if (!next && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (next) go(next);
    else open();
  };
  return (
    <div
      className={styles.surface}
      role="application"
      aria-label="Kernels of the step. Arrow keys go from one to the next and to other streams; Enter shows one as recorded."
      aria-activedescendant={shown ? 'strip-cursor' : undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the kernels are reached by its keys.
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => go(null)}
      onPointerMove={onPointerMove}
      onPointerLeave={() => go(null)}
      onClick={open}
    >
      {strip.streams.map((stream) => (
        <Lane key={`${stream.device}:${stream.stream}`} strip={strip} stream={stream} width={width} />
      ))}
      {shown && <Frame strip={strip} spot={shown} width={width} />}
    </div>
  );
}

function Lane({
  strip,
  stream,
  width,
}: {
  readonly strip: StepStrip;
  readonly stream: StripStream;
  readonly width: number;
}) {
  const paths = useMemo(() => streamPaths(strip, stream, width, HEIGHT - 2), [strip, stream, width]);
  return (
    <svg className={styles.lane} width={width} height={HEIGHT} aria-hidden="true">
      {strip.categories.map((id, place) => (
        <path key={id} d={paths[place]} fill={categoryLook(id).colour} />
      ))}
    </svg>
  );
}

/** The rectangle pointed at, and what a screen reader is told of it. */
function Frame({
  strip,
  spot,
  width,
}: {
  readonly strip: StepStrip;
  readonly spot: StripSpot;
  readonly width: number;
}) {
  const { startNs, endNs } = strip.streams[spot.stream];
  const left = pixelOf(strip, startNs[spot.at], width);
  const right = pixelOf(strip, endNs[spot.at], width);
  return (
    <div
      id="strip-cursor"
      className={styles.frame}
      role="img"
      aria-label={spotText(strip, spot)}
      style={{ left: left - 1, top: spot.stream * HEIGHT - 1, width: Math.max(3, right - left + 2), height: HEIGHT }}
    />
  );
}
