import { DetailsPanel } from '../../app/DetailsPanel.tsx';
import { CallFacts } from '../../calls/CallDetails.tsx';
import { formatDuration } from '../../format/format.ts';
import { shortText } from '../../format/visible-text.ts';
import { EventText } from '../../table/EventTexts.tsx';
import rows from '../../table/RowDetails.module.css';
import styles from './Timeline.module.css';
import type { SelectedEvent } from './use-selected-event.ts';

interface EventPanelProps {
  readonly selected: SelectedEvent;
  readonly category: string;
  readonly track: string;
  readonly originNs: number;
  onOpen(): void;
  onMark(): void;
  onFit(): void;
  /** Goes to the other end of an arrow. */
  onEvent(event: number): void;
  onClose(): void;
}

/** The details of a slice: when and how long, what it belongs to, what launched it, and the call behind it. */
export function EventPanel({
  selected,
  category,
  track,
  originNs,
  onOpen,
  onMark,
  onFit,
  onEvent,
  onClose,
}: EventPanelProps) {
  const { info, arrows, arrowTotal } = selected;
  const facts = [
    { label: 'Duration', value: formatDuration(info.durationNs, 'table') },
    { label: 'Starts at', value: formatDuration(info.startNs - originNs, 'table') },
    { label: 'Category', value: category },
    { label: 'Track', value: track },
    ...(info.step ? [{ label: 'Step', value: `${info.step.step}, ${info.step.phase}` }] : []),
  ];
  return (
    <DetailsPanel title={<span className="mono">{shortText(info.name)}</span>} subtitle={track} onClose={onClose}>
      <div className={styles.actions}>
        {info.row && (
          <button type="button" className="button primary" onClick={onOpen}>
            Open its row
          </button>
        )}
        <button type="button" className="button" onClick={onFit}>
          Fit
        </button>
        <button type="button" className="button" onClick={onMark}>
          Mark
        </button>
      </div>
      <Facts facts={facts} />
      {arrows.length > 0 && (
        <section>
          <h3>{arrowTotal > arrows.length ? `Arrows, ${arrows.length} of ${arrowTotal}` : 'Arrows'}</h3>
          <ul className={styles.arrows}>
            {arrows.map(({ kind, from, to }) => {
              const isSource = from.event === info.event;
              const other = isSource ? to : from;
              return (
                <li key={other.event}>
                  <span className="dim">{arrowText(kind, isSource)}</span>
                  <button type="button" className={`link mono ${styles.cut}`} onClick={() => onEvent(other.event)}>
                    {shortText(other.name, 80)}
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {info.details && <CallFacts details={info.details} />}
      {info.arguments.length > 0 && (
        <details className={rows.values} open={info.details === null}>
          <summary>Arguments</summary>
          <Facts facts={info.arguments} />
        </details>
      )}
      <EventText title="Event" event={info.event} />
    </DetailsPanel>
  );
}

function arrowText(kind: 'launch' | 'backward', isSource: boolean): string {
  if (kind === 'launch') return isSource ? 'launched' : 'launched by';
  return isSource ? 'backward' : 'forward';
}

function Facts({ facts }: { readonly facts: readonly { readonly label: string; readonly value: string }[] }) {
  return (
    <dl className={rows.list}>
      {facts.map(({ label, value }) => (
        <Fact key={label} label={label} value={value} />
      ))}
    </dl>
  );
}

const LONG = 28;

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  const long = value.length > LONG ? rows.long : '';
  return (
    <>
      <dt className={long}>{label}</dt>
      <dd className={long}>{shortText(value)}</dd>
    </>
  );
}
