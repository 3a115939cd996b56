import { PHASES } from '../../../workers/base/scope.ts';
import { formatCount } from '../../format/format.ts';
import { LINE_IDS, type LineId } from '../../state/steps-settings.ts';
import { changeSteps, setScope, useApp } from '../../state/store.ts';
import { PhaseMark } from '../../styles/PhaseMark.tsx';
import { PHASE_LOOKS, PLAIN } from '../../styles/phase-looks.ts';
import tabs from '../../table/tabs.module.css';
import { LINES } from './lines.ts';
import styles from './Steps.module.css';
import { phaseCounts, type StepSeries, toldLines } from './series.ts';

/** The phases that the steps have, with their counts; each makes itself the scope. */
export function PhaseLegend({ series }: { readonly series: StepSeries }) {
  const { phase: chosen, ...rest } = useApp((state) => state.scope);
  const counts = phaseCounts(series);
  if (counts.every((count, place) => count === 0 || place === PLAIN)) return null;
  return (
    <fieldset className={styles.legend} aria-label="Phase in scope">
      {PHASES.map((phase, place) =>
        counts[place] === 0 ? null : (
          <button
            key={phase}
            type="button"
            className={styles.legendItem}
            aria-pressed={chosen === phase}
            title={chosen === phase ? 'All phases again' : `Only ${phase} steps`}
            onClick={() => setScope(chosen === phase ? rest : { ...rest, phase })}
          >
            <PhaseMark phase={phase} />
            {phase}
            <span className="dim">{formatCount(counts[place])}</span>
          </button>
        ),
      )}
    </fieldset>
  );
}

/** Which lines stand over the bars; the samples are the legend. */
export function LineChoice({ series }: { readonly series: StepSeries }) {
  const shown = useApp((state) => state.stepsSettings.lines);
  const told = toldLines(series);
  const offered = LINES.filter(({ id }) => told.includes(id));
  if (offered.length === 0) return null;
  const toggle = (id: LineId) => changeSteps({ lines: LINE_IDS.filter((one) => (one === id) !== shown.includes(one)) });
  return (
    <fieldset className={styles.legend} aria-label="Lines">
      {offered.map(({ id, title, colour, dash }) => (
        <button
          key={id}
          type="button"
          className={styles.legendItem}
          aria-pressed={shown.includes(id)}
          onClick={() => toggle(id)}
        >
          <svg width="16" height="8" viewBox="0 0 16 8" aria-hidden="true">
            <path d="M0 4h16" stroke={colour} strokeWidth="1.5" strokeDasharray={dash} />
          </svg>
          {title}
        </button>
      ))}
    </fieldset>
  );
}

/** What the bars are made of; busy in the colour of the phase that most steps have. */
export function PartLegend({ series }: { readonly series: StepSeries }) {
  const counts = phaseCounts(series);
  const look = PHASE_LOOKS[counts.indexOf(Math.max(...counts))];
  return (
    <ul className={styles.legend} aria-label="Bars">
      <li>
        <svg width="10" height="10" aria-hidden="true">
          <rect width="10" height="10" fill={look.colour} />
        </svg>
        GPU busy
      </li>
      <li>
        <svg width="10" height="10" aria-hidden="true">
          <rect width="10" height="10" fill="var(--c-communication)" />
        </svg>
        exposed communication
      </li>
      <li>
        <span className={styles.hatch} />
        idle
      </li>
      <li>
        <svg width="10" height="10" aria-hidden="true">
          <path d="M0 5h10" stroke="var(--n7)" strokeWidth="1.4" />
        </svg>
        duration
      </li>
    </ul>
  );
}

const AXES = [
  { id: 'index', title: 'By step' },
  { id: 'time', title: 'By time' },
] as const;

/** What the series runs over. */
export function AxisChoice() {
  const axis = useApp((state) => state.stepsSettings.axis);
  return (
    <fieldset className={`${tabs.list} ${styles.axes}`} aria-label="The series runs">
      {AXES.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          className={tabs.tab}
          aria-pressed={axis === id}
          data-active={axis === id ? '' : undefined}
          onClick={() => changeSteps({ axis: id })}
        >
          {title}
        </button>
      ))}
    </fieldset>
  );
}
