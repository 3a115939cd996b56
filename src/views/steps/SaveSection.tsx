import type { SliceRequest, StepRange } from '../../../workers/engine/engine.ts';
import { IconButton } from '../../app/IconButton.tsx';
import { useApp } from '../../state/store.ts';
import { PLAIN } from '../../styles/phase-looks.ts';
import styles from './Steps.module.css';
import { savePart } from './saving.ts';
import type { StepSeries } from './series.ts';
import { lengthText, rangeText, within } from './step-ranges.ts';

interface Part {
  readonly title: string;
  readonly note: string;
  /** As it is told while it is saved. */
  readonly what: string;
  readonly request: SliceRequest;
}

interface SaveSectionProps {
  readonly series: StepSeries;
  readonly band: StepRange | null;
}

/** Parts of the trace to save as traces of their own. */
export function SaveSection({ series, band }: SaveSectionProps) {
  const { steps } = useApp((state) => state.scope);
  const parts = partsOf(series, steps ? within(steps, series.count) : null, band);
  return (
    <section className={styles.section}>
      <h2>Save as traces</h2>
      <p className="dim">Each opens here and in Perfetto. They are made in this page; nothing is uploaded.</p>
      <ul className={styles.parts}>
        {parts.map(({ title, note, what, request }) => (
          <li key={title}>
            <span>{title}</span>
            <span className="dim">{note}</span>
            <IconButton icon="download" label={`Save ${what}`} onClick={() => void savePart(what, request)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function partsOf(series: StepSeries, scope: StepRange | null, band: StepRange | null): readonly Part[] {
  const whole: StepRange = [0, series.count];
  const range = (title: string, range: StepRange): Part => ({
    title,
    note: rangeText(range),
    what: rangeText(range),
    request: { kind: 'range', range },
  });
  const hasPhases = series.phase.some((phase) => phase !== PLAIN);
  const region = scope ?? band ?? whole;
  return [
    ...(scope ? [range('Steps in scope', scope)] : []),
    ...(band ? [range('Steady stretch', band)] : []),
    range('All steps', whole),
    ...(hasPhases
      ? [
          {
            title: 'Runs of one phase',
            note: `${rangeText(region)}, zip`,
            what: `runs of one phase of ${rangeText(region)}`,
            request: { kind: 'phases', regions: [region] } as const,
          },
        ]
      : []),
    {
      title: 'Every step by itself',
      note: `${lengthText(whole)} and what is outside, zip`,
      what: 'every step by itself',
      request: { kind: 'single' },
    },
  ];
}
