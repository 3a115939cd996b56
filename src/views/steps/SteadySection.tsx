import { useRef } from 'react';
import type { SteadyState, StepRange } from '../../../workers/engine/engine.ts';
import { Icon } from '../../app/Icon.tsx';
import { formatCount, formatCounted, formatDuration, formatShare } from '../../format/format.ts';
import { changeSteps, setScope, useApp } from '../../state/store.ts';
import { steadySpan } from './band.ts';
import { SteadyInputs } from './SteadyInputs.tsx';
import styles from './Steps.module.css';
import { PART_IDS, type StepSeries } from './series.ts';
import { idealRatio } from './steady-inputs.ts';
import { lengthText, rangeText, within, withSteps } from './step-ranges.ts';
import type { SteadyAnswers } from './use-steps.ts';
import { RatedWindows, Windows } from './Windows.tsx';

const TIERS = {
  concurrency: 'by requests in flight',
  batch: 'by batch size, from shapes',
  duration: 'by GPU time of a step',
} as const;

interface SteadySectionProps {
  readonly steady: SteadyAnswers;
  readonly series: StepSeries;
}

/** The steady stretch: what was found and why, what the user made of it, and the windows that stand for it. */
export function SteadySection({ steady, series }: SteadySectionProps) {
  const hasGpuWork = PART_IDS.some((id) => series.parts[id].some((ns) => ns > 0));
  if (series.count > 1 && hasGpuWork) return <Steady steady={steady} series={series} />;
  return (
    <section>
      <p className="dim">
        {hasGpuWork ? 'One step tells nothing of a steady state.' : 'Without GPU work no stretch is steady.'}
      </p>
    </section>
  );
}

function Steady({ steady: { found, drawn }, series }: SteadySectionProps) {
  const scope = useApp((state) => state.scope);
  const { band: chosen, steady: told } = useApp((state) => state.stepsSettings);
  const automatic = steadySpan(found);
  const band = chosen ?? automatic;
  const shown = chosen && drawn ? drawn : found;
  const ideal = idealRatio(told);
  const first = useRef<HTMLButtonElement>(null);
  return (
    <section className={styles.section}>
      <p className="dim">{explained(shown)}.</p>
      {band ? (
        <BandFigures band={band} series={series} />
      ) : (
        <p>No stretch is steady. Mark one yourself and move its edges.</p>
      )}
      <div className={styles.actions}>
        {band ? (
          <button ref={first} type="button" className="button primary" onClick={() => setScope(withSteps(scope, band))}>
            Use as scope
          </button>
        ) : (
          <button
            ref={first}
            type="button"
            className="button"
            onClick={() => changeSteps({ band: within(scope.steps ?? [0, series.count], series.count) })}
          >
            Mark a stretch
          </button>
        )}
        {chosen && (
          <button
            type="button"
            className="button"
            onClick={() => {
              changeSteps({ band: null });
              // This one goes away.
              first.current?.focus();
            }}
          >
            Back to automatic
          </button>
        )}
      </div>
      {chosen && (
        <p className="dim">
          Automatic: {automatic ? rangeText(automatic) : 'none'} ({explained(found)}).
        </p>
      )}
      {shown.warnings.map(({ code, text }) => (
        <p key={code} className={styles.warning}>
          <Icon name="warning" size={14} />
          <span>{text}</span>
        </p>
      ))}
      <SteadyInputs />
      {ideal !== null && (
        <p className="dim">
          Ideal share of steps with prompts: 2 · CONC / (OSL · (1 + R)) = {formatShare(ideal)}; the mixed window has{' '}
          {formatCounted(shown.mixedSteps, 'step')}.
        </p>
      )}
      <Windows windows={shown.windows} series={series} />
      <RatedWindows rated={shown.rated} />
    </section>
  );
}

/** Why a stretch is steady and what that was told from, or why none is. */
function explained({ explanation, tier, regions }: SteadyState): string {
  return regions.length > 0 ? `${explanation}, ${TIERS[tier]}` : explanation;
}

function BandFigures({ band, series }: { readonly band: StepRange; readonly series: StepSeries }) {
  const [from, to] = [band[0], Math.min(band[1], series.count)];
  const sum = (values: Float64Array) => values.subarray(from, to).reduce((total, value) => total + value, 0);
  const durationNs = sum(series.durationNs);
  const busyNs = sum(series.parts.busy) + sum(series.parts.exposed);
  const tokens = sum(series.lines.tokens);
  const rows = [
    { label: 'Steps', value: `${rangeText([from, to]).replace(/^steps? /, '')}, ${lengthText([from, to])}` },
    { label: 'Time', value: formatDuration(durationNs) },
    { label: 'GPU busy', value: formatDuration(busyNs) },
    { label: 'Idle', value: formatDuration(sum(series.parts.idle)) },
    ...(Number.isNaN(tokens)
      ? []
      : [
          {
            label: 'Tokens scheduled',
            value: `${formatCount(tokens)}, ${formatCount((tokens / durationNs) * 1e9)}/s`,
          },
        ]),
  ];
  return (
    <dl className={styles.figures}>
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
