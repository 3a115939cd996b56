import type { RefObject } from 'react';
import type { TimeShare } from '../../../workers/engine/engine.ts';
import { useWidth } from '../../charts/use-width.ts';
import { formatDuration, formatShare } from '../../format/format.ts';
import { categoryLook } from '../../styles/categories.ts';

const HEIGHT = 28;
/** Ground between neighbours, in pixels; a segment narrower than twice this has none. */
const GAP = 1;
const PADDING = 10;
/** Widths of the bar's text, in pixels a character: generous, as a label that does not fit is worse than none. */
const STRONG_PX = 7.6;
const TEXT_PX = 7;

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

function Label({ share, totalNs, x, width }: { share: TimeShare; totalNs: number; x: number; width: number }) {
  const percent = formatShare(share.ns / totalNs);
  const time = formatDuration(share.ns);
  const idle = share.id === 'idle';
  const ink = idle ? 'var(--n8)' : 'var(--on-mark)';
  const room = width - 2 * PADDING;
  const nameWidth = share.label.length * STRONG_PX;
  const parts = [`${time}  ${percent}`, percent].find((text) => nameWidth + 8 + text.length * TEXT_PX <= room);
  if (parts === undefined && percent.length * TEXT_PX + 4 > width) return null;
  const shown = parts === undefined ? null : share.label;
  const textWidth = parts === undefined ? percent.length * TEXT_PX : nameWidth + 8 + parts.length * TEXT_PX;
  return (
    <>
      {/* Hatching behind letters cannot be read. */}
      {idle && (
        <rect
          x={parts ? x + 4 : x + (width - textWidth) / 2 - 2}
          y={5}
          width={textWidth + 8}
          height={18}
          fill="var(--n2)"
        />
      )}
      {shown ? (
        <text x={x + PADDING} y={18} fill={ink} xmlSpace="preserve">
          <tspan fontWeight="600">{shown}</tspan>
          {`  ${parts}`}
        </text>
      ) : (
        <text x={x + width / 2} y={18} fill={ink} textAnchor="middle" fontWeight="600">
          {percent}
        </text>
      )}
    </>
  );
}

function layOut(shares: readonly TimeShare[], totalNs: number, width: number) {
  let x = 0;
  return shares.map((share) => {
    const segment = { share, x, w: (share.ns / totalNs) * width };
    x += segment.w;
    return segment;
  });
}
