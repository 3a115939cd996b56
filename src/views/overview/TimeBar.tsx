import type { RefObject } from 'react';
import type { TimeShare } from '../../../workers/engine/engine.ts';
import { useWidth } from '../../charts/use-width.ts';
import { formatDuration, formatFixed, formatShare } from '../../format/format.ts';
import { categoryLook } from '../../styles/categories.ts';

const HEIGHT = 28;
/** Ground between neighbours, in pixels; a segment narrower than twice this has none. */
const GAP = 1;
const PADDING = 10;
/** Widths of the bar's text, in pixels a character: generous, as a label that does not fit is worse than none. */
const STRONG_PX = 7.6;
const TEXT_PX = 6.6;

export interface TimeBarProps {
  readonly shares: readonly TimeShare[];
  readonly totalNs: number;
  readonly chart: RefObject<SVGSVGElement | null>;
  /** The part that the pointer or the focus is on. */
  readonly onHover: (share: TimeShare | null) => void;
}

/** GPU time as one bar: a segment a category, its width its share; labelled where there is room. */
export function TimeBar({ shares, totalNs, chart, onHover }: TimeBarProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const segments = layOut(shares, totalNs, width);
  const words = shares.map((share) => `${share.label} ${formatShare(share.ns / totalNs)}`).join(', ');
  return (
    <div ref={ref}>
      <svg ref={chart} width={width} height={HEIGHT} role="img" aria-label={`GPU time: ${words}`}>
        <defs>
          <pattern id="idle-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="5" height="5" fill="var(--n2)" />
            <rect width="1.6" height="5" fill="var(--c-idle)" />
          </pattern>
        </defs>
        {segments.map(({ share, x, w }) => (
          <g key={share.id} onPointerEnter={() => onHover(share)} onPointerLeave={() => onHover(null)}>
            <rect
              x={x}
              width={w > 2 * GAP ? w - GAP : w}
              height={HEIGHT}
              fill={share.id === 'idle' ? 'url(#idle-hatch)' : categoryLook(share.id).colour}
            />
            <Label share={share} totalNs={totalNs} x={x} width={w} />
          </g>
        ))}
      </svg>
    </div>
  );
}

interface LabelProps {
  readonly share: TimeShare;
  readonly totalNs: number;
  readonly x: number;
  readonly width: number;
}

function Label({ share, totalNs, x, width }: LabelProps) {
  const label = fittingLabel(share, totalNs, width);
  if (!label) return null;
  const idle = share.id === 'idle';
  const left = label.name ? x + PADDING : x + (width - label.width) / 2;
  return (
    <>
      {/* Hatching behind letters cannot be read. */}
      {idle && <rect x={left - 4} y={5} width={label.width + 8} height={18} fill="var(--n2)" />}
      <text x={left} y={18} fill={idle ? 'var(--n8)' : 'var(--on-mark)'} xmlSpace="preserve">
        <tspan fontWeight="600">{label.name}</tspan>
        {label.figures}
      </text>
    </>
  );
}

/** The longest label that a segment has room for, and about how wide it is; null when not even a number fits. */
function fittingLabel({ label, ns }: TimeShare, totalNs: number, width: number) {
  const percent = formatShare(ns / totalNs);
  const digits = formatFixed((ns / totalNs) * 100, 1);
  const candidates = [
    { name: label, figures: `  ${formatDuration(ns)}  ${percent}` },
    { name: label, figures: `  ${percent}` },
    { name: '', figures: percent },
    { name: '', figures: digits },
  ].map((candidate) => ({
    ...candidate,
    width: candidate.name.length * STRONG_PX + candidate.figures.length * TEXT_PX,
  }));
  return candidates.find((candidate) => candidate.width + (candidate.name ? 2 * PADDING : 6) <= width) ?? null;
}

function layOut(shares: readonly TimeShare[], totalNs: number, width: number) {
  let x = 0;
  return shares.map((share) => {
    const segment = { share, x, w: (share.ns / totalNs) * width };
    x += segment.w;
    return segment;
  });
}
