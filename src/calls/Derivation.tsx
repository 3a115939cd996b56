import type { Estimate, Term } from '../../workers/roofline/perf-model.ts';
import { formatBytes, formatShare } from '../format/format.ts';
import { categoryLook } from '../styles/categories.ts';
import styles from './Calls.module.css';
import { grouped } from './grouped.ts';
import { formatFlops } from './work-text.ts';

interface DerivationProps {
  readonly of: Term['of'];
  readonly estimate: Estimate;
  readonly category: string;
}

const TITLES = { flops: 'FLOPs', bytes: 'Bytes' } as const;

/** The FLOPs or bytes of a call: formula, the same with its numbers, and each term's part. */
export function Derivation({ of, estimate, category }: DerivationProps) {
  const amount = of === 'flops' ? formatFlops : (value: number) => formatBytes(value, 'table');
  const total = estimate[of];
  if (total === null) {
    return (
      <section>
        <h3>{TITLES[of]}</h3>
        <p>Not known: a tensor's type has no width on record.</p>
      </section>
    );
  }
  const terms = estimate.terms.filter((term) => term.of === of);
  const range = estimate.interval?.[of];
  const { colour } = categoryLook(category);
  return (
    <section>
      <div className={styles.head}>
        <h3>{TITLES[of]}</h3>
        <strong>{amount(total)}</strong>
      </div>
      {range && (
        <p className="dim">{`Between ${amount(range[0])} and ${amount(range[1])}: ${unrecorded(category)} decides, and is not recorded.`}</p>
      )}
      {terms.length === 0 && <p className="dim">{of === 'flops' ? 'It only moves data.' : 'It moves nothing.'}</p>}
      {terms.map((term, place) => (
        <p key={term.label} className={styles.formula}>
          <span className="dim">{plus(place) + term.formula}</span>
          <span>{`${place > 0 ? '+' : '='} ${grouped(term.filled)}`}</span>
        </p>
      ))}
      {terms.length > 1 && (
        <div className={styles.terms} aria-hidden="true">
          {terms.map((term, place) => (
            <i key={term.label} style={{ flexGrow: term.value, background: tint(colour, place, terms.length) }} />
          ))}
        </div>
      )}
      {terms.length > 1 && (
        <ul className={styles.legend}>
          {terms.map((term, place) => (
            <li key={term.label}>
              <i aria-hidden="true" style={{ background: tint(colour, place, terms.length) }} />
              <span>{term.label}</span>
              <span>{amount(term.value)}</span>
              <span className="dim">{formatShare(term.value / total)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What an amount depends on where it is known to lie between two others only. */
function unrecorded(category: string): string {
  return category === 'attention' ? 'how long each request’s context is' : 'which experts were touched';
}

const plus = (place: number) => (place > 0 ? '+ ' : '');

/** Steps of one hue: the terms are parts of one whole. */
function tint(colour: string, place: number, count: number): string {
  return `color-mix(in srgb, ${colour} ${Math.round(100 - (75 * place) / count)}%, var(--n1))`;
}
